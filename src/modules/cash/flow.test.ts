import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { cashHandoverFlow } from './flow.ts'

const waiting = { status: 'waiting', isOwn: false, isFor: false } as const
const standings = {
  for_me: { ...waiting, isFor: true },
  by_me: { ...waiting, isOwn: true },
  by_and_for_me: { ...waiting, isOwn: true, isFor: true },
  of_others: waiting,
  taken: { ...waiting, status: 'taken', isFor: true },
  refused: { ...waiting, status: 'refused', isFor: true },
  withdrawn: { ...waiting, status: 'withdrawn', isOwn: true },
} as const

test('cash is taken by whom it is for and never by who gives it, and taken back only until then', () => {
  holdsTo(
    cashHandoverFlow,
    `
    →                    for_me  by_me  by_and_for_me  of_others  taken  refused  withdrawn
    take      taken      asf     -      -              -          -      -        -
    refuse    refused    asf     -      -              -          -      -        -
    withdraw  withdrawn  -       asf    asf            -          -      -        -
    `,
    { standings },
  )
})
