import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { life } from './flow.ts'

test('who may cancel and reactivate a traveler, and where it leads', () => {
  holdsTo(
    life,
    `
    →                   active  cancelled
    cancel   cancelled  as      -
    restore  active     -       as
    `,
  )
})
