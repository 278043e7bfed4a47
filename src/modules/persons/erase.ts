import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { eraseAttachments } from '../attachments/actions.ts'
import { forgetValues } from '../audit/actions.ts'
import { eraseContact } from '../bookings/erase.ts'
import { enquiriesAskedBy, forgetEnquiries } from '../enquiries/erase.ts'
import { forgetAllToAccount } from '../notifications/notify.ts'
import { forgetPapersTo } from '../papers/kept.ts'
import { eraseLeader } from '../tour-leaders/erase.ts'
import { eraseTraveler } from '../travelers/erase.ts'
import { byIn } from '../travelers/rules.ts'
import { eraseUser } from '../users/erase.ts'
import { forgetInViews, removeViewsOf } from '../views/erase.ts'
import { lockedPerson, refuseGone } from './locks.ts'
import { onePerson, shownPerson } from './read.ts'

/**
 * Erases a person everywhere: as traveler, contact, account and leader, and in what it asked, with the keys of all encrypted data. Each
 * record refuses while it is still needed, and then nothing is erased. Texts of staff about merges are erased too.
 */
async function erasePerson(tx: Tx, keys: Keys, actor: Actor, id: number, expected: Expected) {
  const by = byIn({ keys })(actor)
  const person = await lockedPerson(tx, id)
  guardVersion(person, expected)
  refuseGone(person)
  const records = await tx.selectFrom('person_records').selectAll().where('person_id', '=', id).orderBy('id').execute()
  // Read now, because they are found by what the other records say.
  const asked = await enquiriesAskedBy(tx, id)
  for (const { traveler_id, booking_id, user_id, tour_leader_id } of records) {
    if (traveler_id) await eraseTraveler(tx, by, traveler_id)
    if (booking_id) await eraseContact(tx, booking_id)
    if (user_id) await eraseAccount(tx, actor, user_id)
    if (tour_leader_id) await eraseLeader(tx, actor, tour_leader_id, { withName: true })
  }
  await forgetEnquiries(tx, asked)
  await tx
    .updateTable('person_changes')
    .set({ reason: '•••' })
    .where(sql<boolean>`${id} in (person_id, other_id) and reason is not null`)
    .execute()
  await forgetValues(tx, 'persons', [id])
}

const eraseAccount = async (tx: Tx, actor: Actor, user_id: number) => {
  await forgetInViews(tx, 'account', user_id)
  await removeViewsOf(tx, user_id)
  await forgetPapersTo(tx, user_id)
  // Attachments of staff belong to the agency, so only those of customers are erased.
  if ((await eraseUser(tx, user_id)) === 'customer') await eraseAttachments(tx, actor, user_id)
  await forgetAllToAccount(tx, user_id)
  // This is the last step, so that the audit rows of the erasure itself are cleared too.
  await forgetValues(tx, 'users', [user_id])
}

export function eraseRoute(on: On, { keys }: FastifyInstance) {
  on.post(
    '/:id/erase',
    {
      access: ['admin'],
      name: 'erasePerson',
      summary: 'Erase a person everywhere, when all of its trips are over; seats, prices and payments stay',
      ...shownPerson,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, expected }) => {
      await erasePerson(tx, keys, actor, params.id, expected)
      return onePerson(tx, params)
    },
  )
}
