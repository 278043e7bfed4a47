import type { Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import type { Events } from '../../kit/events.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { isNotice } from '../languages/samples.ts'
import { notify, wasMailed, withdraw } from '../notifications/notify.ts'
import { type BookingNow, bookingNow, leftParams, toldOf } from './told.ts'
import { isLetter, noticeOfLetter } from './words.ts'

/** Notifies sales in the app, and the customer by mail and, with an account, in the app. */
export async function notifyOfBooking(tx: Tx, { booking_id, step: name, actor_id, left }: Events['booking.entered']) {
  const now = found(await bookingNow(tx, { booking_id }))
  const { sales, customer, status } = now
  const about = { type: 'booking', id: booking_id }
  const params = inTheApp(now)
  const forSales = `booking.${name}/sales`
  if (isNotice(forSales)) await notify(tx, { who: sales, event: forSales, params, about, except: actor_id })
  if (!isLetter(name)) return
  enqueue(tx, 'bookings.mail', { booking_id, step: name, told: toldOf(now), ...(left && { left }) })
  if (name in tellsTravelers) await notifyTravelers(tx, now, name as keyof typeof tellsTravelers)
  // The reason is written in one language. Its place says it to the customer in the own one.
  if (customer !== null)
    await notify(tx, {
      who: [customer],
      event: noticeOfLetter(name, status),
      params: { ...params, ...leftParams(left), reason: null },
      about,
    })
}

// Travelers with their own mail address. Only the contact is notified of fees and refunds. Of a booking that is restored, those who were
// cancelled by themselves before stay so.
const notifyTravelers = async (
  tx: Tx,
  { id, serial, trip, trip_en }: BookingNow,
  step: keyof typeof tellsTravelers,
) => {
  const party = tx.selectFrom('travelers').select('id as traveler').where('booking_id', '=', id)
  const who = await (step === 'restore' ? party.where('status', '=', 'active') : party).execute()
  const event = tellsTravelers[step]
  await notify(tx, { who, event, params: { serial, name: trip, name_en: trip_en }, about: { type: 'booking', id } })
}

const tellsTravelers = {
  cancel: 'traveler.cancelled',
  call_off: 'traveler.called-off',
  restore: 'traveler.restored',
} as const

/** Tells the next salesperson that a booking is theirs now, with what the former one wrote. */
export async function notifyOfBookingHandover(
  tx: Tx,
  { booking_id, to, words, actor_id }: Events['booking.handed-over'],
) {
  const { number, contact, serial, trip, trip_en, departure } = found(await bookingNow(tx, { booking_id }))
  await notify(tx, {
    who: [to],
    event: 'booking.handed-over',
    params: { number, contact, serial, trip, trip_en, departure, words },
    about: { type: 'booking', id: booking_id },
    except: actor_id,
  })
}

const inTheApp = ({ number, contact, reason, serial, trip, trip_en, departure, return: home }: BookingNow) => ({
  ...unknown,
  ...{ number, contact, reason, serial, trip, trip_en, departure, return: home },
})

// Values that are known only when the mail is sent.
const unknown = {
  status: null,
  kept_until: null,
  lines: null,
  total: null,
  paid: null,
  deposit: null,
  deposit_until: null,
  deposit_due: null,
  balance_due: null,
  fee: null,
  refund: null,
  now: null,
  dates: null,
  link: null,
}

/** Notifies sales and the customer of a cancelled traveler of a party. */
export async function notifyOfCancelledTraveler(
  tx: Tx,
  { booking_id, traveler_id, actor_id, fields }: Events['traveler.changed'],
) {
  if (!fields.includes('status')) return
  const now = found(await bookingNow(tx, { booking_id }))
  const { name: contact } = await tx
    .selectFrom('travelers')
    .select('name')
    .where('id', '=', traveler_id)
    .executeTakeFirstOrThrow()
  await notify(tx, {
    who: [...now.sales, now.customer],
    event: 'booking.traveler-cancelled',
    params: { ...inTheApp(now), contact, reason: null },
    about: { type: 'booking', id: booking_id },
    except: actor_id,
  })
  await notify(tx, {
    who: [{ traveler: traveler_id }],
    event: 'traveler.cancelled',
    params: { serial: now.serial, name: now.trip, name_en: now.trip_en },
    about: { type: 'booking', id: booking_id },
  })
}

/**
 * Tells sales, the contact and the traveler that a cancelled traveler travels after all. A notice of the cancellation that waits is dropped,
 * and then there is nothing to take back.
 */
export async function notifyOfRestoredTraveler(
  tx: Tx,
  { booking_id, traveler_id, actor_id, is_restored }: Events['traveler.added'],
) {
  if (!is_restored) return
  await withdraw(tx, { to: { traveler_id }, sentences: ['traveler.cancelled'] })
  const now = found(await bookingNow(tx, { booking_id }))
  const { name: contact } = await tx
    .selectFrom('travelers')
    .select('name')
    .where('id', '=', traveler_id)
    .executeTakeFirstOrThrow()
  const about = { type: 'booking', id: booking_id }
  await notify(tx, {
    who: [...now.sales, now.customer],
    event: 'booking.traveler-restored',
    params: { ...inTheApp(now), contact, reason: null },
    about,
    except: actor_id,
  })
  if (!(await wasMailed(tx, { ...about, sentence: 'traveler.cancelled' }))) return
  await notify(tx, {
    who: [{ traveler: traveler_id }],
    event: 'traveler.restored',
    params: { serial: now.serial, name: now.trip, name_en: now.trip_en },
    about,
  })
}
