import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { placeOf } from '../../../test/fixtures/place.ts'
import { house } from '../../../test/house.ts'
import { makeLink } from '../links/links.ts'
import { inviteToAnswer } from './invite.ts'

const home = await house()
const { app, as, database, db, ids } = home
const { trip, book } = await bookingFixtures(home)
const [admin, sales] = [as('admin'), as('sales')]

type More = { op?: number; others?: string[]; contact?: object }
/** A confirmed booking of a trip that returned so many days ago, and its place; with other bookings of that trip. */
const returned = async (daysAgo: number, { op, others: names = [], contact }: More = {}) => {
  const { id } = await trip(5)
  const booking = await book(id, ['王小美'], contact ? { contact } : {})
  const others = []
  for (const name of names) others.push(await book(id, [name]))
  await sql`update planned_trips set departure_date = today() - ${daysAgo + 4}::integer, return_date = today() - ${daysAgo}::integer,
    status = 'returned', op_user_id = ${op ?? null} where id = ${id}`.execute(db)
  await sql`update bookings set status = 'confirmed' where planned_trip_id = ${id}`.execute(db)
  const { token } = await database.transaction({}, (tx) => makeLink(tx, 'booking', booking.id))
  return { trip: id, booking, others, place: await placeOf(app, `/l/booking/${token}`) }
}
const answer = {
  form: 'feedback',
  trip_score: '4',
  leader_score: '5',
  hotels_score: '3',
  meals_score: '4',
  again_score: '5',
}
const rowOf = async (booking: number) =>
  (
    await sql<{ scores: number[]; remarks: string | null }>`
    select array[trip_score, leader_score, hotels_score, meals_score, again_score] as scores, remarks from trip_feedback
     where booking_id = ${booking} and answered_at is not null`.execute(db)
  ).rows
const told = async (who: 'sales' | 'op') =>
  (
    await sql<{ sentence: string; params: { remarks: string | null } }>`select sentence, params from notifications
     where user_id = ${ids[who]} and sentence like 'trip-feedback%' order by id`.execute(db)
  ).rows

test('after the return a booking answers once, and changes its answer for 14 days', async () => {
  const { booking, place } = await returned(3)
  const page = (await place.open()).body
  assert.equal(page.split('type="radio"').length - 1, 25)
  for (const words of [
    'How was it?',
    'How was the whole trip?',
    'How was your tour leader?',
    'Would you travel with us again?',
  ])
    assert.ok(page.includes(words), words)
  const sent = await place.send('', answer)
  assert.deepEqual([sent.statusCode, sent.headers.location], [303, '?done=feedback#done'])
  assert.deepEqual(await rowOf(booking.id), [{ scores: [4, 5, 3, 4, 5], remarks: null }])
  assert.ok((await place.open()).body.includes('Your answer'))
  await place.send('', { ...answer, trip_score: '5', meals_score: '' })
  assert.deepEqual(await rowOf(booking.id), [{ scores: [5, 5, 3, null, 5], remarks: null }])
  await sql`update trip_feedback set answered_at = now() - interval '15 days' where booking_id = ${booking.id}`.execute(
    db,
  )
  const late = await place.send('', answer)
  assert.equal(late.statusCode, 409)
  assert.ok(!(await place.open()).body.includes('type="radio"'))
  assert.deepEqual(await rowOf(booking.id), [{ scores: [5, 5, 3, null, 5], remarks: null }])
})

test('it is not asked before the return, after 60 days, or of a booking that was cancelled; an empty answer is refused', async () => {
  for (const [daysAgo, isOpen] of [[0, false], [1, true], [60, true], [61, false]] as const) {
    const { booking, place } = await returned(daysAgo)
    assert.equal((await place.open()).body.includes('type="radio"'), isOpen, `${daysAgo}`)
    assert.equal((await place.send('', answer)).statusCode, isOpen ? 303 : 409, `${daysAgo}`)
    assert.equal((await rowOf(booking.id)).length, isOpen ? 1 : 0)
  } // biome-ignore format: the days stand in a row.
  const { booking, place } = await returned(3)
  const empty = await place.send('', { form: 'feedback' })
  assert.equal(empty.statusCode, 422)
  assert.ok(empty.body.includes('Give at least one score, or write something.'))
  assert.equal((await place.send('', { ...answer, trip_score: '6' })).statusCode, 422)
  await sql`update bookings set status = 'cancelled' where id = ${booking.id}`.execute(db)
  assert.ok(!(await place.open()).body.includes('type="radio"'))
})

test('a low score, or words, are told to the salesperson and to the OP of the trip; good scores are not', async () => {
  const { place, booking } = await returned(3, { op: ids.op })
  await sql`update bookings set sales_user_id = ${ids.sales} where id = ${booking.id}`.execute(db)
  await place.send('', answer)
  assert.deepEqual([(await told('sales')).length, (await told('op')).length], [0, 0])
  await place.send('', { ...answer, hotels_score: '2' })
  assert.deepEqual([(await told('sales')).length, (await told('op')).length], [1, 1])
  // The same answer once more is no news.
  await place.send('', { ...answer, hotels_score: '2' })
  assert.equal((await told('op')).length, 1)
  await place.send('', { ...answer, hotels_score: '2', remarks: '飯店離車站很遠。' })
  assert.deepEqual(
    (await told('op')).map(({ params }) => params.remarks),
    [null, '飯店離車站很遠。'],
  )
})

