import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { enquiryFlow } from './flow.ts'

test('each step of an enquiry: a booking wins it, a lost one has a reason, and both can be opened again', () => {
  holdsTo(
    enquiryFlow,
    `
    →                    new  in_touch  quoted  won  lost
    in-touch   in_touch  ams  -         ams     -    -
    quote      quoted    ams  ams       -       -    -
    book       won       as   as        as      -    -
    link       won       ams  ams       ams     -    -
    lose       lost      ams  ams       ams     -    -
    reopen     in_touch  -    -         -       ams  ams
    change     =         ams  ams       ams     ams  ams
    hand-over  =         ams  ams       ams     -    -
    `,
  )
})
