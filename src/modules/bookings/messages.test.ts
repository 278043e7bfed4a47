import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { placeOf } from '../../../test/fixtures/place.ts'
import { house } from '../../../test/house.ts'
import { makeLink } from '../links/links.ts'

const home = await house()
const { app, as, database, db, ids } = home
const { trip, book } = await bookingFixtures(home)
const { id: on, serial } = await trip(20)
const placeOfBooking = async (id: number) =>
  placeOf(app, `/l/booking/${(await database.transaction({}, (tx) => makeLink(tx, 'booking', id))).token}`)

// That it waits in the morning of sales is played in src/modules/work/emptied.test.ts.
test('a customer writes in its place, the salesperson is told and answers, and the customer is told by mail and in its place', async () => {
  const contact = { name: '王小美', phone: '0912 345 678', email: 'wang.messages@example.com' }
  const booking = await book(on, ['王小美'], { contact, sales_user_id: ids.sales })
  const place = await placeOfBooking(booking.id)
  const asked = { form: 'message', text: '兩間房可以安排相鄰嗎？' }
  // The button is pressed twice.
  for (const { statusCode } of await Promise.all([place.send('', asked), place.send('', asked)]))
    assert.equal(statusCode, 303)
  const [told] = (await as('sales').get('/notifications?event=booking-message.asked')).data
  assert.deepEqual(
    [told.title, told.body],
    [`${serial} A message from 王小美`, `${booking.booking_number}\n\n兩間房可以安排相鄰嗎？`],
  )

  const at = `/bookings/${booking.id}/messages`
  const answered = done(await as('sales').post(at, { text: '已請飯店安排相鄰。' }))
  assert.deepEqual(
    answered.map((each: { from: string; text: string; read_at: string | null }) => [
      each.from,
      each.text,
      each.read_at !== null,
    ]),
    [
      ['customer', '兩間房可以安排相鄰嗎？', true],
      ['agency', '已請飯店安排相鄰。', false],
    ],
  )
  const [mail] = await db
    .selectFrom('deliveries')
    .select(['sentence', 'params'])
    .where('booking_id', '=', booking.id)
    .where('sentence', '=', 'booking-message.answered')
    .execute()
  assert.equal((mail?.params as { text?: string } | undefined)?.text, '已請飯店安排相鄰。')
  const page = (await place.open()).body
  for (const text of ['Your salesperson has written to you', '1 new message', '已請飯店安排相鄰。'])
    assert.ok(page.includes(text), text)
  assert.equal((await place.send('', { form: 'read' })).statusCode, 303)
  assert.ok(!(await place.open()).body.includes('Your salesperson has written to you'))
})

test('only the customer of a booking and the office read its messages; nobody else writes', async () => {
  const booking = await book(on, ['李大同'], { customer_user_id: ids.customer })
  const at = `/bookings/${booking.id}/messages`
  done(await as('customer').post(at, { text: '請問集合時間？' }))
  const statuses = async (who: Parameters<typeof as>[0]) => [
    (await as(who).get(at)).status,
    (await as(who).post(at, { text: 'x' })).status,
  ]
  assert.deepEqual(await statuses('other_customer'), [404, 404])
  assert.deepEqual(await statuses('leader'), [403, 403])
  assert.deepEqual(await statuses('finance'), [403, 403])
  assert.deepEqual(await statuses('manager'), [200, 403])
  assert.deepEqual(await statuses('op'), [200, 200])
  assert.equal((await as('customer').post(at, { text: '' })).status, 422)
})

test('a message that is empty or too long is refused in a sentence, and what was typed stays', async () => {
  const booking = await book(on, ['林志明'])
  const at = `/bookings/${booking.id}/messages`
  const place = await placeOfBooking(booking.id)
  const long = '長'.repeat(2001)
  for (const [text, says, saysOnPage] of [
    ['', 'Must not be empty.', 'This field is required.'],
    [long, 'At most 2000 characters.', 'At most 2000 characters.'],
  ] as const) {
    const refused = await as('sales').post(at, { text })
    assert.deepEqual([refused.status, refused.body.errors], [422, { text: [says] }])
    const page = await place.send('', { form: 'message', text })
    assert.equal(page.statusCode, 422)
    assert.ok(page.body.includes(`<p class="fault" id="message-text-fault">${saysOnPage}</p>`), saysOnPage)
    assert.ok(page.body.includes(`>${text}</textarea>`))
  }
  assert.deepEqual((await as('sales').get(at)).data, [])
})

