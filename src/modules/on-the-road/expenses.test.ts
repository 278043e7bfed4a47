import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { form } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db, ids } = home
const { trip } = await bookingFixtures(home)
const [op, leader, finance, admin] = [as('op'), as('leader'), as('finance'), as('admin')]

const profile = done(
  await admin.post('/tour-leaders', { name: '李明哲', user_id: ids.leader, licenses: [{ type: '外語領隊執業證' }] }),
)

/** A trip that leaves so many days from today and returns four days later. */
const underWay = async (leavesIn = -1) => {
  const { id, serial } = await trip(9)
  await sql`update planned_trips set departure_date = today() + ${leavesIn}::integer, return_date = today() + ${leavesIn + 4}::integer,
    assigned_leader_id = ${profile.id} where id = ${id}`.execute(db)
  return { id, serial }
}
const lunch = (more: object = {}) => ({
  ...{ entry_id: randomUUID(), entered_at: new Date().toISOString(), day: daysFromToday(0), kind: 'meal' },
  ...{ amount: 3200, currency: 'TWD', paid_from: 'advance', description: '午餐加菜', voucher_number: 'AB-12345678' },
  ...more,
})
const spend = (id: number, more: object = {}) => leader.post(`/planned-trips/${id}/expenses`, lunch(more))
const account = async (id: number) => done(await finance.get(`/planned-trips/${id}/leader-account`))[0]

test('an approved expense is a cost of its trip, and both stay as they are', async () => {
  const { id } = await underWay()
  const spent = done(await spend(id))
  assert.deepEqual([spent.status, spent.rate, spent.booked, spent.tour_leader_id], ['entered', 1, 3200, profile.id])
  const approved = done(await finance.post(`/expenses/${spent.id}/approve`, {}))
  assert.deepEqual([approved.status, approved.possible], ['approved', []])
  const [cost] = done(await finance.get(`/planned-trips/${id}/costs`))
  assert.deepEqual(
    [cost.id, cost.kind, cost.actual, cost.currency, cost.description, cost.invoice_number, cost.invoiced_on],
    [approved.cost_id, 'land', 3200, 'TWD', '午餐加菜', 'AB-12345678', daysFromToday(0)],
  )
  const changed = await finance.put(`/planned-trips/${id}/costs/${cost.id}`, { actual: 3300 })
  assert.deepEqual([changed.status, changed.body.code], [409, 'step_not_possible'])
  assert.equal((await finance.delete(`/planned-trips/${id}/costs/${cost.id}`)).body.code, 'in_use')
  assert.equal((await leader.put(`/expenses/${spent.id}`, { amount: 1 })).body.code, 'step_not_possible')
  assert.equal((await op.post(`/expenses/${spent.id}/refuse`, { reason: '重複' })).body.code, 'step_not_possible')
})

test('a leader who was replaced adds the photographs that were still on its phone, and corrects nothing else', async () => {
  const { id } = await underWay()
  await sql`update planned_trips set assigned_leader_id = null where id = ${id}`.execute(db)
  done(await op.put(`/planned-trips/${id}/assigned-leader`, { tour_leader_id: profile.id }))
  await sql`update trip_leader_changes set created_at = now() - interval '2 days' where planned_trip_id = ${id}`.execute(
    db,
  )
  const spent = done(await spend(id))
  const successor = done(await admin.post('/tour-leaders', { name: '王接手', licenses: [{ type: '外語領隊執業證' }] }))
  done(await op.put(`/planned-trips/${id}/assigned-leader`, { tour_leader_id: successor.id }))
  const picture = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#3a7' } })
    .jpeg()
    .toBuffer()
  const photo = done(await leader.upload('/attachments', form(picture, 'receipt.jpg')))
  assert.equal((await leader.get(`/expenses/${spent.id}`)).status, 404)
  assert.equal((await leader.put(`/expenses/${spent.id}`, { amount: 1 })).status, 404)
  const added = done(await leader.put(`/expenses/${spent.id}`, { attachment_ids: [photo.id] }))
  assert.deepEqual(
    added.attachments.map((each: { id: number }) => each.id),
    [photo.id],
  )
})

