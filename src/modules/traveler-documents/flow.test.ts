import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { documentFlow } from './flow.ts'

test('each step of a document: the roles that may take it, the statuses it starts from and the one it leads to; the system sets expired', () => {
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
