import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { placeOf } from '../../../test/fixtures/place.ts'
import { house } from '../../../test/house.ts'
import { type LinkKind, makeLink } from '../links/links.ts'

const home = await house()
const { app, as, database, db } = home
const { trip, book } = await bookingFixtures(home)
const link = async (kind: LinkKind, id: number) =>
  `/l/${kind}/${(await database.transaction({}, (tx) => makeLink(tx, kind, id))).token}`

/** A trip with an assembly at 06:30 and flights from 08:50 to 13:15 in Tokyo, and back. */
const planned = async () => {
  const { id, serial } = await trip(9, { departure_date: '2099-07-10' })
  const assembly = {
    at: '2099-07-09T22:30:00Z',
    place: '桃園機場第二航廈',
    place_en: 'Terminal 2',
    contact: '王領隊 0911-222-333',
  }
  done(await as('op').put(`/planned-trips/${id}`, { assembly }))
  const flights = [
    {
      ...{ direction: 'outbound', flight_number: 'BR198', origin: 'TPE', destination: 'NRT', baggage: '23 kg' },
      ...{ departs_at: '2099-07-10T08:50', departs_timezone: 'Asia/Taipei' },
      ...{ arrives_at: '2099-07-10T13:15', arrives_timezone: 'Asia/Tokyo' },
    },
    {
      ...{ direction: 'inbound', flight_number: 'BR197', origin: 'NRT', destination: 'TPE' },
      ...{ departs_at: '2099-07-12T14:15', departs_timezone: 'Asia/Tokyo' },
      ...{ arrives_at: '2099-07-12T16:55', arrives_timezone: 'Asia/Taipei' },
    },
  ]
  for (const flight of flights) done(await as('op').post(`/planned-trips/${id}/flights`, flight))
  return { id, serial }
}

/** The entries of a calendar as a program reads them: what, from, to, where, and the words. */
const read = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const { summary, startDate, endDate, location, description } = new ICAL.Event(component)
    const at = (time: ICAL.Time) =>
      `${time}${time.isDate || time.zone === ICAL.Timezone.utcTimezone ? '' : ' floating'}`
    return [summary, at(startDate), at(endDate), location, description]
  })

test('the calendar of a booking holds trip, assembly, flights and what is due, as instants with the local times in words', async () => {
  const { id } = await planned()
  const booking = await book(id, ['王小美'])
  const number = booking.booking_number
  await sql`update bookings set contact_proved_at = now(), hold_expires_at = '2098-12-01T10:00:00Z' where id = ${booking.id}`.execute(
    db,
  )
  const { total, deposit, balance_due_on } = done(await as('sales').get(`/bookings/${booking.id}`))
  assert.deepEqual([total, deposit, balance_due_on], [39_900, 10_000, '2099-06-10'])
  const place = await placeOf(app, await link('booking', booking.id))
  const { body } = await place.open('/papers/trip.ics')
  assert.deepEqual(read(body), [
    ['Hokkaido, three days', '2099-07-10', '2099-07-13', null, null],
    [
      ...['Meet: Terminal 2', '2099-07-09T22:30:00Z', '2099-07-10T00:50:00Z', 'Terminal 2'],
      '10 Jul 2099 06:30 (Taipei time)\nTerminal 2\n王領隊 0911-222-333',
    ],
    [
      ...['BR198 TPE → NRT', '2099-07-10T00:50:00Z', '2099-07-10T04:15:00Z', 'TPE'],
      'Departs: TPE 10 Jul 2099 08:50 (Taipei time)\nArrives: NRT 10 Jul 2099 13:15 (Japan Standard Time)\nBaggage: 23 kg',
    ],
    [
      ...['BR197 NRT → TPE', '2099-07-12T05:15:00Z', '2099-07-12T08:55:00Z', 'NRT'],
      'Departs: NRT 12 Jul 2099 14:15 (Japan Standard Time)\nArrives: TPE 12 Jul 2099 16:55 (Taipei time)',
    ],
    [
      `Deposit due: NT$10,000 · ${number}`,
      '2098-12-01T10:00:00Z',
      '2098-12-01T10:00:00Z',
      null,
      'Due by 1 Dec 2098 18:00.',
    ],
    [`Balance due: NT$29,900 · ${number}`, '2099-06-10', '2099-06-11', null, null],
  ])
  const ids = body.match(/^UID:.*$/gm) ?? []
  assert.deepEqual([ids.length, new Set(ids).size], [6, 6])

  done(
    await as('finance').post(`/bookings/${booking.id}/payments`, {
      kind: 'payment',
      amount: 20_000,
      method: 'cash',
      received_at: '2026-01-05T10:00:00Z',
    }),
  )
  const paid = read(
    (await place.ask({ url: `/my/${number}/papers/trip.ics`, headers: { 'sec-fetch-site': 'same-origin' } })).body,
  )
  assert.deepEqual(
    paid.map(([what]) => what),
    ['北海道三日', '集合：桃園機場第二航廈', 'BR198 TPE → NRT', 'BR197 NRT → TPE', `尾款期限：NT$19,900 · ${number}`],
  )
  assert.equal(paid[1]?.[4], '2099/7/10 06:30（台北時間）\n桃園機場第二航廈\n王領隊 0911-222-333')
})

test('a traveler with a link of its own has no amounts in its calendar; who waits or has cancelled has the days alone', async () => {
  const { id } = await planned()
  const booking = await book(id, ['王小美'])
  const [guest] = booking.travelers
  await sql`update travelers set email_proved_at = now() where id = ${guest.id}`.execute(db)
  const names = async (kind: LinkKind, of: number) => {
    const place = await placeOf(app, await link(kind, of))
    return read((await place.open('/papers/trip.ics')).body).map(([what]) => what)
  }
  const timed = ['Hokkaido, three days', 'Meet: Terminal 2', 'BR198 TPE → NRT', 'BR197 NRT → TPE']
  assert.deepEqual(await names('traveler', guest.id), timed)
  for (const status of ['waitlisted', 'cancelled']) {
    await sql`update bookings set status = ${status} where id = ${booking.id}`.execute(db)
    assert.deepEqual(await names('booking', booking.id), ['Hokkaido, three days'], status)
  }
})
