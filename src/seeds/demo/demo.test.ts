import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { demoHouse } from '../../../test/fixtures/demo.ts'
import { terminal } from '../../../test/terminal.ts'
import { settleHolds } from '../../modules/bookings/seats.ts'

const home = await demoHouse()
const { app, db, database, asBearer, signedIn, printed } = home
const { guidon } = await terminal(home)
const one = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows[0]

test('there is one account for every role', () => {
  assert.deepEqual(
    JSON.parse(printed).demo.map(({ role, email, password }: Record<string, string>) => `${role} ${email} ${password}`),
    [
      'admin admin@demo.guidon.local guidon-demo',
      'sales sales@demo.guidon.local guidon-demo',
      'sales sales2@demo.guidon.local guidon-demo',
      'department ticketing ticketing@demo.guidon.local guidon-demo',
      'department line_control line-control@demo.guidon.local guidon-demo',
      'department op op@demo.guidon.local guidon-demo',
      'finance finance@demo.guidon.local guidon-demo',
      'manager manager@demo.guidon.local guidon-demo',
      'leader leader@demo.guidon.local guidon-demo',
      'customer customer@demo.guidon.local guidon-demo',
      'customer customer2@demo.guidon.local guidon-demo',
      'customer customer3@demo.guidon.local guidon-demo',
    ],
  )
})

test("the accounts sign in with the demo's password", async () => {
  const given = { email: 'line-control@demo.guidon.local', password: 'guidon-demo' }
  const { status, data } = await asBearer().post('/login', given)
  assert.deepEqual([status, data.user.department], [200, 'line_control'])
})

test('there are requests in every status', async () => {
  const rows = await db
    .selectFrom('addon_requests')
    .select(['status', sql<number>`count(*)`.as('n')])
    .groupBy('status')
    .execute()
  assert.deepEqual(Object.fromEntries(rows.map(({ status, n }) => [status, n])), {
    pending_approval: 3,
    open: 6,
    inquiring: 3,
    quoted: 3,
    offered: 7,
    negotiating: 2,
    accepted: 3,
    rejected: 2,
    confirmed: 3,
    completed: 7,
    cancelled: 3,
  })
})

test('a manager has something of each kind to approve, and the discount is above the limit', async () => {
  const manager = await signedIn('manager')
  const { data } = await manager.get('/approvals/waiting?to_decide=true')
  const texts = data.map(({ title, about, possible }: Waiting) => [title, about.name, possible])
  const both = ['approve', 'decline']
  assert.deepEqual(
    [
      texts.find(([title]: string[]) => title === '超過上限的優惠'),
      texts.find(([title]: string[]) => title === '請假：事假'),
    ],
    [
      ['超過上限的優惠', '許家豪', both],
      ['請假：事假', '李明哲', ['approve']],
    ],
  )
  assert.equal(data.filter(({ source }: Waiting) => source === 'addon_request').length, 3)
  const { approval, created_at } = data.find(({ source }: Waiting) => source === 'approval')
  const { price_lines } = (await manager.get(`/bookings/${approval.booking_id}`)).data
  const fares = price_lines.filter(({ kind }: { kind: string }) => kind === 'adult')
  assert.ok(approval.price_before - approval.price_after > fares[0].amount / 10)
  assert.ok(Date.parse(created_at) < Date.now() - 3_600_000, 'it was asked yesterday')
})
type Waiting = { source: string; title: string; about: { name: string }; possible: string[] }

test('there are offers due within a day, in some days, without a deadline, and overdue ones', async () => {
  const sales = await signedIn('sales')
  const dues = async (query: string) =>
    (await sales.get(`/addon-requests/communications/pending-responses${query}`)).data.length
  assert.deepEqual([await dues(''), await dues('?overdue=true')], [7, 2])
  const soon = await one(sql<{ n: number }>`select count(*) as n from addon_requests
    where status = 'offered' and response_deadline between now() and now() + interval '24 hours'`)
  assert.equal(soon?.n, 2)
})

test('entries are in both languages', async () => {
  const spoken = await one(sql<{ zh: number; en: number }>`
    select count(*) filter (where message ~ '[一-龥]') as zh, count(*) filter (where message !~ '[一-龥]') as en
      from addon_communications where sender_type <> 'system'`)
  assert.ok(spoken && spoken.zh > 60 && spoken.en > 30, JSON.stringify(spoken))
})

test('no entry is in the future, and all are in order', async () => {
  const faults = await one(sql<{ ahead: number; disordered: number; early: number }>`
    select count(*) filter (where created_at > now()) as ahead, count(*) filter (where created_at < before) as disordered,
           count(*) filter (where answered_at < created_at) as early
      from (select *, lag(created_at) over (partition by addon_request_id order by id) as before from addon_communications) c`)
  assert.deepEqual(faults, { ahead: 0, disordered: 0, early: 0 })
})

