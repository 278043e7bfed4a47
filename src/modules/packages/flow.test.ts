import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { packageFlow } from './flow.ts'

test('each step of a package: the roles that may take it, the statuses it starts from and the one it leads to', () => {
  holdsTo(
    packageFlow,
    `
    →                  draft  published  archived
    publish  published ad     -          ad
    archive  archived  ad     ad         -
    `,
  )
})
