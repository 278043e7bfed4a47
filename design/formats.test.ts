import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  amountIn,
  clock,
  dayAndMonth,
  dayOf,
  dayWithYear,
  localMoment,
  longDay,
  longMoment,
  moment,
  monthName,
  monthOf,
  plainDay,
  shortDay,
  span,
  telephoneAddress,
  weekdayName,
} from './formats.ts'

const today = '2026-11-29'
const inBoth = (format: (language: 'zh-TW' | 'en') => string) => [format('zh-TW'), format('en')]

test('an amount has the sign of its currency, thousands, and cents only where there are any', () => {
  const amounts: [string, number][] = [
    ['TWD', 49900],
    ['TWD', -24000],
    ['USD', 1200.5],
    ['EUR', 900],
    ['JPY', 1234567],
    ['CHF', 80],
    ['TWD', 0],
  ]
  assert.deepEqual(
    amounts.map(([currency, amount]) => amountIn(currency, amount)),
    ['NT$49,900', '−NT$24,000', 'US$1,200.50', '€900', '¥1,234,567', 'CHF 80', 'NT$0'],
  )
})

test('a day has its weekday, and its year where it is another', () => {
  assert.deepEqual(
    inBoth((language) => shortDay('2026-12-19', language, today)),
    ['12/19（六）', 'Sat 19 Dec'],
  )
  assert.deepEqual(
    inBoth((language) => shortDay('2027-01-06', language, today)),
    ['2027/1/6（三）', 'Wed 6 Jan 2027'],
  )
  assert.deepEqual(
    inBoth((language) => longDay('2026-12-19', language)),
    ['2026年12月19日（六）', 'Sat 19 Dec 2026'],
  )
  assert.deepEqual(
    inBoth((language) => dayAndMonth('2027-01-06', language)),
    ['1/6（三）', 'Wed 6 Jan'],
  )
  assert.deepEqual(
    ['2026-12-19', '2027-01-06'].flatMap((day) => inBoth((language) => plainDay(day, language, today))),
    ['12/19', '19 Dec', '2027/1/6', '6 Jan 2027'],
  )
  assert.deepEqual(
    inBoth((language) => dayWithYear('1980-05-21', language)),
    ['1980/5/21', '21 May 1980'],
  )
  assert.deepEqual(
    inBoth((language) => weekdayName('2026-12-20', language)),
    ['日', 'Sun'],
  )
  assert.deepEqual(
    inBoth((language) => monthOf('2026-12-20', language)),
    ['12月', 'Dec'],
  )
  assert.deepEqual(
    inBoth((language) => monthName('2026-12', language)),
    ['2026年12月', 'December 2026'],
  )
})

test('a span says a year at most once, unless it ends in another one', () => {
  const spans: [string, string, string, string][] = [
    ['2026-12-19', '2026-12-24', '12/19（六）– 12/24（四）', 'Sat 19 Dec – Thu 24 Dec'],
    ['2027-01-06', '2027-01-10', '2027/1/6（三）– 1/10（日）', 'Wed 6 Jan – Sun 10 Jan 2027'],
    ['2026-12-28', '2027-01-03', '12/28（一）– 2027/1/3（日）', 'Mon 28 Dec – Sun 3 Jan 2027'],
    ['2025-12-28', '2026-01-03', '2025/12/28（日）– 2026/1/3（六）', 'Sun 28 Dec 2025 – Sat 3 Jan'],
    ['2026-12-19', '2026-12-19', '12/19（六）', 'Sat 19 Dec'],
  ]
  for (const [from, to, ...expected] of spans)
    assert.deepEqual(
      inBoth((language) => span(from, to, language, today)),
      expected,
    )
})

test('a moment is that of the clock at a place', () => {
  const instant = '2026-12-02T01:41:00Z'
  assert.deepEqual(
    inBoth((language) => moment(instant, 'Asia/Taipei', language, today)),
    ['12/2 09:41', '2 Dec 09:41'],
  )
  assert.deepEqual(
    inBoth((language) => moment('2026-12-31T18:00:00Z', 'Asia/Taipei', language, today)),
    ['2027/1/1 02:00', '1 Jan 2027 02:00'],
  )
  assert.deepEqual(
    inBoth((language) => longMoment(instant, 'America/New_York', language)),
    ['2026年12月1日 20:41', '1 Dec 2026 20:41'],
  )
  assert.deepEqual(
    ['2026-12-02 09:41', '2027-02-25 19:00–20:30'].flatMap((local) =>
      inBoth((language) => localMoment(local, language, today)),
    ),
    ['12/2 09:41', '2 Dec 09:41', '2027/2/25 19:00–20:30', '25 Feb 2027 19:00–20:30'],
  )
  assert.equal(clock(instant, 'Asia/Tokyo'), '10:41')
  assert.equal(dayOf(instant, 'America/New_York'), '2026-12-01')
})

test('a telephone number is called as it is dialled, and its extension after a pause', () => {
  const addresses: Record<string, string> = {
    '0912-345-678': 'tel:0912345678',
    '+886 2 2500 1234': 'tel:+886225001234',
    '(02) 2555-0100': 'tel:0225550100',
    '02-2555 0100 轉 33': 'tel:0225550100,33',
    '02-2555 0100 #33': 'tel:0225550100,33',
    '02-2555 0100 分機33': 'tel:0225550100,33',
    '02-2555 0100, ext. 33': 'tel:0225550100,33',
  }
  for (const [number, address] of Object.entries(addresses)) assert.equal(telephoneAddress(number), address)
})
