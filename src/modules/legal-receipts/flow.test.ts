import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { allowanceFlow, receiptFlow } from './flow.ts'

test('finance voids a receipt of which nothing was given back; the platform answers for the rest', () => {
  holdsTo(
    receiptFlow,
    `
    →                queued  issued  given_back  refused  void_waiting  void
    issue   issued   -       -       -           -        -             -
    refuse  refused  -       -       -           -        -             -
    void    ?        -       af      -           -        -             -
    voided  void     -       -       -           -        -             -
    `,
    { standings: { given_back: { status: 'issued', hasAllowance: true } } },
  )
})

test('finance confirms and cancels allowances; one on paper also after it was confirmed', () => {
  holdsTo(
    allowanceFlow,
    `
    →                   waiting  confirmed  on_paper  cancelled  refused
    confirm  confirmed  af       -          -         -          -
    cancel   cancelled  af       -          af        -          -
    refuse   refused    -        -          -         -          -
    `,
    {
      standings: {
        confirmed: { status: 'confirmed', isPaper: false },
        on_paper: { status: 'confirmed', isPaper: true },
      },
    },
  )
})
