import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { type ApprovalState, approvalFlow } from './flow.ts'

test('who decides an approval, and that whoever asked only takes it back', () => {
  const standings: Record<string, ApprovalState> = {
    waiting: { status: 'waiting', isOwn: false, mayDecide: true },
    others: { status: 'waiting', isOwn: false, mayDecide: false },
    own: { status: 'waiting', isOwn: true, mayDecide: true },
    approved: { status: 'approved', isOwn: false, mayDecide: true },
    declined: { status: 'declined', isOwn: false, mayDecide: true },
    withdrawn: { status: 'withdrawn', isOwn: false, mayDecide: true },
  }
  holdsTo(
    approvalFlow,
    `
    →                    waiting  others  own   approved  declined  withdrawn
    approve   approved   amf      -       -     -         -         -
    decline   declined   amf      -       -     -         -         -
    withdraw  withdrawn  -        -       amsf  -         -         -
    `,
    { standings },
  )
})
