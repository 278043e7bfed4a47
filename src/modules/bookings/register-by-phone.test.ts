import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { placeOf } from '../../../test/fixtures/place.ts'
import { house } from '../../../test/house.ts'
import { outbox } from '../../../test/outbox.ts'
import { settleHolds } from './seats.ts'

const home = await house()
const { app, as, db, database } = home
const post = await outbox(home)
const { trip, register, book } = await bookingFixtures(home)
const sales = as('sales')
const allow = async (telephone_only: boolean) => done(await as('admin').put('/site', { telephone_only }))
const caller = { name: '高電話', phone: '0912 777 888' }
const byPhone = (on: number, names: string[], contact: object = caller) => register(on, names, { contact })

const storedAs = (booking_number: string) =>
  db
    .selectFrom('bookings')
    .select(['id', 'status', 'contact_name', 'contact_phone', 'contact_email', 'contact_proved_at', 'hold_expires_at'])
    .where('booking_number', '=', booking_number)
    .executeTakeFirstOrThrow()
type Item = {
  record: { number: string; name: string }
  words: string
  due_at: string
  action: { path: string; body: object; label: string }
}
const work = async (): Promise<{ key: string; items: Item[] }[]> => done(await sales.get('/work'))
const toCall = async () => (await work()).find(({ key }) => key === 'registrations_to_call')?.items ?? []
const callOf = async (booking_number: string) => {
  const item = (await toCall()).find(({ record }) => record.number === booking_number)
  assert.ok(item, booking_number)
  return item
}

test('without the setting a registration needs a mail address', async () => {
  const { id } = await trip(9)
  for (const contact of [caller, { ...caller, email: null }]) {
    const { status, body } = await byPhone(id, ['高電話'], contact)
    assert.deepEqual(
      [status, body.errors],
      [422, { 'contact.email': ['Enter an email address; the confirmation goes there.'] }],
    )
  }
})

test('with it, sales call and confirm whoever left a telephone number alone, and no mail is sent', async () => {
  await allow(true)
  const { id: on } = await trip(9)
  const made = done(await byPhone(on, ['高電話']))
  assert.deepEqual(
    [made.status, made.is_contact_proved, made.contact, made.possible],
    ['held', false, { ...caller, email: null, line_id: null }, ['decline']],
  )
  const item = await callOf(made.booking_number)
  assert.deepEqual(
    [item.record.name, item.words, item.due_at, item.action.label],
    ['高電話', '0912 777 888', made.hold_expires_at, '已通話確認'],
  )
  // It waits for the call alone, and its deposit is not due before, however late it is.
  const { id } = await storedAs(made.booking_number)
  const moved = sql`update bookings set deposit_due_on = today() - 1 where id = ${id}`
  await moved.execute(db)
  const groupsOf = async (person: 'sales' | 'finance') =>
    ((await done(await as(person).get('/work'))) as Awaited<ReturnType<typeof work>>)
      .filter(({ items }) => items.some(({ record }) => record.number === made.booking_number))
      .map(({ key }) => key)
  const dueIn = async (filter: string) =>
    (await sales.get(`/bookings?planned_trip_id=${on}&${filter}`)).data.map(
      ({ booking_number, is_overdue }: { booking_number: string; is_overdue: boolean }) => [booking_number, is_overdue],
    )
  const due = async () => [
    await groupsOf('sales'),
    await groupsOf('finance'),
    await dueIn('overdue=true'),
    await dueIn('overdue=false'),
    await dueIn(`payment_due_until=${daysFromToday(9)}`),
  ]
  const [listed, late] = [
    [made.booking_number, false],
    [made.booking_number, true],
  ]
  assert.deepEqual(await due(), [['registrations_to_call'], [], [], [listed], []])

  // Before the call the link completes and does not confirm.
  const link = `/trip-registrations/${made.manage_link.token}`
  assert.equal((await as().post(`${link}/confirm-contact`)).status, 403)
  done(await as().put(`${link}/travelers/${made.travelers[0].id}`, { meal_requirement: 'vegetarian' }))
  const place = await placeOf(app, made.manage_link.path)
  const start = (await place.open()).body
  assert.match(start, /We call you to confirm/)
  assert.doesNotMatch(start, /Pay the deposit/)

  const pressed = await sales.post(item.action.path.replace(/^\/api/, ''), item.action.body)
  assert.deepEqual([pressed.status, pressed.data.status], [200, 'held'])
  const hours = (Date.parse(pressed.data.hold_expires_at) - Date.now()) / 3_600_000
  assert.ok(hours > 71 && hours <= 72, `${hours}`)
  assert.deepEqual(await toCall(), [])
  await moved.execute(db)
  assert.deepEqual(await due(), [['payments_due', 'registrations_new'], ['payments_overdue'], [late], [], [late]])
  assert.match((await place.open()).body, /Pay the deposit/)

  // The link that the page showed goes on, because no mail can bring another.
  const own = done(await as().get(link))
  assert.deepEqual([own.is_contact_proved, own.status], [true, 'held'])
  done(await sales.post(`/bookings/${pressed.data.id}/confirm`))
  assert.equal(done(await as().get(link)).status, 'confirmed')

  await book(on, ['甲'], { contact: { name: '王', phone: '0912345678', email: 'later@example.com' } })
  await post.mailTo('later@example.com')
  assert.deepEqual(await post.rest(), [])
})

