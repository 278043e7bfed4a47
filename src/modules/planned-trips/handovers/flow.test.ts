import { test } from 'node:test'
import { holdsTo } from '../../../../test/grid.ts'
import { handovers } from './flow.ts'

const standings = {
  none: { status: 'none', isDone: false },
  pending: { status: 'pending', isDone: false },
  'pending,done': { status: 'pending', isDone: true },
  accepted: { status: 'accepted', isDone: true },
  returned: { status: 'returned', isDone: false },
} as const

test('sales hands over to operations', () => {
  holdsTo(
    handovers.sales_to_op.flow,
    `
    →                   none  pending  pending,done  accepted  returned
    pending   pending   as    -        -             -         -
    accepted  accepted  -     -        ad            -         -
    returned  returned  -     ad       ad            -         -
    `,
    { standings },
  )
})

test('operations hand over to the leader', () => {
  holdsTo(
    handovers.op_to_leader.flow,
    `
    →                   none  pending  pending,done  accepted  returned
    pending   pending   ad    -        -             -         -
    accepted  accepted  -     -        al            -         -
    returned  returned  -     al       al            -         -
    `,
    { standings },
  )
})

test('the leader hands back to operations', () => {
  holdsTo(
    handovers.leader_to_op.flow,
    `
    →                   none  pending  pending,done  accepted  returned
    pending   pending   al    -        -             -         -
    accepted  accepted  -     -        ad            -         -
    returned  returned  -     ad       ad            -         -
    `,
    { standings },
  )
})
