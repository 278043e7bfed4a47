import { test } from 'node:test'
import { holdsTo } from '../../../test/grid.ts'
import { attendanceFlow, sessionFlow } from './flow.ts'

test('the roles that change the status of a seminar or a session; sessions can be added only to future seminars', () => {
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

test('the roles that change the status of an attendance; a person is invited once', () => {
  holdsTo(
    attendanceFlow,
    `
    →                       invited  registered  attended  absent
    invited     invited     -        -           -         -
    registered  registered  ad       -           ad        ad
    attended    attended    asdl     asdl        -         asdl
    absent      absent      ad       ad          ad        -
    `,
  )
})
