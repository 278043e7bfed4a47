import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { seedRows } from '../../kit/db/seeds.ts'
import { calendarFrom } from './calendar.ts'

test('the entries of a conversation are in order at every hour of the day', () => {
  const rows = [...seedRows('demo/requests'), ...seedRows('demo/turns')]
  for (let hour = 0; hour < 24; hour += 1) {
    const calendar = calendarFrom(`2027-01-28T${String(hour).padStart(2, '0')}:01:00Z`, 'Asia/Taipei')
    const last = new Map<string | undefined, Temporal.Instant>()
    for (const { request, when } of rows) {
      const at = calendar.instant(when)
      const before = last.get(request)
      assert.ok(!before || Temporal.Instant.compare(before, at) < 0, `${request} ${when} at ${hour}`)
      last.set(request, at)
    }
  }
})