test('a question is told to the leader, and a correction answers it', async () => {
  const { id, serial } = await underWay()
  const { id: expense } = done(await spend(id))
  done(await op.post(`/expenses/${expense}/question`, { reason: '請補上收據照片' }))
  const [told] = done(await leader.get('/notifications?event=trip-expense.questioned', { 'accept-language': 'zh-TW' }))
  assert.equal(told.title, `${serial} 支出 NT$3,200 請說明`)
  assert.match(told.body, /請補上收據照片/)
  const answered = done(await leader.put(`/expenses/${expense}`, { description: '午餐加菜，收據已補' }))
  assert.deepEqual([answered.status, answered.description], ['entered', '午餐加菜，收據已補'])
  const refused = done(await finance.post(`/expenses/${expense}/refuse`, { reason: '私人消費' }))
  assert.deepEqual([refused.status, refused.reason, refused.cost_id], ['refused', '私人消費', null])
  assert.equal((await leader.post(`/expenses/${expense}/approve`, {})).status, 403)
})

test('a currency without a rate is entered, and converted by the approval, which names it', async () => {
  const { id } = await underWay()
  const spent = done(await spend(id, { currency: 'CZK', amount: 1000 }))
  assert.deepEqual([spent.rate, spent.booked], [null, null])
  const unrated = await finance.post(`/expenses/${spent.id}/approve`, {}, { 'accept-language': 'zh-TW' })
  assert.equal(unrated.status, 422)
  assert.match(unrated.body.errors.rate[0], /沒有 CZK 對 TWD 的匯率；請先登錄匯率，或在核准時填寫匯率。$/)
  done(
    await admin.post('/exchange-rates', {
      ...{ from_currency: 'CZK', to_currency: 'TWD', rate: 1.4, valid_from: daysFromToday(-9) },
    }),
  )
  const approved = done(await finance.post(`/expenses/${spent.id}/approve`, {}))
  assert.deepEqual([approved.rate, approved.booked], [1.4, 1400])
})

test('a voucher has a number or a reason why there is none; an expense is entered until fourteen days after the return', async () => {
  const { id } = await underWay()
  const bare = await spend(id, { voucher_number: null })
  assert.deepEqual([bare.status, Object.keys(bare.body.errors)], [422, ['voucher_number']])
  assert.equal((await spend(id, { voucher_number: null, no_voucher_reason: '路邊攤' })).status, 201)
  const [last, late] = [await underWay(-18), await underWay(-19)]
  assert.equal((await spend(last.id, { day: daysFromToday(-15) })).status, 201)
  assert.equal((await spend(late.id, { day: daysFromToday(-16) })).body.code, 'step_not_possible')
  assert.equal((await op.post(`/planned-trips/${late.id}/expenses`, lunch({ day: daysFromToday(-16) }))).status, 201)
})

test('a photograph is sent after the words, is seen by the office, and the same one twice is told', async () => {
  const { id, serial } = await underWay()
  const { id: expense } = done(await spend(id))
  const photo = async () =>
    done(
      await leader.upload(
        '/attachments',
        form(
          await sharp({ create: { width: 60, height: 40, channels: 3, background: '#963' } })
            .jpeg()
            .toBuffer(),
          'receipt.jpg',
        ),
      ),
    ).id as number
  const first = await photo()
  const shown = done(await leader.put(`/expenses/${expense}`, { attachment_ids: [first] }))
  assert.deepEqual(
    shown.attachments.map((one: { id: number }) => one.id),
    [first],
  )
  assert.deepEqual(shown.same_photo, [])
  assert.equal((await finance.get(`/attachments/${first}/link`)).status, 200)
  assert.equal((await as('customer').get(`/attachments/${first}/link`)).status, 404)
  const other = done(await leader.put(`/expenses/${expense}`, { attachment_ids: [await photo()] })).attachments[1].id
  assert.equal((await leader.delete(`/expenses/${expense}/attachments/${other}`)).status, 200)
  assert.equal((await finance.get(`/attachments/${other}/link`)).status, 404)
  assert.equal((await leader.delete(`/expenses/${expense}/attachments/${other}`)).status, 404)
  const again = done(await spend(id, { attachment_ids: [await photo()], amount: 99 }))
  assert.deepEqual(again.same_photo, [{ id: expense, day: daysFromToday(0), amount: 3200, currency: 'TWD', serial }])
})

