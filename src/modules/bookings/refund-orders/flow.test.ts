import { test } from 'node:test'
import { holdsTo } from '../../../../test/grid.ts'
import { type RefundOrderState, refundOrderFlow } from './flow.ts'

test('another person approves an order, and only what a second person has approved is paid', () => {
  const by = { isOthers: true, isSeconded: true }
  const standings: Record<string, RefundOrderState> = {
    waiting: { status: 'waiting', ...by },
    own: { status: 'waiting', ...by, isOthers: false },
    approved: { status: 'approved', ...by },
    alone: { status: 'approved', ...by, isSeconded: false },
    refused: { status: 'refused', ...by },
    paid: { status: 'paid', ...by },
  }
  holdsTo(
    refundOrderFlow,
    `
    →                  waiting  own  approved  alone  refused  paid
    approve  approved  amf      -    -         -      -        -
    refuse   refused   amf      amf  amf       amf    -        -
    paid     paid      -        -    af        -      -        -
    reopen   approved  -        -    -         -      -        -
    `,
    { standings },
  )
})
