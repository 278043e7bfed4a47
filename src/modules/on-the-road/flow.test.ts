import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { expenseFlow } from './flow.ts'

test('operations and finance decide about expenses; leaders and operations correct what is not decided', () => {
  holdsTo(
    expenseFlow,
    `
    →                     entered  approved  questioned  refused
    approve   approved    adf      -         adf         -
    question  questioned  adf      -         -           -
    refuse    refused     adf      -         adf         -
    correct   entered     adl      -         adl         -
    `,
  )
})
