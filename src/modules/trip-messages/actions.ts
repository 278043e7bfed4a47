import type { Tx } from '../../kit/db/tables.ts'
import { found, refuseField } from '../../kit/errors.ts'
import { notify, type Person } from '../notifications/notify.ts'
import { recipientsOf } from './queries.ts'
import type { NewTripMessage } from './rules.ts'

/** Writes to all travelers of a trip, or to those with certain faults. A dry run only returns the recipients. */
export async function sendMessage(
  tx: Tx,
  planned_trip_id: number,
  { dry_run = false, ...message }: NewTripMessage,
  sent_by: number,
) {
  const { serial } = found(
    await tx.selectFrom('planned_trips').select('serial').where('id', '=', planned_trip_id).executeTakeFirst(),
  )
  const recipients = await recipientsOf(tx, planned_trip_id, message.lacking ?? [])
  if (dry_run) return { dry_run, recipients }
  if (!recipients.length) refuseField('lacking', nobody)
  const told = recipients.filter(({ by }) => by === 'account' || by === 'mail').length
  await tx
    .insertInto('trip_messages')
    .values({ ...message, planned_trip_id, sent_by, told })
    .execute()
  const who = recipients.map(
    ({ traveler_id, booking_id }): Person =>
      traveler_id === null ? { contact: booking_id } : { traveler: traveler_id },
  )
  const params = { serial, title: message.title, words: message.words }
  await notify(tx, { who, event: 'trip-message', params, about: { type: 'planned_trip', id: planned_trip_id } })
  return { dry_run, recipients }
}

const nobody = [
  '沒有符合條件的人；請改選條件，或不填條件寄給全團。',
  'Nobody is concerned: choose other faults, or none to write to everybody on the trip.',
] as const
