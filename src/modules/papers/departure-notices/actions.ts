import type { Db, Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { notify } from '../../notifications/notify.ts'
import { travelersKnow } from '../../planned-trips/news.ts'
import { recipientsOf } from '../../trip-messages/queries.ts'
import { type Reader, seesAll } from '../../users/reader.ts'
import { tripOnPaper } from '../trip-queries.ts'
import { lastNotices } from './queries.ts'
import { changedSince, lackingIn, partsOf } from './rules.ts'
import type { SendNotices } from './schema.ts'

/** The state of the departure notices of a trip: the version that was mailed to each booking, and the parts that changed since. */
export async function noticesOfTrip(db: Db, given: Reader & { id: number }) {
  const { trip, bookings } = await read(db, given)
  return { lacking: lackingIn(trip), bookings }
}

/**
 * Mails the departure notice to every booking that does not have the current version. It is printed and stored when the mail
 * leaves.
 */
export async function sendNotices(tx: Tx, id: number, { again = false, dry_run = false }: SendNotices) {
  const { trip, bookings } = await read(tx, { ...seesAll, id })
  const due = bookings.filter((booking) => isReached(booking) && (again || isDue(booking)))
  const answer = { dry_run, lacking: lackingIn(trip), bookings: due }
  if (dry_run) return answer
  if (!due.length) refuseField('again', nobody)
  const { serial, name, name_en } = trip
  for (const { booking_id, version, changed } of due) {
    const rest = { who: [{ contact: booking_id }], about: { type: 'booking', id: booking_id } }
    const named = { serial, name, name_en: name_en ?? name }
    if (version && changed.length)
      await notify(tx, { ...rest, event: 'departure-notice.sent/changed', params: { ...named, changed } })
    else await notify(tx, { ...rest, event: 'departure-notice.sent', params: named })
  }
  await travelersKnow(tx, id)
  return answer
}

const read = async (db: Db, given: Reader & { id: number }) => {
  const trip = await tripOnPaper(db, given)
  const [last, recipients] = await Promise.all([lastNotices(db, { id: given.id }), recipientsOf(db, given.id, [])])
  const wayTo = new Map(recipients.flatMap((one) => (one.traveler_id === null ? [[one.booking_id, one.by]] : [])))
  const bookings = last.map(({ parts, travelers, ...booking }) => ({
    ...booking,
    by: wayTo.get(booking.booking_id) ?? 'none',
    changed: changedSince(parts, partsOf(trip, travelers)),
  }))
  return { trip, bookings }
}

type State = Awaited<ReturnType<typeof read>>['bookings'][number]
const isReached = ({ by }: State) => by === 'account' || by === 'mail'
const isDue = ({ version, changed, is_waiting }: State) => !is_waiting && (version === 0 || changed.length > 0)

const nobody = [
  '可寄送的訂單都已有最新的行前通知書；若要再寄一次，請選擇全部重寄。',
  'Every booking that can be reached has the current departure notice; choose `again` to send it once more.',
] as const
