import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feedbackState } from './rules.ts'

const back = '2026-12-10'

test('the question is open for 60 days after the return', () => {
  const states = { '2026-12-10': 'early', '2026-12-11': 'open', '2027-02-08': 'open', '2027-02-09': 'closed' }
  for (const [today, state] of Object.entries(states))
    assert.equal(feedbackState({ return_date: back, today, answered_on: null }), state, today)
})

test('an answer can be changed for 14 days, also when the question has closed meanwhile', () => {
  const asked = { return_date: back, answered_on: '2027-02-08' }
  const states = { '2027-02-08': 'changeable', '2027-02-22': 'changeable', '2027-02-23': 'closed' }
  for (const [today, state] of Object.entries(states)) assert.equal(feedbackState({ ...asked, today }), state, today)
})