test('the office reads the answers; leaders read averages of their own trips without names', async () => {
  const one = await returned(3, { others: ['陳大文'] })
  const [other] = one.others
  const leader = done(await as('line_control').post('/tour-leaders', { name: '李明哲', name_en: 'Lee Ming-Che' }))
  await sql`update planned_trips set assigned_leader_id = ${leader.id} where id = ${one.trip}`.execute(db)
  await one.place.send('', { ...answer, remarks: '領隊很好' })
  const { token } = await database.transaction({}, (tx) => makeLink(tx, 'booking', other.id))
  await (await placeOf(app, `/l/booking/${token}`)).send('', { form: 'feedback', trip_score: '1' })
  const list = await sales.get(`/trip-feedback?planned_trip_id=${one.trip}&sort=answered_at`)
  assert.deepEqual(
    list.data.map((row: { trip_score: number; remarks: string; booking: { booking_number: string } }) => [row.booking.booking_number, row.trip_score, row.remarks]),
    [[one.booking.booking_number, 4, '領隊很好'], [other.booking_number, 1, null]],
  ) // biome-ignore format: two rows.
  const low = await sales.get(`/trip-feedback?tour_leader_id=${leader.id}&is_low=true`)
  assert.deepEqual(
    low.data.map(({ booking_id }: { booking_id: number }) => booking_id),
    [other.id],
  )
  const averages = { asked: 2, answered: 2, trip: 2.5, leader: 5, hotels: 3, meals: 4, again: 5 }
  assert.deepEqual((await sales.get(`/planned-trips/${one.trip}/feedback`)).data, averages)
  assert.deepEqual((await sales.get(`/tour-leaders/${leader.id}/feedback`)).data, averages)
  assert.equal((await as('leader').get('/trip-feedback')).status, 403)
  assert.equal((await as('leader').get(`/planned-trips/${one.trip}/feedback`)).status, 404)
  await sql`update users set tour_leader_id = ${leader.id} where id = ${ids.leader}`.execute(db)
  assert.deepEqual((await as('leader').get(`/planned-trips/${one.trip}/feedback`)).data, averages)
  const csv = await sales.get(`/api/trip-feedback?planned_trip_id=${one.trip}&format=csv`)
  assert.ok(csv.bytes.toString().includes('領隊很好'))
})

test('an erased contact leaves the scores, and takes along the words', async () => {
  const contact = { name: '林秀英', phone: '0933 111 222', email: 'lin.feedback@example.com' }
  const { booking, place } = await returned(3, { contact })
  await place.send('', { ...answer, remarks: '我的母親走不動。' })
  const { person_id } = await db
    .selectFrom('person_records')
    .select('person_id')
    .where('booking_id', '=', booking.id)
    .executeTakeFirstOrThrow()
  await sql`update travelers set status = 'cancelled' where booking_id = ${booking.id}`.execute(db)
  done(await admin.post(`/persons/${person_id}/erase`))
  assert.deepEqual(await rowOf(booking.id), [{ scores: [4, 5, 3, 4, 5], remarks: null }])
  const { rows } = await sql<{
    said: string
  }>`select changes::text as said from audit where table_name = 'trip_feedback' and record_id = (select id from trip_feedback where booking_id = ${booking.id})`.execute(
    db,
  )
  assert.ok(rows.every(({ said }) => !said.includes('母親')))
  assert.ok((await told('sales')).every(({ params }) => !params?.remarks?.includes('母親')))
})

test('two days after the return each booking is asked by one mail; not a cancelled one, nor before, nor twice', async () => {
  await sql`delete from trip_feedback`.execute(db)
  const [soon, due, old, cancelled] = [await returned(1), await returned(2), await returned(30), await returned(2)]
  await sql`update bookings set status = 'cancelled' where id = ${cancelled.booking.id}`.execute(db)
  await sql`update bookings set status = 'cancelled' where id not in (${sql.join([soon, due, old].map(({ booking }) => booking.id))})`.execute(
    db,
  )
  const asked = async () => {
    await inviteToAnswer({}, { database } as never)
    return (
      await sql<{
        booking_id: number
      }>`select booking_id from deliveries where sentence = 'trip-feedback.asked' order by id`.execute(db)
    ).rows.map(({ booking_id }) => booking_id)
  }
  assert.deepEqual(await asked(), [due.booking.id])
  assert.deepEqual(await asked(), [due.booking.id])
})

test('the administrator words the questions, in both languages', async () => {
  const { feedback_questions, version } = (await admin.get('/house/record')).data
  assert.equal(feedback_questions.hotels.question, '住宿如何？')
  const hotels = {
    question: '飯店的位置與早餐如何？',
    question_en: 'How were the places and breakfasts of the hotels?',
  }
  done(
    await admin.patch(
      '/house/record',
      { feedback_questions: { ...feedback_questions, hotels } },
      { 'if-match': `"${version}"` },
    ),
  )
  const { place } = await returned(3)
  assert.ok((await place.open()).body.includes(hotels.question_en))
})

test('a customer with an account answers by the API; a stranger to the booking does not', async () => {
  const { booking } = await returned(3)
  await sql`update bookings set customer_user_id = ${ids.customer} where id = ${booking.id}`.execute(db)
  const body = { trip_score: 3, remarks: '還可以' }
  assert.equal((await as('other_customer').put(`/bookings/${booking.id}/feedback`, body)).status, 404)
  const { status, data } = await as('customer').put(`/bookings/${booking.id}/feedback`, body)
  assert.deepEqual(
    [status, data],
    [
      200,
      {
        trip_score: 3,
        leader_score: null,
        hotels_score: null,
        meals_score: null,
        again_score: null,
        remarks: '還可以',
      },
    ],
  )
})
