import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { enquiryFlow, enquiryStatuses } from './flow.ts'

const standings = {
  ...Object.fromEntries(enquiryStatuses.map((status) => [status, { status, isErased: false }])),
  erased: { status: 'lost', isErased: true },
} as const

test('each step of an enquiry: a booking wins it, a lost one has a reason, and both can be opened again unless the person is erased', () => {
  holdsTo(
    enquiryFlow,
    `
    →                    new  in_touch  quoted  won  lost  erased
    in-touch   in_touch  ams  -         ams     -    -     -
    quote      quoted    ams  ams       -       -    -     -
    book       won       as   as        as      -    -     -
    link       won       ams  ams       ams     -    -     -
    lose       lost      ams  ams       ams     -    -     -
    reopen     in_touch  -    -         -       ams  ams   -
    change     =         ams  ams       ams     ams  ams   -
    note       =         ams  ams       ams     -    -     -
    hand-over  =         ams  ams       ams     -    -     -
    `,
    { standings },
  )
})