test('the account is what was given less what was approved; it is closed when nothing waits, and stays so', async () => {
  const { id } = await underWay()
  const advance = done(await finance.post(`/planned-trips/${id}/advances`, { amount: 30_000 }))
  assert.deepEqual([advance.tour_leader_id, advance.given_on], [profile.id, daysFromToday(0)])
  const { id: first } = done(await spend(id))
  done(
    await spend(id, { amount: 500, paid_from: 'own' }).then(async (given) =>
      op.post(`/expenses/${done(given).id}/approve`, {}),
    ),
  )
  assert.deepEqual((await account(id)).lines, [
    {
      ...{ currency: 'TWD', advanced: 30_000, returned: 0, spent: 0, own: 500, card: 0 },
      ...{ waiting: 3200, to_return: 29_500 },
    },
  ])
  const waits = await finance.post(`/planned-trips/${id}/leader-account/close`, {}, { 'accept-language': 'zh-TW' })
  assert.equal(waits.body.detail, '還有支出等待核准或回覆；請先核准或退回，再結帳。')
  done(await op.post(`/expenses/${first}/question`, { reason: '請補收據' }))
  const unanswered = await finance.post(`/planned-trips/${id}/leader-account/close`, {})
  assert.deepEqual([unanswered.status, unanswered.body.code], [409, 'step_not_possible'])
  done(await finance.post(`/expenses/${first}/approve`, {}))
  done(await finance.put(`/advances/${advance.id}`, { returned: 26_300, returned_on: daysFromToday(0) }))
  const [closed] = done(await finance.post(`/planned-trips/${id}/leader-account/close`, {}))
  assert.deepEqual([closed.is_closed, closed.lines[0].to_return], [true, 0])
  assert.equal((await finance.put(`/advances/${advance.id}`, { returned: 1 })).body.code, 'step_not_possible')
  assert.equal((await finance.delete(`/advances/${advance.id}`)).body.code, 'step_not_possible')
  const { id: late } = done(await spend(id, { amount: 60 }))
  assert.equal((await finance.post(`/expenses/${late}/approve`, {})).body.code, 'step_not_possible')
  done(await finance.post(`/planned-trips/${id}/leader-account/reopen`, { reason: '補報停車費' }))
  done(await finance.post(`/expenses/${late}/approve`, {}))
  assert.equal((await account(id)).lines[0].to_return, -60)
  assert.equal((await leader.post(`/planned-trips/${id}/advances`, { amount: 1 })).status, 403)
})

test('finance and the OP of the trip have it in the morning; a leader sees its own alone', async () => {
  const { id } = await underWay()
  const { id: expense } = done(await spend(id))
  const groups = done(await finance.get('/work')).groups ?? done(await finance.get('/work'))
  const group = groups.find((one: { key: string }) => one.key === 'expenses_to_approve')
  assert.ok(group.count >= 1)
  const own: { id: number }[] = done(await leader.get(`/planned-trips/${id}/expenses`))
  assert.deepEqual(
    own.map((one) => one.id),
    [expense],
  )
  await sql`update planned_trips set assigned_leader_id = null where id = ${id}`.execute(db)
  assert.equal((await leader.get(`/expenses/${expense}`)).status, 404)
  assert.equal((await as('sales').get(`/planned-trips/${id}/expenses`)).status, 403)
})
