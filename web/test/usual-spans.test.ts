import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usualSpans } from '../src/kit/spans.ts'

test('months, quarters and years begin with their first day and end with their last one, also across a new year', () => {
  assert.deepEqual(usualSpans('2027-02-15'), {
    this_month: ['2027-02-01', '2027-02-28'],
    last_month: ['2027-01-01', '2027-01-31'],
    this_quarter: ['2027-01-01', '2027-03-31'],
    last_quarter: ['2026-10-01', '2026-12-31'],
    this_year: ['2027-01-01', '2027-12-31'],
    last_year: ['2026-01-01', '2026-12-31'],
  })
  assert.deepEqual(usualSpans('2028-01-31').last_month, ['2027-12-01', '2027-12-31'])
  assert.deepEqual(usualSpans('2028-03-31').last_month, ['2028-02-01', '2028-02-29'])
  assert.deepEqual(usualSpans('2026-11-30').this_quarter, ['2026-10-01', '2026-12-31'])
  assert.deepEqual(usualSpans('2026-12-01').last_quarter, ['2026-07-01', '2026-09-30'])
})