test('the seats are kept until 18:00 of the next working day, and go to others if nobody called', async () => {
  await allow(true)
  const { id: on } = await trip(1)
  const made = done(await byPhone(on, ['高電話'], { ...caller, phone: '0912 777 001' }))
  const { rows } = await sql<{ hour: string; weekday: number; days: number }>`
    select to_char(hold_expires_at at time zone house_zone(), 'HH24:MI') as hour,
           extract(isodow from hold_expires_at at time zone house_zone())::integer as weekday,
           (hold_expires_at at time zone house_zone())::date - today() as days
      from bookings where booking_number = ${made.booking_number}`.execute(db)
  const [kept] = rows
  const next: Record<number, number> = { 1: 1, 2: 1, 3: 1, 4: 1, 5: 3, 6: 2, 7: 1 }
  const { rows: days } = await sql<{
    weekday: number
  }>`select extract(isodow from today())::integer as weekday`.execute(db)
  assert.deepEqual([kept?.hour, kept?.days], ['18:00', next[days[0]?.weekday ?? 0]])
  assert.ok(kept && kept.weekday <= 5)

  const waiting = done(await register(on, ['乙'], { contact: { name: '乙', phone: '0912 777 002' } }))
  assert.equal(waiting.status, 'waitlisted')
  await sql`update bookings set hold_expires_at = now() - interval '1 second' where booking_number = ${made.booking_number}`.execute(
    db,
  )
  await settleHolds(database)
  assert.equal((await storedAs(made.booking_number)).status, 'expired')
  // The next in line is called too: its seat is kept as long.
  const next_in_line = await callOf(waiting.booking_number)
  assert.ok(Date.parse(next_in_line.due_at) > Date.now() + 3_600_000)
  const { id } = await storedAs(waiting.booking_number)
  assert.equal(done(await sales.post(`/bookings/${id}/confirm-contact`)).status, 'held')
})

test('one telephone number has one uncalled registration on a trip', async () => {
  await allow(true)
  const { id: on } = await trip(9)
  const contact = { name: '高電話', phone: '0912 777 003' }
  done(await byPhone(on, ['一'], contact))
  const twice = await byPhone(on, ['一'], { ...contact, phone: '+886 912-777-003' })
  assert.deepEqual(
    [twice.status, twice.body.detail],
    [409, 'The same registration was received a moment ago; we call you to confirm it.'],
  )
  for (const phone of ['0912-777-003', '0912777003']) {
    const third = await byPhone(on, ['三'], { ...contact, phone })
    assert.deepEqual(
      [third.status, third.body.detail],
      [
        409,
        'A registration of this telephone number for this trip is not confirmed yet: wait for our call, or call us.',
      ],
      phone,
    )
  }
  // Others are not counted with it.
  done(await byPhone(on, ['四'], { name: '林', phone: '0912 777 004' }))
})

test('parties by telephone alone have at most 8 people, and hold a share of the seats: three of them cannot take a trip', async () => {
  await allow(true)
  const usual = await home.another({ parameters: { 'guidon.unproved_percent': 30 } })
  const { id: on } = await trip(26)
  const party = (size: number) => Array.from({ length: size }, (_, i) => `旅客${size}${i}`)
  const byPhoneIn = (size: number, contact: object) => register(on, party(size), { contact }, usual.as())
  const large = await byPhoneIn(9, { name: '九', phone: '0912 777 010' })
  assert.deepEqual(
    [large.status, large.body.errors],
    [
      422,
      {
        'contact.email': [
          'With a telephone number alone you can register 8 people at most: enter an email address, or call us and sales register you.',
        ],
      },
    ],
  )
  const statusOf = async (size: number, phone: string) => {
    const { data } = await byPhoneIn(size, { name: '客', phone })
    return data.status
  }
  assert.equal(await statusOf(8, '0912 777 011'), 'held', 'the first party gets its seats, however small the share is')
  assert.equal(await statusOf(8, '0912 777 012'), 'waitlisted')
  assert.equal(await statusOf(1, '0912 777 013'), 'waitlisted')
  const byMail = await register(on, party(2), {}, usual.as())
  assert.equal(byMail.data.status, 'waitlisted', 'who left a mail address gets seats with the mail')
  await usual.stop()
})

test('a mail address that is given later counts once it is proved by mail, and the link of the page stays until then', async () => {
  await allow(true)
  const { id: on } = await trip(9)
  const made = done(await byPhone(on, ['高電話'], { ...caller, phone: '0912 777 005' }))
  const { id } = await storedAs(made.booking_number)
  done(await sales.post(`/bookings/${id}/confirm-contact`))
  const link = `/trip-registrations/${made.manage_link.token}`
  done(await as().put(link, { contact: { email: 'late@example.com' } }))
  await post.mailTo('late@example.com')
  const { contact, email_to_prove } = done(await as().get(link))
  assert.deepEqual([contact.email, email_to_prove], [null, 'late@example.com'])
  assert.notEqual((await storedAs(made.booking_number)).contact_proved_at, null)
})

test('the contact is erased like any other, once the registration is over', async () => {
  await allow(true)
  const { id: on } = await trip(9)
  const made = done(await byPhone(on, ['高電話'], { ...caller, phone: '0912 777 006' }))
  const { id } = await storedAs(made.booking_number)
  done(await sales.post(`/bookings/${id}/cancel`, { reason: '客人不去了' }))
  const { rows } = await sql<{
    id: number
  }>`select person_id as id from person_records where booking_id = ${id}`.execute(db)
  done(await as('admin').post(`/persons/${rows[0]?.id}/erase`))
  const { contact_name, contact_phone, contact_email } = await storedAs(made.booking_number)
  assert.deepEqual([contact_name, contact_phone, contact_email], ['•••', null, null])
  assert.equal((await as().get(`/trip-registrations/${made.manage_link.token}`)).status, 404)
})
