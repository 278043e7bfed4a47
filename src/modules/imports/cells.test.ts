import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, flag, line, moment, money, nullable, oneOf, whole } from '../../kit/fields.ts'
import { dayOf, momentOf, readCell } from './cells.ts'

const read = (text: string, schema: Parameters<typeof readCell>[1], is?: 'number') =>
  readCell({ text, ...(is && { is }) }, schema, (code) => (code === 'female' ? ['女', 'Female'] : undefined), false)

test('days are read as people and spreadsheets write them, of the Republic too', () => {
  const written: [text: string, day: string | undefined][] = [
    ['2026-03-05', '2026-03-05'],
    ['2026/3/5', '2026-03-05'],
    ['2026.03.05', '2026-03-05'],
    ['2026年3月5日', '2026-03-05'],
    ['20260305', '2026-03-05'],
    ['115/03/05', '2026-03-05'],
    ['115.3.5', '2026-03-05'],
    ['民國115年3月5日', '2026-03-05'],
    ['1150305', '2026-03-05'],
    ['75/12/31', '1986-12-31'],
    ['46086', '2026-03-05'],
    ['46086.75', '2026-03-05'],
    ['2026/2/30', undefined],
    ['3/5/2026', undefined],
    ['5 March', undefined],
    ['', undefined],
  ]
  assert.deepEqual(
    written.map(([text]) => [text, dayOf(text)]),
    written,
  )
  assert.equal(dayOf('44624', true), '2026-03-05')
})

test('moments are read with a time of 12 or 24 hours, and from the numbers of spreadsheets', () => {
  const written: [text: string, moment: string | undefined][] = [
    ['2026/3/5', '2026-03-05T00:00:00'],
    ['2026/3/5 15:20', '2026-03-05T15:20:00'],
    ['2026/3/5 下午 03:20:10', '2026-03-05T15:20:10'],
    ['115/3/5 上午 12:05', '2026-03-05T00:05:00'],
    ['2026-03-05T09:30', '2026-03-05T09:30:00'],
    ['2026/3/5 12:30 PM', '2026-03-05T12:30:00'],
    ['46086.5', '2026-03-05T12:00:00'],
    ['tomorrow', undefined],
  ]
  assert.deepEqual(
    written.map(([text]) => [text, momentOf(text)]),
    written,
  )
})

test('amounts, numbers, flags and codes are read; texts are kept as they were typed', () => {
  assert.deepEqual(
    [
      read('39,900', money()),
      read('NT$ 39,900.50', money()),
      read('３９，９００', nullable(money())),
      read('1,200', whole()),
      read('是', flag()),
      read('N', flag()),
      read('maybe', flag()),
      read('女', nullable(oneOf(['female', 'male']))),
      read('FEMALE', oneOf(['female', 'male'])),
      read('unknown', oneOf(['female', 'male'])),
      read('0912345678', line(30)),
      read("'+886 912", line(30)),
      read("O'Brien", line(30)),
      read('115/3/5 09:00', moment()),
      read('46086', day(), 'number'),
    ],
    [
      ...['39900', '39900.50', '39900', '1200', 'true', 'false', 'maybe', 'female', 'female', 'unknown'],
      ...['0912345678', '+886 912', "O'Brien", '2026-03-05T09:00:00', '2026-03-05'],
    ],
  )
})
