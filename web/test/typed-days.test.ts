import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMonths, dayByKey, weeksOf } from '../src/kit/months.ts'
import { isWhole, readTyped, writeTyped } from '../src/kit/typed-days.ts'

const TODAY = '2026-11-23'

const days = [
  ['2026/11/24', '2026-11-24'],
  ['2026-11-24', '2026-11-24'],
  ['2026.11.24', '2026-11-24'],
  ['2026年11月24日', '2026-11-24'],
  ['2026 11 24', '2026-11-24'],
  ['20261124', '2026-11-24'],
  ['2027/1/5', '2027-01-05'],
  ['２０２６／１１／２４', '2026-11-24'],
  ['２０２６１１２４', '2026-11-24'],
  [' 2026-11-24 ', '2026-11-24'],
  ['12/24', '2026-12-24'],
  ['1224', '2026-12-24'],
  ['1/5', '2027-01-05'],
  ['0105', '2027-01-05'],
  ['6月1日', '2026-06-01'],
  ['5/20', '2027-05-20'],
  ['2/29', '2028-02-29'],
  ['2028/2/29', '2028-02-29'],
  ['2027/2/29', undefined],
  ['2026/13/01', undefined],
  ['2026/11/31', undefined],
  ['20261131', undefined],
  ['0/5', undefined],
  ['115/11/24', '2026-11-24'],
  ['107/6/15', '2018-06-15'],
  ['民國107/6/15', '2018-06-15'],
  ['民國 45 年 3 月 2 日', '1956-03-02'],
  ['1070615', '2018-06-15'],
  ['26/11/24', undefined],
  ['200/6/15', undefined],
  ['11/24 (二)', '2026-11-24'],
  ['11/24（週二）', '2026-11-24'],
  ['2026年11月24日星期二', '2026-11-24'],
  ['11/24/2026', '2026-11-24'],
  ['Tue, 11/24', '2026-11-24'],
  ['Tuesday, November 24, 2026', '2026-11-24'],
  ['24 Nov 2026', '2026-11-24'],
  ['Nov 24', '2026-11-24'],
  ['24/11/2026', undefined],
  ['0026/11/24', undefined],
  ['2026', undefined],
  ['124', undefined],
  ['2026/11', undefined],
  ['2026/11/24 18:00', undefined],
  ['soon', undefined],
  ['', undefined],
] as const

for (const [text, day] of days) test(`a day typed as "${text}"`, () => assert.equal(readTyped('day', text, TODAY), day))

test('a date without a year is the nearest, before and after a new year', () => {
  assert.equal(readTyped('day', '12/30', '2027-01-02'), '2026-12-30')
  assert.equal(readTyped('day', '1/2', '2026-12-30'), '2027-01-02')
})

test('a date without a year is the nearest to the departure of a trip', () => {
  assert.equal(readTyped('day', '2/3', '2028-02-10'), '2028-02-03')
  assert.equal(readTyped('moment', '12/20 18:00', '2028-02-10'), '2027-12-20T18:00')
})

test('a birth date needs its year; one of two digits is a year of the Republic', () => {
  const births = ['1980/5/21', '69/5/21', '民國69年5月21日', '0690521', '690521', '107/6/15', '5/21', 'May 21, 1980']
  assert.deepEqual(
    births.map((text) => readTyped('birth', text, TODAY)),
    [
      ...['1980-05-21', '1980-05-21', '1980-05-21', '1980-05-21', '1980-05-21', '2018-06-15'],
      ...[undefined, '1980-05-21'],
    ],
  )
})

const moments = [
  ['11/24（週二） 18:00', '2026-11-24T18:00'],
  ['11/24, 18:00', '2026-11-24T18:00'],
  ['115/11/24 18:00', '2026-11-24T18:00'],
  ['2026/11/24 18:00', '2026-11-24T18:00'],
  ['2026-11-24T18:00', '2026-11-24T18:00'],
  ['2026-11-24T18:00:00', '2026-11-24T18:00'],
  ['2026/11/24 1800', '2026-11-24T18:00'],
  ['2026/11/24 930', '2026-11-24T09:30'],
  ['2026/1/5 9:05', '2026-01-05T09:05'],
  ['202611241800', '2026-11-24T18:00'],
  ['20261124 1800', '2026-11-24T18:00'],
  ['２０２６／１１／２４　１８：００', '2026-11-24T18:00'],
  ['12/24 18:00', '2026-12-24T18:00'],
  ['1224 1800', '2026-12-24T18:00'],
  ['12241800', '2026-12-24T18:00'],
  ['2026年11月24日18時30分', '2026-11-24T18:30'],
  ['11月24日 18時', '2026-11-24T18:00'],
  ['2026/11/24', undefined],
  ['20261124', undefined],
  ['1800', undefined],
  ['2026/11/24 24:00', undefined],
  ['2026/11/24 18:60', undefined],
  ['2026/11/31 18:00', undefined],
] as const

for (const [text, moment] of moments)
  test(`a moment typed as "${text}"`, () => assert.equal(readTyped('moment', text, TODAY), moment))

test('a year outside the range of the service is not accepted', () =>
  assert.deepEqual(
    ['2926/11/24', '1026-11-24', '22261124'].map((text) => readTyped('day', text, TODAY)),
    [undefined, undefined, undefined],
  ))

test('both languages', () => {
  assert.equal(writeTyped('2026-11-24', false), '2026/11/24')
  assert.equal(writeTyped('2026-11-24', true), '2026-11-24')
  assert.equal(writeTyped('2026-11-24T18:00:00', false), '2026/11/24 18:00')
  assert.equal(writeTyped('2026-11-24T18:00', true), '2026-11-24 18:00')
})

test('a text is complete when no further key can change the date', () => {
  const whole = ['2026/11/24', '20261124', '2026年11月24日'].map((text) => isWhole('day', text))
  assert.deepEqual(whole, [true, true, true])
  assert.deepEqual(
    ['12/24', '1224', '2026/11/2', '2026/1/24'].map((text) => isWhole('day', text)),
    [false, false, false, false],
  )
  assert.equal(isWhole('moment', '202611241800'), true)
  assert.equal(isWhole('moment', '2026/11/24 18:0'), false)
})

test('the weeks of a month begin on Sunday', () => {
  const weeks = weeksOf('2027-01-15')
  assert.equal(weeks.length, 6)
  assert.deepEqual(weeks[0], [undefined, undefined, undefined, undefined, undefined, '2027-01-01', '2027-01-02'])
  assert.equal(weeks[5]?.[0], '2027-01-31')
  assert.equal(weeksOf('2026-02-10').length, 4)
})

test('the arrow keys and page keys of a calendar', () => {
  const from = (key: string, isShift = false) => dayByKey(key, isShift, '2026-12-31')
  assert.equal(from('ArrowRight'), '2027-01-01')
  assert.equal(from('ArrowUp'), '2026-12-24')
  assert.equal(from('Home'), '2026-12-27')
  assert.equal(from('End'), '2027-01-02')
  assert.equal(from('PageUp'), '2026-11-30')
  assert.equal(from('PageDown'), '2027-01-31')
  assert.equal(from('PageDown', true), '2027-12-31')
  assert.equal(from('a'), undefined)
  assert.equal(addMonths('2028-02-29', 12), '2029-02-28')
})
