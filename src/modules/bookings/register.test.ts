import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday, NEXT_YEAR } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, database, db } = home
const { package_id, trip, body, register, seats } = await bookingFixtures(home)

test('a public registration of a family: seats, prices and deadlines, without internal data', async () => {
  const { id, serial } = await trip(5, { departure_date: `${NEXT_YEAR}-03-10` })
  const answer = await register(
    id,
    [
      { name: '王大明', surname_en: 'WANG', given_name_en: 'TA-MING', birth_date: '1980-01-01', bed_type: 'single' },
      { name: '王小明', birth_date: `${NEXT_YEAR - 6}-01-01`, bed: false },
      { name: '王小寶', birth_date: `${NEXT_YEAR - 1}-01-01` },
    ],
    { customer_note: '靠窗' },
  )
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const { manage_link, hold_expires_at, deposit_due_on, travelers, ...receipt } = answer.data
  assert.equal(answer.headers.location, `/api/trip-registrations/${manage_link.token}`)
  assert.match(manage_link.path, /^\/l\/booking\/[\w-]{43}$/)
  const minutes = (Date.parse(hold_expires_at) - Date.now()) / 60_000
  assert.ok(minutes > 29 && minutes < 31, 'until the mailbox of the contact is confirmed')
  assert.match(deposit_due_on, /^\d{4}-/)
  assert.deepEqual(
    travelers.map(({ name, passenger_type }: { name: string; passenger_type: string }) => [name, passenger_type]),
    [
      ['王大明', 'adult'],
      ['王小明', 'child'],
      ['王小寶', 'infant'],
    ],
  )
  const line = { currency: 'TWD', quantity: 1, traveler_name: null }
  assert.deepEqual(receipt, {
    booking_number: `${serial}-001`,
    status: 'held',
    waitlist_position: null,
    proof_until: null,
    reported: 0,
    email_to_prove: null,
    is_contact_proved: false,
    is_offered: false,
    possible: ['decline'],
    trip: {
      serial,
      name: '北海道三日',
      name_en: 'Hokkaido, three days',
      departure_date: `${NEXT_YEAR}-03-10`,
      return_date: `${NEXT_YEAR}-03-12`,
    },
    contact: { name: '客人', phone: '0912345678', email: 'guest1@example.com', line_id: null },
    price_lines: [
      { ...line, kind: 'adult', description: '大人', description_en: 'Adult', unit_price: 39900, amount: 39900 },
      {
        ...line,
        kind: 'child_no_bed',
        description: '小孩不佔床',
        description_en: 'Child without bed',
        unit_price: 34900,
        amount: 34900,
      },
      { ...line, kind: 'infant', description: '嬰兒', description_en: 'Infant', unit_price: 34900, amount: 34900 },
    ],
    missing_prices: [],
    currency: 'TWD',
    total: 109700,
    paid: 0,
    balance: 109700,
    deposit: 20000,
    balance_due_on: `${NEXT_YEAR}-02-08`,
    payment_method: 'bankTransfer',
    travel_purpose: 'family',
    marketing_source: 'referral',
    customer_note: '靠窗',
  })
  assert.deepEqual(await seats(id), { held: 2, confirmed: 0, waitlisted: 0, remaining: 3 })
})

test('on a full trip a party is waitlisted as a whole, with a position', async () => {
  const { id } = await trip(3)
  assert.equal(done(await register(id, ['一', '二'])).status, 'held')
  const pair = done(await register(id, ['三', '四']))
  assert.deepEqual(
    [pair.status, pair.waitlist_position, pair.hold_expires_at, pair.possible],
    ['waitlisted', 1, null, ['decline']],
  )
  assert.equal(done(await register(id, ['五', '六'])).waitlist_position, 2)
  assert.equal(done(await register(id, ['七'])).status, 'held', 'one seat is left, and nobody in line could take it')
  const tooMany = await register(id, ['一', '二', '三', '四'])
  assert.deepEqual(Object.keys(tooMany.body.errors), ['travelers'])
})

