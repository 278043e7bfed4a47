import type { Tx } from '../../kit/db/tables.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { lockedPerson } from './queries.ts'
import { refuseGone } from './refuse-gone.ts'
import type { PersonChange } from './schema.ts'

/** Changes the consents and opt-outs of a person. All other data is changed at the records of the person. */
export async function changePerson(tx: Tx, id: number, change: PersonChange, expected: Expected) {
  const person = await lockedPerson(tx, id)
  guardVersion(person, expected)
  refuseGone(person)
  await tx.updateTable('persons').set(change).where('id', '=', id).execute()
}
