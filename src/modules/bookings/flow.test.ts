import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { bookingFlow, steps } from './flow.ts'

const late = { isUndoable: false, isRestorable: false, isUnpaid: true } as const
const standings = {
  waitlisted: { status: 'waitlisted', isOffered: false, isProved: true, isCalledOff: false, ...late },
  'waitlisted,unproved': { status: 'waitlisted', isOffered: false, isProved: false, isCalledOff: false, ...late },
  held: { status: 'held', isOffered: false, isProved: true, isCalledOff: false, ...late },
  'held,unproved': { status: 'held', isOffered: false, isProved: false, isCalledOff: false, ...late },
  'held,paid': { status: 'held', isOffered: false, isProved: true, isCalledOff: false, ...late, isUnpaid: false },
  'held,offered': { status: 'held', isOffered: true, isProved: true, isCalledOff: false, ...late },
  confirmed: { status: 'confirmed', isOffered: false, isProved: true, isCalledOff: false, ...late },
  'confirmed,unproved': { status: 'confirmed', isOffered: false, isProved: false, isCalledOff: false, ...late },
  cancelled: { status: 'cancelled', isOffered: false, isProved: true, isCalledOff: false, ...late },
  'cancelled,trip': { status: 'cancelled', isOffered: false, isProved: true, isCalledOff: true, ...late },
  'cancelled,now': {
    status: 'cancelled',
    isOffered: false,
    isProved: true,
    isCalledOff: false,
    ...late,
    isUndoable: true,
  },
  'cancelled,lately': {
    status: 'cancelled',
    isOffered: false,
    isProved: true,
    isCalledOff: false,
    ...late,
    isRestorable: true,
  },
  completed: { status: 'completed', isOffered: false, isProved: true, isCalledOff: false, ...late },
  expired: { status: 'expired', isOffered: false, isProved: true, isCalledOff: false, ...late },
  'expired,unproved': { status: 'expired', isOffered: false, isProved: false, isCalledOff: false, ...late },
} as const

test('each step of a booking: the roles that may take it, the statuses it starts from and the one it leads to; steps without a role are taken by the system', () => {
  holdsTo(
    bookingFlow,
    `
    →                           waitlisted  waitlisted,unproved  held  held,unproved  held,paid  held,offered  confirmed  confirmed,unproved  cancelled  cancelled,trip  cancelled,now  cancelled,lately  completed  expired  expired,unproved
    register         ?          -           -                    -     -              -          -             -          -                   -          -               -              -                 -          -        -
    confirm-contact  ?          -           asc                  -     asc            -          -             -          asc                 -          -               -              -                 -          -        asc
    offer            held       -           -                    -     -              -          -             -          -                   -          -               -              -                 -          -        -
    call_up          waitlisted -           -                    -     -              -          -             -          -                   -          -               -              -                 -          -        -
    accept           held       -           -                    -     -              -          asc           -          -                   -          -               -              -                 -          -        -
    decline          cancelled  c           c                    c     c              -          c             -          -                   -          -               -              -                 -          -        -
    confirm          confirmed  -           -                    as    as             as         as            -          -                   -          -               -              -                 -          -        -
    cancel           cancelled  as          as                   as    as             as         as            as         as                  -          -               -              -                 -          -        -
    undo-cancel      ?          -           -                    -     -              -          -             -          -                   -          -               ams            -                 -          -        -
    restore          ?          -           -                    -     -              -          -             -          -                   -          -               -              am                -          -        -
    call_off         cancelled  -           -                    -     -              -          -             -          -                   -          -               -              -                 -          -        -
    expire           expired    -           -                    -     -              -          -             -          -                   -          -               -              -                 -          -        -
    reinstate        held       -           -                    -     -              -          -             -          -                   -          -               -              -                 -          as       as
    transfer         ?          as          as                   as    as             as         as            as         as                  -          as              -              -                 -          -        -
    complete         completed  -           -                    -     -              -          -             -          -                   -          -               -              -                 -          -        -
    reopen           confirmed  -           -                    -     -              -          -             -          -                   -          -               -              -                 -          -        -
    change           =          c           c                    c     c              c          c             c          c                   -          -               -              -                 -          -        -
    `,
    { standings },
  )
})

test('the next status of steps whose result depends on the seats or the deadline', () => {
  assert.deepEqual(steps.register.to, { held: 'held', waitlisted: 'waitlisted' })
  assert.deepEqual(steps['confirm-contact'].to, {
    waitlisted: 'waitlisted',
    held: 'held',
    confirmed: 'confirmed',
  })
  const asBefore = { waitlisted: 'waitlisted', held: 'held', confirmed: 'confirmed' }
  assert.deepEqual([steps['undo-cancel'].to, steps.restore.to], [asBefore, asBefore])
  assert.deepEqual(steps.transfer.to, { waitlisted: 'held', held: 'held', confirmed: 'confirmed', cancelled: 'held' })
})
