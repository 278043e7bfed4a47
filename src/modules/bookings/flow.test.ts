import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { life, steps } from './flow.ts'

const standings = {
  waitlisted: { status: 'waitlisted', isOffered: false },
  held: { status: 'held', isOffered: false },
  'held,offered': { status: 'held', isOffered: true },
  confirmed: { status: 'confirmed', isOffered: false },
  cancelled: { status: 'cancelled', isOffered: false },
  completed: { status: 'completed', isOffered: false },
  expired: { status: 'expired', isOffered: false },
} as const

test('who may take which step of a booking, from where, and where it leads; what nobody may, the house does by itself', () => {
  holdsTo(
    life,
    `
    →                     waitlisted  held  held,offered  confirmed  cancelled  completed  expired
    register   ?          -           -     -             -          -          -          -
    offer      held       -           -     -             -          -          -          -
    accept     held       -           -     asc           -          -          -          -
    decline    cancelled  c           -     c             -          -          -          -
    confirm    confirmed  -           as    as            -          -          -          -
    cancel     cancelled  as          as    as            as         -          -          -
    call_off   cancelled  -           -     -             -          -          -          -
    expire     expired    -           -     -             -          -          -          -
    reinstate  held       -           -     -             -          -          -          as
    transfer   ?          as          as    as            as         -          -          -
    complete   completed  -           -     -             -          -          -          -
    change     =          c           c     c             c          -          -          -
    `,
    { outsiders: 'c', standings },
  )
})

test('where a step leads that has an answer', () => {
  assert.deepEqual(steps.register.to, { held: 'held', waitlisted: 'waitlisted' })
  assert.deepEqual(steps.transfer.to, { waitlisted: 'held', held: 'held', confirmed: 'confirmed' })
})
