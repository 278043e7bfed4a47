import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { documentFlow } from './flow.ts'

test('who may take which step of a paper, from where, and where it leads; it expires by itself', () => {
  holdsTo(
    documentFlow,
    `
    →                  missing  received  verified  rejected  expired
    receive  received  asc      asc       -         asc       asc
    verify   verified  -        as        -         as        as
    reject   rejected  -        as        as        -         -
    expire   expired   -        -         -         -         -
    `,
  )
})
