import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { eraseContact } from '../bookings/erase.ts'

const home = await house()
const { as, db, ids } = home
const { trip, book } = await bookingFixtures(home)
const [op, leader, admin, finance] = [as('op'), as('leader'), as('admin'), as('finance')]
const profile = done(
  await admin.post('/tour-leaders', { name: '李明哲', user_id: ids.leader, licenses: [{ type: '外語領隊執業證' }] }),
)
const entry = (more: object) => ({ entry_id: randomUUID(), entered_at: new Date().toISOString(), ...more })

test('texts of the road lose the name of an erased person, and an incident that concerns it alone loses its text', async () => {
  const { id } = await trip(9)
  const mei = { name: '王小美', surname_en: 'WANG', given_name_en: 'HSIAO-MEI' }
  const party = await book(id, [mei, '陳大文'])
  await sql`update planned_trips set departure_date = today() - 1, return_date = today() + 3, assigned_leader_id = ${profile.id} where id = ${id}`.execute(
    db,
  )
  const [first, second] = party.travelers as [{ id: number }, { id: number }]
  const at = `/planned-trips/${id}`
  const note = done(
    await leader.post(
      `${at}/day-notes`,
      entry({ day: daysFromToday(0), text: '王小美的行李遲到，陳大文幫忙；Wang Hsiao-Mei 已填單。' }),
    ),
  )
  const spent = {
    ...{ day: daysFromToday(0), kind: 'medical', amount: 900, currency: 'TWD', paid_from: 'own' },
    ...{ description: '王小美的藥費', voucher_number: 'A-1' },
  }
  const expense = done(await leader.post(`${at}/expenses`, entry(spent)))
  done(await op.post(`/expenses/${expense.id}/question`, { reason: '是王小美的嗎？' }))
  done(await leader.put(`/expenses/${expense.id}`, { no_voucher_reason: '王小美沒有拿收據' }))
  const { cost_id } = done(await finance.post(`/expenses/${expense.id}/approve`, {}))
  done(await finance.post(`${at}/leader-account/close`, {}))
  const happened = { kind: 'illness', severity: 'medium', happened_at: new Date().toISOString(), place: '布拉格' }
  const report = async (more: object) => done(await leader.post(`${at}/incidents`, entry({ ...happened, ...more })))
  const alone = await report({ what: '王小美胃痛，她有糖尿病。', traveler_ids: [first.id] })
  done(await op.post(`/incidents/${alone.id}/updates`, { text: '她住院一晚。' }))
  const both = await report({ what: '王小美與陳大文同車受傷。', traveler_ids: [first.id, second.id] })
  done(await op.post(`/incidents/${both.id}/updates`, { text: 'WANG/HSIAO-MEI 已出院。' }))
  for (const each of [alone, both]) done(await op.post(`/incidents/${each.id}/close`, { result: '王小美已返國。' }))
  await sql`update planned_trips set status = 'returned' where id = ${id}`.execute(db)

  done(await admin.post(`/travelers/${first.id}/erase`, {}))

  const now = async (path: string) => done(await op.get(path))
  assert.equal((await now(`/day-notes/${note.id}`)).text, '••的行李遲到，陳大文幫忙；•• 已填單。')
  const kept = await now(`/expenses/${expense.id}`)
  assert.deepEqual(
    [kept.description, kept.no_voucher_reason, kept.amount, kept.status],
    ['••的藥費', '••沒有拿收據', 900, 'approved'],
  )
  const costs = done(await finance.get(`${at}/costs`)) as { id: number; description: string }[]
  assert.equal(costs.find((cost) => cost.id === cost_id)?.description, '••的藥費')
  const emptied = await now(`/incidents/${alone.id}`)
  assert.deepEqual(
    [emptied.what, emptied.place, emptied.result, emptied.updates, emptied.travelers, emptied.kind],
    ['•••', null, '•••', [], [], 'illness'],
  )
  const named = await now(`/incidents/${both.id}`)
  assert.deepEqual(
    [named.what, named.result, named.updates.map(({ text }: { text: string }) => text), named.travelers],
    ['••與陳大文同車受傷。', '••已返國。', ['•• 已出院。'], [{ id: second.id, name: '陳大文' }]],
  )
  const { rows } = await sql<{ said: string }>`
    select changes::text as said from audit union all select coalesce(params::text, '') from notifications
     union all select coalesce(params::text, '') from deliveries`.execute(db)
  for (const word of ['王小美的', '王小美胃痛', '糖尿病', '王小美與', 'HSIAO-MEI 已'])
    assert.ok(
      rows.every(({ said }) => !said.includes(word)),
      word,
    )
})

test('the name of an erased contact goes too; names of others stay', async () => {
  const { id } = await trip(9)
  const { id: booking } = await book(id, ['陳大文'], {
    contact: { name: '林訂購', phone: '0912345678', email: 'lin@example.com' },
  })
  await sql`update planned_trips set departure_date = today() - 1, return_date = today() + 3, assigned_leader_id = ${profile.id} where id = ${id}`.execute(
    db,
  )
  const note = done(
    await leader.post(
      `/planned-trips/${id}/day-notes`,
      entry({ day: daysFromToday(0), text: '林訂購來電，林先生與陳大文都好。' }),
    ),
  )
  await sql`update planned_trips set status = 'returned' where id = ${id}`.execute(db)
  await home.database.transaction({}, (tx) => eraseContact(tx, booking))
  assert.equal(done(await op.get(`/day-notes/${note.id}`)).text, '••來電，林先生與陳大文都好。')
})
