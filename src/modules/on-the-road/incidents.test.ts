import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house, type Person } from '../../../test/house.ts'

const home = await house()
const { as, db, ids } = home
const { trip, book } = await bookingFixtures(home)
const [op, leader, sales] = [as('op'), as('leader'), as('sales')]
const [manager, admin, finance] = [as('manager'), as('admin'), as('finance')]
const profile = done(
  await admin.post('/tour-leaders', { name: '李明哲', user_id: ids.leader, licenses: [{ type: '外語領隊執業證' }] }),
)

/** A trip of five days that left yesterday, or in so many days, with its leader, its OP and two bookings of sales. */
const underWay = async (leavesIn = -1) => {
  const { id, serial } = await trip(9)
  const [one, other] = [await book(id, ['王小美', '王大明']), await book(id, ['陳先生'])]
  await sql`update bookings set status = 'confirmed', sales_user_id = ${ids.sales} where planned_trip_id = ${id}`.execute(
    db,
  )
  await sql`update planned_trips set departure_date = today() + ${leavesIn}::integer, return_date = today() + ${leavesIn + 4}::integer,
    assigned_leader_id = ${profile.id}, op_user_id = ${ids.op} where id = ${id}`.execute(db)
  return { id, serial, one, other }
}
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const lost = (more: object = {}) => ({
  ...{ entry_id: randomUUID(), entered_at: new Date().toISOString(), kind: 'lost_passport', severity: 'high' },
  ...{
    happened_at: hoursAgo(2),
    place: '布拉格',
    what: '皮包在電車上被扒，護照 SECRET401 在內。',
    done: '已報案',
    needs: '請聯絡代表處',
  },
  ...more,
})
const report = (id: number, more: object = {}, who = leader) => who.post(`/planned-trips/${id}/incidents`, lost(more))
const told = async (who: Person, serial: string) =>
  (
    done(await as(who).get('/notifications?per_page=100', { 'accept-language': 'zh-TW' })) as {
      event: string
      title: string
      body: string
    }[]
  ).filter(({ event, title }) => event.startsWith('incident.') && title.startsWith(serial))

test('an incident is kept once, starts the clock of the agency, and is told to whoever has to act', async () => {
  const { id, serial, one } = await underWay()
  const body = lost({ traveler_ids: [one.travelers[0].id] })
  const first = await leader.post(`/planned-trips/${id}/incidents`, body)
  assert.equal(first.status, 201)
  assert.equal(first.headers.location, `/api/incidents/${first.data.id}`)
  const again = await leader.post(`/planned-trips/${id}/incidents`, body)
  assert.deepEqual([again.status, again.data.id], [201, first.data.id])
  const other = await leader.post(`/planned-trips/${id}/incidents`, { ...body, severity: 'low' })
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_mismatch'])
  const shown = done(await op.get(`/incidents/${first.data.id}`))
  assert.equal(Date.parse(shown.due_at) - Date.parse(shown.happened_at), 24 * 3_600_000)
  assert.deepEqual(
    [shown.is_late, shown.office_user, shown.travelers, shown.author.id, shown.trip.serial],
    [false, null, [{ id: one.travelers[0].id, name: '王小美' }], ids.leader, serial],
  )
  const [forOp] = await told('op', serial)
  assert.equal(forOp?.title, `${serial} 事故：護照遺失（嚴重）`)
  assert.match(forOp?.body ?? '', /通報期限：/)
  assert.equal((await told('manager', serial)).length, 1)
  assert.equal((await told('leader', serial)).length, 0)
  const [forSales, more] = await told('sales', serial)
  assert.match(forSales?.body ?? '', new RegExp(`您的訂單：${one.booking_number}\\n`))
  assert.equal(more, undefined)
  assert.equal((await told('finance', serial)).length, 0)
  const { rows } = await sql<{ said: string }>`
    select coalesce(params::text, '') as said from notifications union all select coalesce(params::text, '') from deliveries`.execute(
    db,
  )
  assert.ok(rows.some(({ said }) => said.includes(serial)))
  assert.ok(rows.every(({ said }) => !said.includes('SECRET401') && !said.includes('皮包') && !said.includes('王小美')))
})

test('without a person it concerns, all sales of the trip are told, each with its own bookings', async () => {
  const { id, serial, one, other } = await underWay()
  await sql`update bookings set sales_user_id = ${ids.admin} where id = ${other.id}`.execute(db)
  done(await report(id, { kind: 'delay', severity: 'low' }))
  assert.match((await told('sales', serial))[0]?.body ?? '', new RegExp(`您的訂單：${one.booking_number}\\n`))
  assert.match((await told('admin', serial))[0]?.body ?? '', new RegExp(`您的訂單：${other.booking_number}\\n`))
})

