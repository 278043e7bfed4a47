import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { travelerRequestFlow } from './flow.ts'

test('the roles that answer a special request, and the statuses in which its customer may change it', () => {
  holdsTo(
    travelerRequestFlow,
    `
    →                           open  acknowledged  passed_on  confirmed  declined
    open          open          -     asd           -          -          asd
    acknowledged  acknowledged  asd   -             -          -          asd
    passed_on     passed_on     asd   asd           -          asd        -
    confirmed     confirmed     asd   asd           asd        -          -
    declined      declined      asd   asd           asd        asd        -
    change        =             asc   as            as         as         as
    remove        =             asc   as            as         as         as
    `,
  )
})
