import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { travelerFlow } from './flow.ts'

test('the roles that cancel and restore a traveler, and the next status', () => {
  holdsTo(
    travelerFlow,
    `
    →                   active  cancelled
    cancel   cancelled  as      -
    restore  active     -       as
    `,
  )
})
