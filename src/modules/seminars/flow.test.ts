import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { attendance, sessionFlow } from './flow.ts'

test('who may take a seminar or a session from which status to which; sessions are added to what is to come', () => {
  holdsTo(
    sessionFlow,
    `
    →                     draft  open  done  cancelled
    draft      draft      -      ad    -     -
    open       open       ad     -     ad    ad
    done       done       -      ad    -     -
    cancelled  cancelled  ad     ad    -     -
    sessions   =          amd    amd   -     -
    `,
  )
})

test('who may change the status of an attendance; nobody is invited twice', () => {
  holdsTo(
    attendance,
    `
    →                       invited  registered  attended  absent
    invited     invited     -        -           -         -
    registered  registered  ad       -           ad        ad
    attended    attended    asdl     asdl        -         asdl
    absent      absent      ad       ad          ad        -
    `,
  )
})
