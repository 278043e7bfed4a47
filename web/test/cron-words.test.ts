import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whenWords } from '../src/features/upkeep/cron-words.ts'

test('schedules are shown in words; an unknown one is shown as it is written', () => {
  const told = ['* * * * *', '*/5 * * * *', '7 * * * *', '0 9 * * *', '50 8-17 * * *', '30 8 * * 1-5', '0 3 1 * *']
  assert.deepEqual(told.map(whenWords), [
    ['每分鐘', 'every minute'],
    ['每 5 分鐘', 'every 5 minutes'],
    ['每小時第 7 分', 'hourly at :07'],
    ['每天 09:00', 'daily at 09:00'],
    ['08:50–17:50 每小時', 'hourly, 08:50–17:50'],
    ['平日 08:30', 'weekdays at 08:30'],
    ['0 3 1 * *', '0 3 1 * *'],
  ])
})
