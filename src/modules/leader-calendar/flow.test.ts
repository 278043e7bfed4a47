import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { unavailabilityFlow } from './flow.ts'

test('the roles that decide on days off; a leader withdraws or changes only undecided requests', () => {
  holdsTo(
    unavailabilityFlow,
    `
    →                   requested  approved  rejected  cancelled
    approve  approved   amd        -         -         -
    decline  rejected   ad         -         -         -
    cancel   cancelled  adl        ad        -         -
    update   =          amdl       amd       -         -
    `,
  )
})
