import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { tellTripNews } from '../../../test/fixtures/news.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db, ids } = home
const [op, ticketing, sales] = [as('op'), as('ticketing'), as('sales')]
const { trip, book } = await bookingFixtures(home)
const day = '2099-03-10'
const people = { op_user_id: ids.op, sales_user_id: ids.sales }

const planned = async () => {
  const assembly = { at: `${day}T06:00:00+08:00`, place: '二航廈' }
  const { id, serial } = await trip(9, { ...people, assembly })
  const flight = done(
    await ticketing.post(`/planned-trips/${id}/flights`, {
      ...{ direction: 'outbound', flight_number: 'BR198', origin: 'TPE', destination: 'NRT' },
      ...{ departs_at: `${day}T08:30:00+08:00`, departs_timezone: 'Asia/Taipei' },
      ...{ arrives_at: `${day}T12:45:00+09:00`, arrives_timezone: 'Asia/Tokyo' },
    }),
  )
  await tellTripNews(home)
  const booking = await book(id, ['甲'])
  return {
    id,
    serial,
    at: `/planned-trips/${id}`,
    flight: `/planned-trip-flights/${flight.id}`,
    booking: booking.id as number,
  }
}
const meet = (at: string, time: string, more: object = {}) =>
  op.put(at, { assembly: { at: `${day}T${time}:00+08:00`, place: '二航廈' }, ...more })
/** The changes that the mails to a person tell, oldest first. */
const mailed = async (person: string) => {
  const { rows } = await sql<{ changes: string }>`
    select params ->> 'changes' as changes from deliveries where person = ${person} and sentence like 'trip-news%' order by id`.execute(
    db,
  )
  return rows.map(({ changes }) => changes.split('\n'))
}

test('travelers are told of a new assembly only with the tick, once, of what is true after half a minute', async () => {
  const { at, booking } = await planned()
  const contact = `contact ${booking}`
  done(await meet(at, '05:00'))
  await tellTripNews(home)
  assert.deepEqual(await mailed(contact), [], 'nothing was ticked')
  done(await meet(at, '05:30', { tell_travelers: true }))
  done(await meet(at, '05:45'))
  await tellTripNews(home)
  await tellTripNews(home)
  const told = [`集合時間：2099/3/10 06:00 → 2099/3/10 05:45`, '集合地點：二航廈']
  assert.deepEqual(await mailed(contact), [told], 'from what they knew, although it changed without them meanwhile')
  assert.equal(
    (await sql`select from trip_news where planned_trip_id = ${Number(at.split('/')[2])}`.execute(db)).rows.length,
    0,
  )
})

test('a change that is taken back within half a minute is told to nobody', async () => {
  const { at, booking } = await planned()
  done(await meet(at, '05:00', { tell_travelers: true }))
  done(await meet(at, '06:00'))
  await tellTripNews(home)
  assert.deepEqual(await mailed(`contact ${booking}`), [])
  const told = await sql<{
    n: number
  }>`select count(*)::integer as n from notifications where sentence = 'trip-news' and subject_id = ${Number(at.split('/')[2])}`.execute(
    db,
  )
  assert.equal(told.rows[0]?.n, 0)
})

test('the console shows what travelers will read; it can be taken back meanwhile, and told later', async () => {
  const { at, serial, booking } = await planned()
  const nothing = { tells_travelers: false, due_at: null, people: 0, text: null, text_en: null }
  assert.deepEqual(done(await sales.get(`${at}/news`)), nothing)
  done(await meet(at, '05:00', { tell_travelers: true }))
  const news = done(await sales.get(`${at}/news`))
  assert.equal(
    news.text,
    `${serial} 行程通知：集合\n\n北海道三日\n\n您的行程有以下通知（當地時間）：\n集合時間：2099/3/10 06:00 → 2099/3/10 05:00\n集合地點：二航廈\n\n若有疑問或不便，請與我們聯絡。`,
  )
  assert.equal(
    news.text_en.split('\n\n').slice(2).join('\n\n'),
    `This is new about your trip (local times):\nAssembly: 10 Mar 2099 06:00 → 10 Mar 2099 05:00\nMeeting point: 二航廈\n\nIf you have any questions, or if this does not suit you, please contact us.`,
  )
  assert.deepEqual([news.people, news.tells_travelers, Date.parse(news.due_at) > Date.now()], [1, true, true])
  const undone = done(await sales.put(`${at}/news`, { tells_travelers: false }))
  assert.deepEqual([undone.tells_travelers, undone.due_at, undone.text], [false, null, news.text])
  await tellTripNews(home)
  assert.deepEqual(await mailed(`contact ${booking}`), [])
  assert.equal(done(await sales.put(`${at}/news`, { tells_travelers: true })).tells_travelers, true)
  await tellTripNews(home)
  assert.equal((await mailed(`contact ${booking}`)).length, 1)
  assert.deepEqual(done(await sales.get(`${at}/news`)), nothing)
  assert.equal((await as('leader').get(`${at}/news`)).status, 403)
})

