import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days, hours, minutes, seconds, signs } from './units.ts'

test('a number with its unit is written in digits and spelled out, in both languages', () => {
  const written = [hours(1), days(2), days(3, '日'), minutes(15), seconds(20), days(45), signs(10)]
  assert.deepEqual(
    written.map(({ zh, en, spelled }) => [zh, en, spelled.zh, spelled.en]),
    [
      ['1 小時', '1 hour', '一小時', 'one hour'],
      ['2 天', '2 days', '兩天', 'two days'],
      ['3 日', '3 days', '三日', 'three days'],
      ['15 分鐘', '15 minutes', '十五分鐘', 'fifteen minutes'],
      ['20 秒', '20 seconds', '二十秒', 'twenty seconds'],
      ['45 天', '45 days', '四十五天', 'forty-five days'],
      ['10 個字元', '10 characters', '十個字元', 'ten characters'],
    ],
  )
})