test('a trip that is not open is not found, for any reason', async () => {
  const closed = [await trip(5, { status: 'draft' }), await trip(5)].map(({ id }) => id)
  await sql`update planned_trips set departure_date = today(), return_date = today() + 2 where id = ${closed[1]}`.execute(
    db,
  )
  for (const id of [...closed, 2_000_000_000])
    assert.deepEqual((await register(id, ['甲'])).body.errors, {
      planned_trip_id: ['This trip is not open for registration.'],
    })
})

test('a private group is not public: the public does not find it and cannot register, until staff make the trip public', async () => {
  const admin = as('admin')
  const found = async (id: number) => (await as().get(`/public/trips/${id}`)).status
  const isListed = async (id: number) =>
    (await as().get('/public/trips?per_page=100')).data.some((one: { id: number }) => one.id === id)
  for (const kind of ['private', 'incentive']) {
    await admin.put(`/packages/${package_id}`, { kind })
    const { id, is_public } = await trip(5)
    assert.equal(is_public, false, kind)
    assert.deepEqual([await found(id), await isListed(id)], [404, false])
    const refused = await register(id, ['甲'])
    assert.deepEqual(
      [refused.status, refused.body.errors],
      [422, { planned_trip_id: ['This trip is not open for registration.'] }],
      'the same as for a trip that does not exist',
    )
    const byStaff = body(id, ['乙'], { contact: { name: '乙', phone: '0912345678', email: `${kind}@example.com` } })
    assert.equal((await as('sales').post('/bookings', byStaff)).status, 201, 'staff book it')

    assert.equal((await admin.put(`/planned-trips/${id}`, { is_public: true })).data.is_public, true)
    assert.deepEqual([await found(id), await isListed(id)], [200, true])
    assert.equal((await register(id, ['甲'])).status, 201)
  }
  await admin.put(`/packages/${package_id}`, { kind: 'group' })
})

test('a trip of a group is public, unless staff plan it as not public', async () => {
  const open = await trip(5)
  const hidden = await trip(5, { is_public: false })
  assert.deepEqual([open.is_public, hidden.is_public], [true, false])
  const { data } = await as('sales').get('/planned-trips?is_public=false&per_page=100')
  const ids = data.map(({ id }: { id: number }) => id)
  assert.deepEqual([ids.includes(hidden.id), ids.includes(open.id)], [true, false])
  assert.deepEqual(
    [(await as().get(`/public/trips/${hidden.id}`)).status, (await register(hidden.id, ['甲'])).status],
    [404, 422],
  )
})

test('all wrong fields are listed at once, and nothing is stored', async () => {
  const { id } = await trip(5)
  const wrong = {
    ...body(id, [{ name: '甲', surname_en: '王' }]),
    privacy_consent: false,
    payment_method: 'gold',
    extra: 1,
  }
  const refused = await as().post('/trip-registrations', wrong)
  assert.deepEqual(Object.keys(refused.body.errors).sort(), [
    'extra',
    'payment_method',
    'privacy_consent',
    'travelers.0.surname_en',
  ])
  assert.equal((await register(id, [])).status, 422)
  assert.equal(
    (
      await register(
        id,
        Array.from({ length: 21 }, (_, i) => `旅客${i}`),
      )
    ).status,
    422,
  )
  assert.equal((await as().post('/trip-registrations', { ...wrong, customer_note: 'x'.repeat(70_000) })).status, 413)
  const unborn = await register(id, [
    { name: '甲', birth_date: daysFromToday(1) },
    '乙',
    { name: '丙', birth_date: '2099-12-31' },
  ])
  assert.deepEqual(unborn.body.errors, {
    'travelers.0.birth_date': ['A birth date must not be after today.'],
    'travelers.2.birth_date': ['A birth date must not be after today.'],
  })
  assert.deepEqual(await seats(id), { held: 0, confirmed: 0, waitlisted: 0, remaining: 5 })
})

test('the same party again is refused as a duplicate; after an hour, or with another contact, it is accepted', async () => {
  const { id } = await trip(9)
  const party = { contact: { name: '李大同', phone: '0922-333-444', email: 'lee@example.com' } }
  done(await register(id, ['李大同', '李小同'], party))
  const spelt = { contact: { name: '李', phone: '0922333444', email: 'LEE@example.com' } }
  const twin = await register(id, ['李小同', ' 李大同'], spelt)
  assert.deepEqual([twin.status, twin.body.code], [409, 'duplicate'])
  assert.ok(!JSON.stringify(twin.body).includes('-001'))
  done(await register(id, ['李大同'], party))
  await sql`update bookings set created_at = created_at - interval '61 minutes', contact_proved_at = now()
    where planned_trip_id = ${id}`.execute(db)
  done(await register(id, ['李大同', '李小同'], party))
})

