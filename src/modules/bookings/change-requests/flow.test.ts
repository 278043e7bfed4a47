import { test } from 'node:test'
import { holdsTo } from '../../../../test/grid.ts'
import { changeRequestFlow } from './flow.ts'

test('sales and administrators accept or decline what a customer wants to change, once', () => {
  holdsTo(
    changeRequestFlow,
    `
    →                    open  accepted  declined  withdrawn
    accept    accepted   as    -         -         -
    decline   declined   as    -         -         -
    withdraw  withdrawn  -     -         -         -
    `,
  )
})
