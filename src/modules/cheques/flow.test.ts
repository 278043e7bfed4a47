import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { chequeFlow } from './flow.ts'

test('finance pays cheques into the bank and says what became of them; sales hand back what was not paid in', () => {
  holdsTo(
    chequeFlow,
    `
    →                     received  deposited  cleared  bounced  returned
    deposit    deposited  af        -          -        af       -
    clear      cleared    af        af         -        -        -
    bounce     bounced    -         af         af       -        -
    give_back  returned   asf       -          -        asf      -
    reopen     deposited  -         -          -        -        -
    `,
  )
})