test('one Idempotency-Key is one registration with one receipt', async () => {
  const { id } = await trip(9)
  const [key, sent] = [{ 'idempotency-key': 'family-1', 'x-forwarded-for': '198.51.100.77' }, body(id, ['陳一'])]
  const both = await Promise.all([
    as().post('/trip-registrations', sent, key),
    as().post('/trip-registrations', sent, key),
  ])
  assert.deepEqual(
    both.map(({ status }) => status),
    [201, 201],
  )
  assert.deepEqual(both[0]?.body, both[1]?.body)
  const elsewhere = await as().post('/trip-registrations', sent, { ...key, 'x-forwarded-for': '198.51.100.78' })
  assert.deepEqual([elsewhere.status, elsewhere.body], [201, both[0]?.body])
  assert.equal((await seats(id)).held, 1)
})

test('a bot that fills in the hidden field is refused, and the refusal names the field', async () => {
  const { id } = await trip(5)
  const caught = await register(id, ['甲'], { website: 'http://spam.example' })
  assert.deepEqual([caught.status, Object.keys(caught.body.errors)], [422, ['website']])
  assert.equal(done(await register(id, ['甲'], { website: '' })).status, 'held')
  assert.equal((await seats(id)).held, 1)
})

test('an IP address may register twenty times an hour, and refused attempts count', async () => {
  const { id } = await trip(5)
  const from = { 'x-forwarded-for': '203.0.113.50' }
  for (let n = 0; n < 20; n += 1) {
    const contact = { name: '王小美', phone: '+886 912 345 678', email: `mei${n}@example.com` }
    const sent = { ...body(id, ['甲'], { contact }), website: 'x' }
    assert.equal((await as().post('/trip-registrations', sent, from)).status, 422)
  }
  const contact = { name: '王小美', phone: '+886 912 345 678', email: 'new@example.com' }
  const over = await as().post('/trip-registrations', body(id, ['甲'], { contact }), from)
  assert.equal(over.status, 429)
  assert.ok(Number(over.headers['retry-after']) > 3000)
})

test('a booking is written once, with its final total; its audit hides the contact', async () => {
  const { id } = await trip(5)
  const { booking_number } = done(await register(id, ['甲', '乙']))
  const { rows } = await sql<{ changes: Record<string, unknown>; action: string; version: number; total: number }>`
    select a.action, a.changes, b.version, b.total from bookings b join audit a on a.table_name = 'bookings' and a.record_id = b.id
     where booking_number = ${booking_number}`.execute(db)
  assert.deepEqual(
    rows.map(({ action, version, total }) => [action, version, total]),
    [['created', 1, 79800]],
  )
  const { contact_name, contact_phone, contact_email, contact_line_id, total } = rows[0]?.changes ?? {}
  assert.deepEqual([contact_name, contact_phone, contact_email], Array(3).fill(['•••', '•••']))
  assert.deepEqual([contact_line_id, total], [undefined, [null, 79800]])
})

test('registrations that wait for one trip do not use up the database connections', async () => {
  const { id } = await trip(9)
  const busy = Promise.withResolvers<void>()
  const holding = database.transaction({}, async (tx) => {
    await tx.selectFrom('planned_trips').where('id', '=', id).forUpdate().execute()
    await busy.promise
  })
  const waiting = Array.from({ length: 12 }, (_, n) => register(id, [`旅客${n}`]))
  const other = await as('op').post('/seasons', {
    code: 'RUSH',
    name: '其他',
    starts_on: '2027-03-01',
    ends_on: '2027-05-31',
  })
  busy.resolve()
  await holding
  assert.equal(other.status, 201)
  assert.deepEqual(
    (await Promise.all(waiting)).map(({ status }) => status),
    Array(12).fill(201),
  )
})
