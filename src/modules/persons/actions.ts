import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
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

/** The contact of a booking wants no advertising any more, or wants it again. */
export async function refuseAdvertising(tx: Tx, booking_id: number, isRefused: boolean) {
  const { person_id } = found(
    await tx.selectFrom('person_records').select('person_id').where('booking_id', '=', booking_id).executeTakeFirst(),
  )
  refuseGone(await lockedPerson(tx, person_id))
  await tx
    .updateTable('persons')
    .set({
      opt_outs: sql<
        'advertising'[]
      >`array_remove(opt_outs, 'advertising') || ${isRefused ? ['advertising'] : []}::text[]`,
    })
    .where('id', '=', person_id)
    .execute()
}
