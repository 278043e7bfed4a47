import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults, outcome, possible } from '../../kit/flow.ts'
import { nextTurns, turns } from './flow.ts'
import { ends, statuses } from './schema.ts'

test('the possible turns in each status', () => {
  assert.deepEqual(Object.fromEntries(statuses.map((status) => [status, possible(turns, status)])), {
    pending_approval: ['approve', 'decline', 'cancel'],
    open: ['cancel', 'sales-inquiry', 'department-quote', 'sales-forward', 'department-final'],
    inquiring: ['cancel', 'sales-inquiry', 'department-quote', 'sales-forward', 'customer-response'],
    quoted: ['cancel', 'sales-inquiry', 'department-quote', 'sales-forward', 'customer-response'],
    offered: ['cancel', 'sales-forward', 'customer-response', 'sales-confirm'],
    negotiating: ['cancel', 'sales-inquiry', 'department-quote', 'sales-forward', 'customer-response', 'sales-confirm'],
    accepted: ['cancel', 'sales-forward', 'sales-confirm'],
    rejected: ['cancel', 'sales-inquiry', 'department-quote', 'sales-forward', 'sales-confirm'],
    confirmed: ['cancel', 'sales-forward', 'department-final'],
    completed: [],
    cancelled: [],
  })
})

test('every status can be reached, and only final ones have no way out', () => {
  assert.deepEqual(faults(turns, statuses, ['pending_approval', 'open'], ends), { unreachable: [], stuck: [] })
})

test('the status after a turn, with an answer where it needs one', () => {
  assert.equal(outcome(turns['department-quote']), 'quoted')
  assert.equal(outcome(turns['sales-confirm'], 'negotiating'), 'inquiring')
  assert.equal(outcome(turns['customer-response'], 'accepted'), 'accepted')
})

test('the next action of each status is a possible turn', () => {
  for (const status of statuses) {
    const next = nextTurns[status]
    if (next) assert.ok(possible(turns, status).includes(next.what), `${next.what} in ${status}`)
    else
      assert.ok(
        ends.some((end) => end === status),
        status,
      )
  }
})
