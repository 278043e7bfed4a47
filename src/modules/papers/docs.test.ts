import assert from 'node:assert/strict'
import { test } from 'node:test'
import { docsLines, type Passenger } from './docs.ts'

const adult: Passenger = {
  number: 1,
  traveler_id: 11,
  name: '王小美',
  booking_number: 'A-1',
  surname_en: 'WANG',
  given_name_en: 'HSIAO-MEI',
  gender: 'female',
  nationality: 'TW',
  passport_country: null,
  passport_number: '312345678',
  passport_expires_on: '2030-10-15',
  birth_date: '1980-06-30',
  passenger_type: 'adult',
}
const husband = { ...adult, number: 2, traveler_id: 12, gender: 'male', given_name_en: 'TA-TUNG' }
const baby = {
  ...adult,
  number: 3,
  traveler_id: 13,
  gender: 'male',
  given_name_en: 'LE',
  birth_date: '2026-01-02',
  passenger_type: 'infant',
  passport_country: 'DE',
  nationality: 'FR',
}
const lines = (people: Passenger[], airlines = ['BR']) => docsLines(people, airlines)

test('a line has three-letter states, days with the name of the month, and the name as in the machine-readable zone', () => {
  assert.deepEqual(
    lines([adult]).map(({ line }) => line),
    ['SSR DOCS BR HK1/P/TWN/312345678/TWN/30JUN80/F/15OCT30/WANG/HSIAO MEI'],
  )
})

test('an infant follows its adult, with the issuing state of its passport', () => {
  assert.deepEqual(
    lines([adult, husband, baby]).map(({ number, line, with: adultNumber }) => [
      number,
      line?.slice(12, 50),
      adultNumber,
    ]),
    [
      [1, 'HK1/P/TWN/312345678/TWN/30JUN80/F/15OC', null],
      [3, 'HK1/P/DEU/312345678/FRA/02JAN26/MI/15O', 1],
      [2, 'HK1/P/TWN/312345678/TWN/30JUN80/M/15OC', null],
    ],
  )
})

test('every line has at most 69 characters, and a shortened line is marked', () => {
  const [line] = lines([{ ...adult, given_name_en: 'MARIA DEL CARMEN ESPERANZA GUADALUPE' }])
  assert.deepEqual(
    [line?.line, line?.is_shortened],
    ['SSR DOCS BR HK1/P/TWN/312345678/TWN/30JUN80/F/15OCT30/WANG/MARIA DEL', true],
  )
})

test('incomplete travelers are listed with what is missing; each airline of the trip gets its lines', () => {
  const [one, two] = lines([{ ...adult, gender: null, passport_number: null }], ['CI', 'BR'])
  assert.deepEqual([one?.airline, one?.line, one?.missing], ['CI', null, ['gender', 'passport_number']])
  assert.equal(two?.airline, 'BR')
  assert.equal(lines([adult], [])[0]?.line?.slice(0, 11), 'SSR DOCS YY')
})
