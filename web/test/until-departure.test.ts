import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untilDeparture } from '../src/features/bookings/shared/until-departure.ts'

test('the days until the departure are said in words, also after it', () => {
  const zh = (zh: string) => zh
  const en = (_zh: string, en: string) => en
  assert.deepEqual(
    [12, 1, 0, -1, -2].map((days) => [untilDeparture(zh, days).join(' '), untilDeparture(en, days).join(' ')]),
    [
      ['距出發 12 天', 'Until departure 12 days'],
      ['距出發 1 天', 'Until departure 1 day'],
      ['距出發 今天出發', 'Until departure departs today'],
      ['已出發 1 天前', 'Departed 1 day ago'],
      ['已出發 2 天前', 'Departed 2 days ago'],
    ],
  )
})
