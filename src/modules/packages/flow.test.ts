import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { packageFlow } from './flow.ts'

test('who may take which step of a package, from where, and where it leads', () => {
  holdsTo(
    packageFlow,
    `
    →                  draft  published  archived
    publish  published ad     -          ad
    archive  archived  ad     ad         -
    `,
  )
})