test('notices of a request have the time of its step; those about the leader of a trip are sent soon after it was planned', async () => {
  const faults = await one(sql<{ requests: number; trips: number }>`
    select count(*) filter (where n.subject_type = 'addon_request' and not exists (
             select from addon_communications c where c.addon_request_id = n.subject_id and c.created_at = n.created_at)) as requests,
           count(*) filter (where n.event = 'trip-leader.named' and n.created_at > t.created_at + interval '6 days'
                              and t.created_at < now() - interval '7 days') as trips
      from notifications n left join planned_trips t on n.subject_type = 'planned_trip' and t.id = n.subject_id`)
  assert.deepEqual(faults, { requests: 0, trips: 0 })
})

test('completed requests are charged, reminders were sent once, and older entries are read', async () => {
  assert.deepEqual(
    await one(sql`select (select count(*) from booking_price_lines where kind = 'addon') as lines,
      (select sum(amount) from booking_price_lines where kind = 'addon') as amount, (select count(*) from addon_reminders) as reminders,
      (select count(*) > 100 from notifications where read_at is not null) as told,
      (select count(*) > 10 from notifications where read_at is null) as unread,
      (select count(*) > 100 from addon_communication_reads) as read`),
    { lines: 7, amount: 69400, reminders: 4, told: true, unread: true, read: true },
  )
})

test('bookings have every status, with charges and payments; two are overdue, one is waitlisted', async () => {
  const sales = await signedIn('sales')
  const all = async () => [
    ...(await sales.get('/bookings?per_page=100')).data,
    ...(await sales.get('/bookings?per_page=100&page=2')).data,
  ]
  const data = await all()
  const counted = Map.groupBy(data, ({ status }: { status: string }) => status)
  assert.deepEqual(Object.fromEntries([...counted].map(([status, those]) => [status, those.length]).sort()), {
    cancelled: 3,
    completed: 21,
    confirmed: 98,
    expired: 1,
    held: 9,
    waitlisted: 1,
  })
  const overdue = (await sales.get('/bookings?overdue=true')).data
  assert.deepEqual(
    overdue.map(({ booking_number: number }: { booking_number: string }) => number.replace(/\d{6}[A-Z]/, '')).sort(),
    ['PRG-002', 'TYO-002'],
  )
  const ends = (await sales.get('/work')).data.find(({ key }: { key: string }) => key === 'holds_expiring')
  assert.equal(ends?.count, 1, 'the tour shows a hold that ends tomorrow')
  assert.ok(data.every(({ total, status }: Record<string, unknown>) => status === 'cancelled' || Number(total) > 0))
  assert.equal(data.find(({ status }: { status: string }) => status === 'waitlisted').waitlist_position, 1)
  const manager = await signedIn('manager')
  const gone = (await manager.get('/bookings?status=cancelled')).data
  const restorable = gone.filter(({ possible }: { possible: string[] }) => possible.includes('restore'))
  assert.deepEqual(
    restorable.map(({ contact }: { contact: { name: string } }) => contact.name).sort(),
    ['吳育誠', '廖鈺婷'],
    'a manager can try to restore a booking',
  )
  await settleHolds(database)
  assert.deepEqual(await all(), data, 'no clock changes them in the first minute')
})

test('most travelers have passports, stored encrypted', async () => {
  const { rows } = await sql`
    select count(*)::integer as travelers, count(passport_number)::integer as shown, count(distinct passport_mark)::integer as passports,
           (select (passport_number).mask from travelers where name = '林陳素蘭') as mask from travelers`.execute(db)
  assert.deepEqual(rows, [{ travelers: 332, shown: 315, passports: 305, mask: '•••121' }])
  const prague = await one<{ id: number }>(sql`
    select distinct planned_trip_id as id from travelers v join bookings b on b.id = v.booking_id where v.name = '林陳素蘭'`)
  const { data } = await (await signedIn('sales')).get(`/planned-trips/${prague?.id}/readiness`)
  assert.deepEqual(
    data.list
      .slice(0, 4)
      .map(({ name, checks }: { name: string; checks: { check: string }[] }) => [
        name,
        checks.map(({ check }) => check),
      ]),
    [
      ['王美玲', []],
      ['王建國', []],
      ['林國棟', []],
      ['林陳素蘭', ['passport_expiring']],
    ],
  )
})

test('a customer without an account has answered by a mailed link', async () => {
  const customer = await db
    .selectFrom('addon_communications')
    .select(['user_id', 'message'])
    .where('message', '=', '可以，請幫我訂。')
    .executeTakeFirst()
  assert.equal(customer?.user_id, null)
})

test('no mail job is queued', async () => {
  assert.deepEqual(await one(sql`select count(*) as n from jobs.job`), { n: 0 })
})

