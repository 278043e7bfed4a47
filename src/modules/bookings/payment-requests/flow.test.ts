import { test } from 'node:test'
import { holdsTo } from '../../../../test/grid.ts'
import { paymentRequestFlow } from './flow.ts'

test('each step of a payment request: people cancel it, and everything else follows from its booking', () => {
  holdsTo(
    paymentRequestFlow,
    `
    →                  open  paid  expired  cancelled
    cancel  cancelled  asf   -     -        -
    pay     paid       -     -     -        -
    expire  expired    -     -     -        -
    reopen  open       -     -     -        -
    `,
  )
})