test('another flight is never told without the assembly: the same one, or that the time will follow', async () => {
  const { at, flight, booking } = await planned()
  const move = async (departs: string, arrives: string) => {
    const times = { departs_at: `${day}T${departs}`, arrives_at: `${day}T${arrives}` }
    done(await ticketing.put(flight, { ...times, tell_travelers: true }))
    await tellTripNews(home)
  }
  await move('08:40', '12:55')
  await move('05:30', '09:45')
  done(await meet(at, '03:00', { tell_travelers: true }))
  await tellTripNews(home)
  assert.deepEqual(await mailed(`contact ${booking}`), [
    [`航班 BR198 TPE–NRT：2099/3/10 08:30–12:45 → 2099/3/10 08:40–12:55`, `集合時間不變：2099/3/10 06:00`],
    [
      `航班 BR198 TPE–NRT：2099/3/10 08:40–12:55 → 2099/3/10 05:30–09:45`,
      `集合時間 2099/3/10 06:00 不早於起飛時間，新的集合時間會另行通知。`,
    ],
    [`集合時間：2099/3/10 06:00 → 2099/3/10 03:00`, '集合地點：二航廈'],
  ])
})

test('a guaranteed departure and new dates are told unless the change says no; a step back is never told', async () => {
  const { at, booking } = await planned()
  const enter = (status: string, more: object = {}) => op.put(`${at}/status`, { status, ...more })
  done(await enter('guaranteed', { tell_travelers: false }))
  await tellTripNews(home)
  assert.deepEqual(await mailed(`contact ${booking}`), [])
  done(await enter('open', { reason: '誤按' }))
  done(await enter('guaranteed'))
  await tellTripNews(home)
  done(await enter('open', { reason: '誤按' }))
  done(await enter('guaranteed'))
  await tellTripNews(home)
  assert.deepEqual(await mailed(`contact ${booking}`), [['本團確定出發，期待與您同行。']], 'once')
  done(await op.put(at, { departure_date: '2099-03-12' }))
  await tellTripNews(home)
  const [, [dates] = []] = await mailed(`contact ${booking}`)
  assert.equal(dates, '出團日期：2099/3/10（二）– 3/12（四） → 2099/3/12（四）– 3/14（六）')
})

test('a departure notice tells the travelers what they did not know; what is told anyway still goes', async () => {
  const { at, booking } = await planned()
  done(await sales.post(`/bookings/${booking}/confirm`))
  done(await meet(at, '05:00'))
  await tellTripNews(home)
  assert.match(done(await sales.get(`${at}/news`)).text, /05:00/)
  done(await op.post(`${at}/departure-notices`, {}))
  assert.equal(done(await sales.get(`${at}/news`)).text, null)
  done(await meet(at, '04:30', { tell_travelers: true }))
  done(await op.post(`${at}/departure-notices`, { again: true }))
  await tellTripNews(home)
  const [told] = await mailed(`contact ${booking}`)
  assert.equal(told?.[0], `集合時間：2099/3/10 05:00 → 2099/3/10 04:30`)
})

test('nothing waits to be told of a trip that is back', async () => {
  const { at, id } = await planned()
  done(await meet(at, '05:00'))
  await sql`update planned_trips set status = 'returned' where id = ${id}`.execute(db)
  assert.equal(done(await sales.get(`${at}/news`)).text, null)
  await tellTripNews(home)
  assert.equal((await sql`select from trip_news where planned_trip_id = ${id}`.execute(db)).rows.length, 0)
})
