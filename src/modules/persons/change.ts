import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { list, oneOf } from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { lockedPerson, refuseGone } from './locks.ts'
import { onePerson, shownPerson } from './read.ts'
import { consents, editors, optOuts } from './schema.ts'

const PersonChange = Type.Partial(Type.Object({ consents: list(oneOf(consents)), opt_outs: list(oneOf(optOuts)) }))
type PersonChange = Static<typeof PersonChange>

/** Changes the consents and opt-outs of a person. All other data is changed at the records of the person. */
async function changePerson(tx: Tx, id: number, change: PersonChange, expected: Expected) {
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

export function changeRoute(on: On) {
  on.put(
    '/:id',
    {
      access: editors,
      summary: 'Change what a person allows and what it does not want to get',
      body: PersonChange,
      ...shownPerson,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, params, body, expected }) => {
      await changePerson(tx, params.id, body, expected)
      return onePerson(tx, params)
    },
  )
}
