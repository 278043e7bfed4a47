import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { travelerFlow } from './flow.ts'

test('who may cancel and reactivate a traveler, and where it leads', () => {
  holdsTo(
    travelerFlow,
    `
    →                   active  cancelled
    cancel   cancelled  as      -
    restore  active     -       as
    `,
  )
})
