import { test } from 'node:test'
import { holdsTo } from '../../../../test/grid.ts'
import { cancellationRequestFlow } from './flow.ts'

test('each step of a request to cancel: customers take it back, sales decline, and the cancellation itself completes it', () => {
  holdsTo(
    cancellationRequestFlow,
    `
    →                    open  done  declined  withdrawn
    withdraw  withdrawn  c     -     -         -
    decline   declined   as    -     -         -
    complete  done       -     -     -         -
    `,
  )
})