test('who is on duty is told beside the OP; without both all of operations are', async () => {
  const { id, serial } = await underWay()
  assert.equal((await admin.put('/house/record', { duty_user_id: ids.customer })).status, 422)
  done(await admin.put('/house/record', { duty_user_id: ids.ticketing, incident_hours: 12 }))
  const { due_at, happened_at } = done(await report(id))
  assert.equal(Date.parse(due_at) - Date.parse(happened_at), 12 * 3_600_000)
  assert.equal((await told('ticketing', serial)).length, 1)
  done(await admin.put('/house/record', { duty_user_id: null, incident_hours: 24 }))
  const nobody = await underWay()
  await sql`update planned_trips set op_user_id = null where id = ${nobody.id}`.execute(db)
  done(await report(nobody.id))
  assert.equal((await told('op', nobody.serial)).length, 1)
  assert.equal((await told('ticketing', nobody.serial)).length, 0)
})

test('updates are told, the report to the authority meets the deadline, and a closed incident stays as it is', async () => {
  const { id, serial } = await underWay()
  const { id: incident } = done(await report(id))
  await sql`update incidents set happened_at = now() - interval '30 hours' where id = ${incident}`.execute(db)
  assert.equal(done(await op.get(`/incidents/${incident}`)).is_late, true)
  done(await leader.post(`/incidents/${incident}/updates`, { text: '代表處已受理。' }))
  assert.deepEqual((await told('op', serial)).map(({ event }) => event).sort(), [
    'incident.reported',
    'incident.updated',
  ])
  const taken = done(await op.post(`/incidents/${incident}/take`, {}))
  assert.equal(taken.office_user.id, ids.op)
  assert.equal((await told('leader', serial))[0]?.event, 'incident.taken')
  await sql`update incidents set happened_at = now() - interval '3 hours' where id = ${incident}`.execute(db)
  const passed = done(await op.post(`/incidents/${incident}/report`, { reported_to: '觀光署' }))
  assert.deepEqual([passed.reported_to, passed.is_late], ['觀光署', false])
  await sql`update incidents set happened_at = now() - interval '40 hours', reported_at = now() - interval '20 hours' where id = ${incident}`.execute(
    db,
  )
  assert.equal(done(await op.get(`/incidents/${incident}`)).is_late, false)
  assert.equal((await leader.post(`/incidents/${incident}/close`, { result: '已返國' })).status, 403)
  const closed = done(await op.post(`/incidents/${incident}/close`, { result: '持入國證明書返國。' }))
  assert.deepEqual([closed.result, closed.closer.id, closed.updates.length], ['持入國證明書返國。', ids.op, 1])
  for (const [path, body] of [
    ['updates', { text: '補充' }],
    ['take', {}],
    ['report', { reported_to: '保險公司' }],
    ['close', { result: '再結案' }],
  ] as const) {
    const refused = await op.post(`/incidents/${incident}/${path}`, body, { 'accept-language': 'zh-TW' })
    assert.deepEqual(
      [refused.status, refused.body.detail],
      [409, '這件事故已結案，內容不再更改；有新的情況，請另外通報一件。'],
      path,
    )
  }
  assert.equal((await op.put(`/incidents/${incident}`, { what: '改' })).status, 409)
})

test('the office reports one too and takes charge of it; a leader corrects its own', async () => {
  const { id } = await underWay()
  const byOffice = done(await report(id, {}, manager))
  assert.equal(byOffice.office_user.id, ids.manager)
  assert.equal((await leader.put(`/incidents/${byOffice.id}`, { severity: 'low' })).status, 403)
  const own = done(await report(id, {}))
  const corrected = done(await leader.put(`/incidents/${own.id}`, { severity: 'critical', traveler_ids: [] }))
  assert.deepEqual([corrected.severity, corrected.travelers], ['critical', []])
  const { travelers } = await book((await trip(9)).id, ['丙'])
  const wrong = await report(id, { traveler_ids: [travelers[0].id] })
  assert.deepEqual([wrong.status, Object.keys(wrong.body.errors)], [422, ['traveler_ids']])
  const far = await report(id, { happened_at: hoursAgo(24 * 9) })
  assert.deepEqual([far.status, Object.keys(far.body.errors)], [422, ['happened_at']])
})

