import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { possibleSteps } from '../../kit/flow.ts'
import { addonRequestFlow, nextTurns, type RequestState, turns } from './flow.ts'
import { ends, statuses } from './request.ts'

/** A state for each status, named after the status, all with the same other facts. */
const all = (answers: Omit<RequestState, 'status'>) =>
  Object.fromEntries(statuses.map((status): [string, RequestState] => [status, { status, ...answers }]))
const priced: RequestState = { status: 'open', isPriced: true, isOffered: false, isDeclined: false, isSeated: true }
const waiting: RequestState = { ...priced, isSeated: false }
const declined: RequestState = {
  status: 'rejected',
  isPriced: false,
  isOffered: false,
  isDeclined: true,
  isSeated: true,
}

test('each turn while no offer waits for an answer: who may take it, and the status it leads to', () => {
  holdsTo(
    addonRequestFlow,
    `
    →                              pending_approval  open  priced  inquiring  quoted  offered  negotiating  accepted  rejected  declined  confirmed  completed  cancelled
    approve             open       am                -     -       -          -       -        -            -         -         -         -          -          -
    decline             cancelled  am                -     -       -          -       -        -            -         -         -         -          -          -
    cancel              cancelled  asc               asc   asc     asc        asc     asc      asc          asc       asc       asc       as         -          -
    sales-inquiry       inquiring  -                 as    as      as         as      -        as           -         as        as        -          -          -
    department-quote    quoted     -                 ad    ad      ad         ad      -        ad           -         ad        ad        -          -          -
    department-decline  rejected   -                 ad    ad      ad         ad      -        ad           ad        -         -         ad         -          -
    sales-forward       offered    -                 as    as      as         as      as       as           as        as        as        as         -          -
    customer-response   ?          -                 -     -       -          -       -        -            -         -         -         -          -          -
    sales-confirm       ?          -                 -     -       -          -       as       as           as        as        -         -          -          -
    department-final    completed  -                 -     ad      -          -       -        -            -         -         -         ad         -          -
    department-correct  completed  -                 -     -       -          -       -        -            -         -         -         -          ad         -
    department-undo     confirmed  -                 -     -       -          -       -        -            -         -         -         -          ad         -
    update              =          asd               asd   asd     asd        asd     asd      asd          asd       asd       asd       asd        -          -
    recount             =          c                 c     c       c          -       -        -            -         -         -         -          -          -
    `,
    {
      standings: { ...all({ isPriced: false, isOffered: false, isDeclined: false, isSeated: true }), priced, declined },
    },
  )
})

test('each turn while an offer waits for its answer: who may take it, and the status it leads to', () => {
  holdsTo(
    addonRequestFlow,
    `
    →                              pending_approval  open  inquiring  quoted  offered  negotiating  accepted  rejected  confirmed  completed  cancelled
    approve             open       am                -     -          -       -        -            -         -         -          -          -
    decline             cancelled  am                -     -          -       -        -            -         -         -          -          -
    cancel              cancelled  asc               asc   asc        asc     asc      asc          asc       asc       as         -          -
    sales-inquiry       inquiring  -                 as    as         as      -        as           -         as        -          -          -
    department-quote    quoted     -                 ad    ad         ad      -        ad           -         ad        -          -          -
    department-decline  rejected   -                 ad    ad         ad      -        ad           ad        -         ad         -          -
    sales-forward       offered    -                 as    as         as      as       as           as        as        as         -          -
    customer-response   ?          -                 -     asc        asc     asc      asc          -         asc       -          -          -
    sales-confirm       ?          -                 -     -          -       as       as           as        as        -          -          -
    department-final    completed  -                 -     -          -       -        -            -         -         ad         -          -
    department-correct  completed  -                 -     -          -       -        -            -         -         -          ad         -
    department-undo     confirmed  -                 -     -          -       -        -            -         -         -          ad         -
    update              =          asd               asd   asd        asd     asd      asd          asd       asd       asd        -          -
    recount             =          c                 c     c          -       -        -            -         -         -          -          -
    `,
    { standings: all({ isPriced: false, isOffered: true, isDeclined: false, isSeated: true }) },
  )
})

test('a request of a waitlisted party cannot be completed, with or without a quote', () => {
  for (const status of ['open', 'confirmed'] as const)
    for (const isSeated of [true, false])
      assert.equal(
        possibleSteps(addonRequestFlow, { ...waiting, status, isSeated }, ['department']).includes('department-final'),
        isSeated,
      )
})

test('the next status of turns whose result depends on the answer', () => {
  assert.deepEqual(turns['customer-response'].to, {
    accepted: 'accepted',
    rejected: 'rejected',
    negotiating: 'negotiating',
  })
  assert.deepEqual(turns['sales-confirm'].to, {
    accepted: 'confirmed',
    rejected: 'cancelled',
    negotiating: 'inquiring',
  })
})

test('the next action of each status is a possible turn', () => {
  for (const status of statuses) {
    const next = nextTurns[status]
    const possible = possibleSteps(
      addonRequestFlow,
      { status, isPriced: false, isOffered: true, isDeclined: false, isSeated: true },
      ['admin'],
    )
    if (next) assert.ok(possible.includes(next.what), `${next.what} in ${status}`)
    else assert.ok(ends.some((end) => end === status))
  }
})
