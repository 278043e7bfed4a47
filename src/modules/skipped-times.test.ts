import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../test/fixtures/bookings.ts'
import { house } from '../../test/house.ts'
import { moment } from '../kit/fields.ts'
import { faultsOf } from '../kit/http/routes/validation-sentences.ts'
import { validators } from '../kit/http/routes/validators.ts'

// In Paris the clocks go from 02:00 to 03:00 on 28 March 2083.
const GAP = '2083-03-28T02:30'
const words = ['There is no such local time: the clocks go forward over it. Give a time after the change.']

const home = await house()
const { as } = home
const { trip } = await bookingFixtures(home)
const [op, ticketing] = [as('op'), as('ticketing')]
const { id } = await trip(5, { departure_date: '2083-03-27' })
const [{ id: paris }] = (await op.get(`/cities?q=${encodeURIComponent('巴黎')}`)).data

test('a flight that departs in the hour that summer time skips is refused', async () => {
  const flight = { direction: 'inbound', flight_number: 'BR088', origin: 'CDG', destination: 'TPE' }
  const zones = { departs_timezone: 'Europe/Paris', arrives_timezone: 'Asia/Taipei' }
  const times = { departs_at: GAP, arrives_at: '2083-03-28T21:30' }
  const add = (more: object) =>
    ticketing.post(`/planned-trips/${id}/flights`, { ...flight, ...zones, ...times, ...more })
  assert.deepEqual((await add({})).body.errors, { departs_at: words })
  done(await add({ departs_at: '2083-03-28T03:30' }))
  const [{ id: kept }] = (await ticketing.get(`/planned-trips/${id}/flights`)).data
  const changed = await ticketing.put(`/planned-trip-flights/${kept}`, { departs_at: GAP })
  assert.deepEqual(changed.body.errors, { departs_at: words })
})

test('a leg of the itinerary or a session in that hour is refused', async () => {
  const [segment] = done(await op.get(`/planned-trips/${id}/segments`))
  const leg = { segment_id: segment.id, type: 'transfer', from_city_id: paris, to_city_id: paris }
  const legs = (starts_at: string) => op.put(`/planned-trips/${id}/legs`, { legs: [{ ...leg, starts_at }] })
  assert.deepEqual((await legs(GAP)).body.errors, { 'legs.0.starts_at': words })

  const { id: seminar } = done(await op.post('/seminars', { kind: 'product_talk', title: '講座' }))
  const evening = { starts_at: GAP, ends_at: '2083-03-28T05:00', timezone: 'Europe/Paris', venue: '三樓' }
  assert.deepEqual((await op.post(`/seminars/${seminar}/sessions`, evening)).body.errors, { starts_at: words })
  const bulk = { sessions: [{ ...evening, starts_at: '2083-03-27T19:00', ends_at: '2083-03-27T20:00' }, evening] }
  const { body } = await op.post(`/seminars/${seminar}/sessions/bulk`, bulk)
  assert.deepEqual(body.errors, { 'sessions.1.starts_at': words })
})

test('a time without an offset in that hour of the time zone of the agency is refused', async () => {
  const at = JSON.parse(JSON.stringify(moment()))
  const check = validators('Europe/Paris').body({ type: 'object', properties: { at } })
  assert.equal(check({ at: GAP }), false)
  assert.deepEqual(faultsOf(check.errors ?? []), {
    at: [['當地沒有這個時間：時鐘在這時往前撥（夏令時間）；請改填撥鐘之後的時間。', words[0]]],
  })
  assert.equal(check({ at: `${GAP}+02:00` }), true)
  assert.equal(check({ at: '2083-10-31T02:30' }), true, 'an hour that is there twice is the first of both')
})
