import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { type ApprovalState, approvalFlow } from './flow.ts'

test('who decides an approval, and that whoever asked only takes it back', () => {
  const standings: Record<string, ApprovalState> = {
    waiting: { status: 'waiting', isOwn: false },
    own: { status: 'waiting', isOwn: true },
    approved: { status: 'approved', isOwn: false },
    declined: { status: 'declined', isOwn: false },
    withdrawn: { status: 'withdrawn', isOwn: false },
  }
  holdsTo(
    approvalFlow,
    `
    →                    waiting  own   approved  declined  withdrawn
    approve   approved   amf      -     -         -         -
    decline   declined   amf      -     -         -         -
    withdraw  withdrawn  -        amsf  -         -         -
    `,
    { standings },
  )
})