test('a cancelled booking takes no more messages: both sides are told why, and what was typed stays', async () => {
  const booking = await book(on, ['周大為'])
  const place = await placeOfBooking(booking.id)
  assert.ok((await place.open()).body.includes('Write to us'))
  done(await as('sales').post(`/bookings/${booking.id}/cancel`, { reason: '改期' }))
  const says = `Booking ${booking.booking_number} was cancelled or has expired, and nothing is owed, so it takes no more messages; use the telephone or mail instead.`
  const refused = await as('sales').post(`/bookings/${booking.id}/messages`, { text: '退款已匯出' })
  assert.deepEqual([refused.status, refused.body.code, refused.body.detail], [409, 'step_not_possible', says])
  const sent = await place.send('', { form: 'message', text: '請問何時退款？' })
  assert.equal(sent.statusCode, 409)
  for (const text of [says, '<p class="words">請問何時退款？</p>']) assert.ok(sent.body.includes(text), text)
  const page = (await place.open()).body
  assert.ok(page.includes('takes no more messages; please call or mail us') && !page.includes('Write to us'))
})

test('the messages of an erased contact are deleted with their notices and mails, and none is written any more', async () => {
  const booking = await book(on, ['陳美玲'], {
    contact: { name: '陳美玲', phone: '0933 111 222', email: 'chen.messages@example.com' },
    sales_user_id: ids.sales,
  })
  const place = await placeOfBooking(booking.id)
  assert.equal((await place.send('', { form: 'message', text: '只有你知道的事' })).statusCode, 303)
  done(await as('sales').post(`/bookings/${booking.id}/messages`, { text: '只有我知道的事' }))
  await sql`update bookings set status = 'completed' where id = ${booking.id}`.execute(db)
  const { person_id } = await db
    .selectFrom('person_records')
    .select('person_id')
    .where('booking_id', '=', booking.id)
    .executeTakeFirstOrThrow()
  await sql`update travelers set status = 'cancelled' where booking_id = ${booking.id}`.execute(db)
  done(await as('admin').post(`/persons/${person_id}/erase`))
  const at = `/bookings/${booking.id}/messages`
  assert.deepEqual((await as('sales').get(at)).data, [])
  const kept = await sql<{ row: object }>`
    select to_jsonb(a) as row from audit a where table_name = 'booking_messages'
    union all select to_jsonb(n) from notifications n union all select to_jsonb(d) from deliveries d`.execute(db)
  assert.ok(kept.rows.length > 0)
  for (const text of ['只有你知道的事', '只有我知道的事']) assert.ok(!JSON.stringify(kept.rows).includes(text), text)
  const refused = await as('sales').post(at, { text: '您好' })
  assert.deepEqual(
    [refused.status, refused.body.detail],
    [
      409,
      `The contact of booking ${booking.booking_number} was erased, and it takes no more messages; use the telephone or mail instead.`,
    ],
  )
})

test('the export of a person has the messages of the bookings of which it is the contact', async () => {
  const booking = await book(on, ['吳淑芬', '吳小弟'], {
    contact: { name: '吳淑芬', phone: '0955 666 777', email: 'wu.messages@example.com' },
  })
  done(await as('sales').post(`/bookings/${booking.id}/messages`, { text: '已為您安排' }))
  const exported = async (nth: number) =>
    done(await as('sales').post(`/travelers/${booking.travelers[nth].id}/export`, { reason: '當事人請求' })).messages
  const [{ created_at, ...message }] = await exported(0)
  assert.match(created_at, /^20/)
  assert.deepEqual(message, { booking_number: booking.booking_number, from: 'agency', text: '已為您安排' })
  assert.deepEqual(await exported(1), [])
})
