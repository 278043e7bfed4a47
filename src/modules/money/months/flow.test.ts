import { test } from 'node:test'
import { holdsTo } from '../../../../test/grid.ts'
import { monthFlow } from './flow.ts'

const standings = {
  running: { status: 'open', isEnded: false },
  ended: { status: 'open', isEnded: true },
  locked: { status: 'locked', isEnded: true },
} as const

test('a month is locked after its end by finance and administrators, and unlocked by administrators', () => {
  holdsTo(
    monthFlow,
    `
    →               running  ended  locked
    lock    locked  -        af     -
    unlock  open    -        -      a
    `,
    { standings },
  )
})
