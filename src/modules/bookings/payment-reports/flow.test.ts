import { test } from 'node:test'
import { holdsTo } from '../../../../test/grid.ts'
import { paymentReportFlow } from './flow.ts'

test('each step of a reported payment: who records payments decides, and a voided payment opens the report again', () => {
  holdsTo(
    paymentReportFlow,
    `
    →                 waiting  recorded  refused
    record  recorded  asf      -         -
    refuse  refused   asf      -         -
    reopen  waiting   -        -         -
    `,
  )
})