test('every night of a trip that names a hotel is in exactly one stay', async () => {
  const nights = await one(sql<{ missing: number; twice: number; stays: number }>`
    with night as (
      select s.planned_trip_id, h.id as hotel_id, generate_series(s.starts_on, least(s.ends_on, t.return_date - 1), interval '1 day')::date as day
        from planned_trip_segments s join planned_trips t on t.id = s.planned_trip_id
        join hotels h on h.name = s.hotel_name and h.city_id = s.overnight_city_id
    ), counted as (
      select (select count(*) from planned_trip_stays y where y.planned_trip_id = night.planned_trip_id
                 and y.hotel_id = night.hotel_id and night.day >= y.check_in and night.day < y.check_out) as n from night
    ) select count(*) filter (where n = 0) as missing, count(*) filter (where n > 1) as twice,
             (select count(*) from planned_trip_stays) as stays from counted`)
  assert.deepEqual([nights?.missing, nights?.twice], [0, 0])
  assert.ok(nights && nights.stays > 30, JSON.stringify(nights))
})

test('the hotels came in by an import, which is there with its counts', async () => {
  const { data } = await (await signedIn('admin')).get('/imports')
  const hotels = await one(sql<{ n: number }>`select count(*)::integer as n from hotels`)
  assert.deepEqual(
    data.map(({ file_name, status, imported_by_name, rows, created, refused, done_rows }: Record<string, unknown>) => [
      ...[file_name, status, imported_by_name, rows, created, refused, done_rows],
    ]),
    [['合作飯店.csv', 'done', '周文彬', hotels?.n, hotels?.n, 0, hotels?.n]],
  )
})

test('entries are immutable again, and changes count versions', async () => {
  await assert.rejects(sql`update addon_communications set message = 'x' where id = 1`.execute(db), /never edited/)
  const version = sql<{ version: number }>`select version from addon_requests where id = 1`
  const before = await one(version)
  await sql`update addon_requests set priority = 'low' where id = 1`.execute(db)
  assert.equal((await one(version))?.version, (before?.version ?? 0) + 1)
})

test('every list answers every permitted caller, as declared', async () => {
  const isList = ({ returns }: (typeof app.catalogue)[number]) =>
    (returns.schema as { properties?: { data?: { type?: string } } }).properties?.data?.type === 'array'
  const lists = app.catalogue.filter(
    (route) => route.methods.includes('GET') && !route.path.includes('{') && isList(route) && !route.query?.required,
  )
  // The audit of everything is for administrators, that of one record for all staff.
  const isWhole = (path: string) => path === '/api/audit'
  // The demo has no account at LINE, so there is nothing of it.
  const isOff = (path: string) => path === '/api/line/threads'
  assert.ok(lists.length > 20, `${lists.length} lists`)
  for (const role of ['admin', 'sales', 'ticketing', 'leader', 'customer'] as const) {
    const caller = await signedIn(role)
    for (const { path, access } of lists) {
      const mayAsk =
        !Array.isArray(access) ||
        (isWhole(path) ? role === 'admin' : access.includes(role === 'ticketing' ? 'department' : role))
      const allowed = isOff(path) ? 404 : 200
      assert.equal((await caller.get(path)).status, mayAsk ? allowed : 403, `${role} ${path}`)
    }
  }
})

test('every conversation can be read', async () => {
  const [admin, customer] = [await signedIn('admin'), await signedIn('customer2')]
  const { data } = await admin.get('/addon-requests?per_page=100')
  assert.equal(data.length, 42)
  for (const { id } of data) {
    assert.equal((await admin.get(`/addon-requests/${id}/communications?include_internal=true`)).status, 200)
    await customer.get(`/addon-requests/${id}/communications`)
  }
})

test('seeding again changes nothing', async () => {
  const all = sql`select (select count(*) from users) as users, (select count(*) from notifications) as told,
    (select sum(version) from addon_requests) as versions, (select max(id) from audit) as audit`
  const before = await one(all)
  const out = 'The reference data is complete.\nThe demo is there already.\n'
  assert.deepEqual(await guidon('seed --demo'), { code: 0, out, err: '' })
  assert.deepEqual(await one(all), before)
})

test('an installation with its own bookings gets no demo', async () => {
  await sql`delete from installation where key = 'demo'`.execute(db)
  assert.match((await guidon('seed --demo')).err, /the demo comes into an empty house only/)
  assert.equal(await one(sql`select 1 as is from installation where key = 'demo'`), undefined)
})

test('a customer who books again is one person, and one who registered twice is proposed as a duplicate', async () => {
  const sales = await signedIn('sales')
  const { data: again } = await sales.get('/persons?q=mei-ling%20wang')
  assert.deepEqual(
    again.map(({ name, records }: { name: string; records: object }) => [name, records]),
    [['王美玲', { bookings: 3, travelers: 3, accounts: 1, leaders: 0 }]],
  )
  const { data: doubles } = await sales.get('/persons/doubles')
  assert.deepEqual(
    doubles.map(
      ({ reasons, persons }: { reasons: { label_en: string }[]; persons: { name: string; phone: string }[] }) => [
        reasons.map(({ label_en }) => label_en),
        persons.map(({ name, phone }) => `${name} ${phone}`),
      ],
    ),
    [[['The same name and phone'], ['楊子萱 +886 912 555 305', '楊子萱 0912-555-305']]],
  )
})
