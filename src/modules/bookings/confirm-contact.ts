import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { mayTake } from '../../kit/flow.ts'
import { guardVersion } from '../../kit/http/routes/answer.ts'
import { keepShownLink } from '../links/links.ts'
import { keptForProof } from '../planned-trips/seats.ts'
import { accountOf } from './customer.ts'
import { bookingFlow, stateOf } from './flow.ts'
import { HOURS_HELD, inHours, keptUntil } from './holds.ts'
import { isOpenToAll, type LockedBooking, lockedBooking, type TakenBy, type TripToBook } from './locks.ts'
import { partySize, seatsOf, settleSeats } from './seats.ts'
import { setStatus } from './status.ts'

declare module '../../kit/events.ts' {
  interface Events {
    /** The contact has proved its mailbox: it followed the link in the mail. */
    'booking.proved': { booking_id: number }
  }
}

/**
 * Marks the mailbox of the contact as proved, by the mailed link or by staff. Repeating it changes nothing. The seats are then held
 * for the usual time. Only the mailed link connects the booking to the account of that address.
 */
export async function confirmContact(tx: Tx, id: number, { reader, actor_id, roles, expected }: TakenBy) {
  const { booking, trip } = await lockedBooking(tx, reader, id)
  guardVersion(booking, expected)
  if (booking.contact_proved_at) return
  mayTake(bookingFlow, 'confirm-contact', stateOf(booking), roles)
  const account = reader.sees === 'booking' && booking.contact_email ? await accountOf(tx, booking.contact_email) : null
  await setStatus(tx, id, 'confirm-contact', {
    ...(await seatsOnceProved(tx, booking, trip)),
    contact_proved_at: sql<string>`now()`,
    customer_user_id: booking.customer_user_id ?? account,
    actor_id,
  })
  if (booking.contact_email === null) await keepShownLink(tx, id)
  if (reader.sees === 'booking') await emit(tx, 'booking.proved', { booking_id: id })
  // A proved booking on the waitlist may be offered free seats.
  await settleSeats(tx, trip)
}

// A waitlisted party gets the seats that were kept for it. If the hold has expired, the party gets seats if there are enough,
// otherwise the last place on the waitlist. Proving the mailbox of a contact that was changed later does not extend the hold.
const seatsOnceProved = async (tx: Tx, booking: LockedBooking, trip: TripToBook) => {
  const { id, status } = booking
  const held = { status: 'held', ...keptUntil(inHours(HOURS_HELD.public, trip), trip) } as const
  if (status === 'waitlisted') return (await isKeptForProof(tx, id, trip)) ? held : { status }
  if (status !== 'expired') return isHeldForProof(booking) ? held : { status }
  if (!isOpenToAll(trip)) refuse('answer_too_late', { detail: noMoreOpen })
  if ((await settleSeats(tx, trip)) >= (await partySize(tx, id))) return held
  return { status: 'waitlisted', queued_at: sql<string>`clock_timestamp()`, hold_expires_at: null } as const
}

// Whether seats are kept for the booking and the trip still has that many.
const isKeptForProof = async (tx: Tx, id: number, trip: TripToBook) => {
  const { is_kept } = await tx
    .selectFrom('bookings')
    .select(keptForProof('bookings').as('is_kept'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return is_kept === true && isOpenToAll(trip) && (await seatsOf(tx, trip.id)).remaining >= 0
}

// The hold still ends after the short time of a registration, not after the longer time that follows the proof. Over a weekend the
// time until a call is not short, so who has no mail address is known by that.
const isHeldForProof = ({ status, source, contact_email, offered_at, hold_expires_at, created_at }: LockedBooking) =>
  status === 'held' &&
  !offered_at &&
  hold_expires_at !== null &&
  ((source === 'public' && contact_email === null) ||
    Date.parse(hold_expires_at) - Date.parse(created_at) < HOURS_HELD.public * 3_600_000)

const noMoreOpen = [
  '名額保留已過，此團目前也不再開放報名；請與我們聯絡。',
  'The hold has expired, and the trip is no longer open for registration; please contact us.',
] as const
