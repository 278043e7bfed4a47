import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { tripFlow } from './flow.ts'

test('the roles that change the status of a trip, move it, and assign its leaders, in each status', () => {
  holdsTo(
    tripFlow,
    `
    →                            draft  open  guaranteed  closed  departed  returned  settled  cancelled
    draft            draft       -      -     -           -       -         -         -        -
    open             open        ad     -     ad          ad      -         -         -        -
    guaranteed       guaranteed  -      ad    -           -       -         -         -        -
    closed           closed      -      -     ad          -       ad        -         -        -
    departed         departed    -      -     -           ad      -         ad        -        -
    returned         returned    -      -     -           -       ad        -         ad       -
    settled          settled     -      -     -           -       -         ad        -        -
    cancelled        cancelled   ad     ad    ad          ad      -         -         -        -
    move             =           ad     ad    ad          ad      -         -         -        -
    flights          =           ad    ad     ad          ad      ad        ad        -        -
    handover         =           asdl  asdl   asdl        asdl    asdl      asdl      asdl     -
    assigned-leader  =           amd    amd   amd         amd     amd       -         -        -
    briefing-leader  =           amd    amd   amd         amd     amd       -         -        -
    `,
  )
})
