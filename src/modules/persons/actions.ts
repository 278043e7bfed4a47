import type { Tx } from '../../kit/db/tables.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { lockedPerson } from './queries.ts'
import { refuseGone } from './refuse-gone.ts'
import type { PersonChange } from './schema.ts'

/** Changes what a person allows and does not want. Everything else is changed where it was said: at its records. */
export async function changePerson(tx: Tx, id: number, change: PersonChange, expected: Expected) {
  const person = await lockedPerson(tx, id)
  guardVersion(person, expected)
  refuseGone(person)
  await tx.updateTable('persons').set(change).where('id', '=', id).execute()
}
