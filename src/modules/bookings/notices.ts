import { sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import type { Events } from '../../kit/events.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { isNotice } from '../languages/samples.ts'
import { notify } from '../notifications/notify.ts'
import { tripCalled } from '../shown-names.ts'
import { isLetter, noticeOfLetter } from './words.ts'

/** Notifies sales in the app, and the customer by mail and, with an account, in the app. */
export async function notifyOfBooking(tx: Tx, { booking_id, step: name, actor_id }: Events['booking.entered']) {
  const { sales, customer, id, status, ...booking } = found(await told(tx, { booking_id }))
  const about = { type: 'booking', id }
  const params = { ...unknown, ...booking }
  const forSales = `booking.${name}/sales`
  if (isNotice(forSales)) await notify(tx, { who: sales, event: forSales, params, about, except: actor_id })
  if (!isLetter(name)) return
  enqueue(tx, 'bookings.mail', { booking_id, step: name })
  if (name === 'cancel' || name === 'call_off') await notifyTravelers(tx, booking_id, name)
  if (customer !== null) await notify(tx, { who: [customer], event: noticeOfLetter(name, status), params, about })
}

// Those with an address of their own; what is settled is between the agency and the contact.
const notifyTravelers = async (tx: Tx, booking_id: number, step: 'cancel' | 'call_off') => {
  const { serial, trip: name, trip_en: name_en } = found(await told(tx, { booking_id }))
  const who = await tx.selectFrom('travelers').select('id as traveler').where('booking_id', '=', booking_id).execute()
  const event = step === 'cancel' ? 'traveler.cancelled' : 'traveler.called-off'
  await notify(tx, { who, event, params: { serial, name, name_en }, about: { type: 'booking', id: booking_id } })
}

// What only the mail says, when it is sent.
const unknown = {
  status: null,
  kept_until: null,
  lines: null,
  total: null,
  paid: null,
  deposit: null,
  deposit_due: null,
  balance_due: null,
  fee: null,
  refund: null,
  link: null,
}

/** Notifies sales and the customer that one traveler of a party was cancelled. */
export async function notifyOfCancelledTraveler(
  tx: Tx,
  { booking_id, traveler_id, actor_id, fields }: Events['traveler.changed'],
) {
  if (!fields.includes('status')) return
  const { sales, customer, id, status, ...booking } = found(await told(tx, { booking_id }))
  const { name: contact } = await tx
    .selectFrom('travelers')
    .select('name')
    .where('id', '=', traveler_id)
    .executeTakeFirstOrThrow()
  enqueue(tx, 'bookings.mail', { booking_id, step: 'cancel-traveler' })
  await notify(tx, {
    who: [...sales, customer],
    event: 'booking.traveler-cancelled',
    params: { ...booking, contact, reason: null },
    about: { type: 'booking', id },
    except: actor_id,
  })
  await notify(tx, {
    who: [{ traveler: traveler_id }],
    event: 'traveler.cancelled',
    params: { serial: booking.serial, name: booking.trip, name_en: booking.trip_en },
    about: { type: 'booking', id },
  })
}

// The person in charge, or else all of sales.
const sales = sql<number[]>`case when b.sales_user_id is not null then array[b.sales_user_id]
  else array(select id from users where role = 'sales' and status = 'active') end`

const told = oneRow((db, { booking_id }: { booking_id: number }) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select([
      'b.id',
      'b.booking_number as number',
      'b.contact_name as contact',
      'b.cancel_reason as reason',
      'b.status',
      'b.customer_user_id as customer',
      sales.as('sales'),
    ])
    .select(['t.serial', 't.name as trip', 't.departure_date as departure', 't.return_date as return'])
    .select(tripCalled('t').as('trip_en'))
    .where('b.id', '=', booking_id),
)
