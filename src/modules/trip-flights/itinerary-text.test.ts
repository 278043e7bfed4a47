import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flightsIn } from './itinerary-text.ts'

const short = (text: string) =>
  flightsIn(text).flights.map((flight) =>
    [
      flight.direction,
      flight.flight_number,
      flight.origin,
      flight.destination,
      flight.day,
      flight.departs,
      flight.arrives,
      flight.arrives_days_later,
    ].join(' '),
  )

test('an itinerary is read as reservation systems write it', () => {
  const amadeus = `
  1  BR 198 Y 28JAN 4 TPENRT HK20  0850 1315   28JAN  E  BR/K7XQ2M
  2  BR 197 Y 01FEB 1 NRTTPE HK20  1415 1720   01FEB  E  BR/K7XQ2M`
  const wanted = ['outbound BR198 TPE NRT 0 08:50 13:15 0', 'inbound BR197 NRT TPE 4 14:15 17:20 0']
  assert.deepEqual(short(amadeus), wanted)
  assert.deepEqual(short('BR198 28JAN TPE-NRT 0850-1315\nBR197 01FEB NRT/TPE 1415/1720'), wanted)
  assert.deepEqual(short('br0198 28jan27 tpe nrt 0850 1315\nbr 197 01feb27 nrt tpe 1415 1720'), wanted)
})

test('a flight may land on a later day, a journey may change planes and go over the new year', () => {
  assert.deepEqual(
    short(`1. CI 61 29DEC TPEFRA 2250 0630+1
           2. LH 1234 30DEC FRAPRG 0930 1035
           3. LH 1235 07JAN PRGFRA 1130 1240
           4. CI 62 07JAN FRATPE 1520 1045 08JAN`),
    [
      'outbound CI61 TPE FRA 0 22:50 06:30 1',
      'outbound LH1234 FRA PRG 1 09:30 10:35 0',
      'inbound LH1235 PRG FRA 9 11:30 12:40 0',
      'inbound CI62 FRA TPE 9 15:20 10:45 1',
    ],
  )
})

test('a line that is no flight is named by its number', () => {
  assert.deepEqual(
    flightsIn('GROUP K7XQ2M\n\nBR198 28JAN TPENRT 0850 1315\nBR197 31FEB NRTTPE 1415 1720').unread,
    [1, 4],
  )
  assert.deepEqual(flightsIn('  \n').flights, [])
})

test('a line with an impossible time is no flight, also where another line is one', () => {
  const { flights, unread } = flightsIn(
    'BR198 28JAN TPENRT 0850 1315\nBR197 01FEB NRTTPE 2550 1720\nBR199 01FEB NRTTPE 1415 1260',
  )
  assert.deepEqual([flights.length, unread], [1, [2, 3]])
})