test('sales see incidents of trips with their customers, leaders those of their trips, finance and customers none', async () => {
  const [mine, foreign] = [await underWay(), await underWay()]
  await sql`update bookings set sales_user_id = ${ids.admin} where planned_trip_id = ${foreign.id}`.execute(db)
  const [seen, hidden] = [done(await report(mine.id)), done(await report(foreign.id))]
  const listed = async (who = sales) =>
    (done(await who.get('/incidents?per_page=100')) as { id: number }[]).map((each) => each.id)
  const [ofSales, ofOp] = [await listed(), await listed(op)]
  assert.ok(ofSales.includes(seen.id) && !ofSales.includes(hidden.id))
  assert.ok(ofOp.includes(seen.id) && ofOp.includes(hidden.id))
  assert.equal((await sales.get(`/incidents/${hidden.id}`)).status, 404)
  assert.deepEqual(done(await sales.get(`/planned-trips/${foreign.id}/incidents`)), [])
  assert.equal((await sales.post(`/incidents/${seen.id}/updates`, { text: '改' })).status, 403)
  assert.equal((await finance.get(`/incidents/${seen.id}`)).status, 403)
  assert.equal((await as('customer').get('/incidents')).status, 403)
  await sql`update planned_trips set assigned_leader_id = null where id = ${mine.id}`.execute(db)
  assert.equal((await leader.get(`/incidents/${seen.id}`)).status, 404)
  assert.equal((await leader.post(`/incidents/${seen.id}/updates`, { text: '改' })).status, 404)
  const open = done(await op.get(`/incidents?is_open=true&planned_trip_id=${foreign.id}&kind=lost_passport`)) as {
    id: number
    updates: number
  }[]
  assert.deepEqual(
    open.map((each) => [each.id, each.updates]),
    [[hidden.id, 0]],
  )
})

test('a leader opens the emergency pack while the trip is under way or an incident is open, and each opening is logged', async () => {
  const open = (id: number) =>
    leader.post(`/planned-trips/${id}/emergency-pack/reveal`, { reason: '護照遺失' }, { 'accept-language': 'zh-TW' })
  const [now, later] = [await underWay(), await underWay(2)]
  const pack = done(await open(now.id)) as { name: string }[]
  assert.deepEqual(pack.map(({ name }) => name).sort(), ['李明哲', '王大明', '王小美', '陳先生'])
  const { rows } = await sql<{
    n: number
  }>`select count(*)::integer as n from personal_data_reads where actor_id = ${ids.leader} and reason = '護照遺失'`.execute(
    db,
  )
  assert.ok((rows[0]?.n ?? 0) >= 1)
  const early = await open(later.id)
  assert.deepEqual(
    [early.status, early.body.detail],
    [409, `領隊在 ${later.serial} 出團期間，或有事故處理中時，才能開啟緊急應變資料；其他時間請洽 OP。`],
  )
  const { id: incident } = done(await report(later.id, { kind: 'delay' }))
  assert.equal((await open(later.id)).status, 200)
  done(await op.post(`/incidents/${incident}/close`, { result: '班機已起飛' }))
  assert.equal((await open(later.id)).status, 409)
  await sql`update planned_trips set assigned_leader_id = null, briefing_leader_id = ${profile.id} where id = ${now.id}`.execute(
    db,
  )
  assert.equal((await open(now.id)).status, 404)
})

test('an open incident stands on top of the morning of everybody, in red once it is late', async () => {
  await sql`update incidents set closed_at = now(), closed_by = ${ids.op}, result = '結案' where closed_at is null`.execute(
    db,
  )
  const { id, serial } = await underWay()
  const { id: incident } = done(await report(id))
  await sql`update incidents set happened_at = now() - interval '25 hours' where id = ${incident}`.execute(db)
  for (const who of ['op', 'ticketing', 'line_control', 'sales', 'finance', 'leader', 'manager', 'admin'] as const) {
    const [first] = done(await as(who).get('/work')) as {
      key: string
      overdue: number
      items: { record: { number: string }; reasons: { says: string; light: string }[] }[]
    }[]
    assert.deepEqual(
      [
        first?.key,
        first?.overdue,
        first?.items[0]?.record.number,
        first?.items[0]?.reasons.map(({ says, light }) => [says, light]),
      ],
      ['incidents_open', 1, serial, [['護照遺失', 'red']]],
      who,
    )
  }
  done(await op.post(`/incidents/${incident}/close`, { result: '結案' }))
  const groups = done(await op.get('/work')) as { key: string }[]
  assert.ok(groups.every(({ key }) => key !== 'incidents_open'))
})
