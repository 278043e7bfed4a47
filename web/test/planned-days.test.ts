import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plannedDaysIn } from '../src/features/trips/plan/planned-days.ts'

test('departures without a year are planned for the year to come, never for the past', () => {
  const typed = '6/15 11/28\n11/29、12/31, 2027-01-28 2/30'
  assert.deepEqual(plannedDaysIn(typed, '2026-11-29'), [
    '2027-06-15',
    '2027-11-28',
    '2026-11-29',
    '2026-12-31',
    '2027-01-28',
    '2/30',
  ])
})
