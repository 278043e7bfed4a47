import { sql } from 'kysely'
import { settleAll } from '../../kit/async/settle.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import type { Events } from '../../kit/events.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import type { Words } from '../../kit/words/words.ts'
import { notify } from '../notifications/actions.ts'
import { type BookingStep, steps } from './flow.ts'
import { isLetter, letters } from './labels.ts'

/** Notifies sales in the app, and the customer by mail and, with an account, in the app. */
export const notifyOfBooking = async (tx: Tx, { booking_id, step: name, actor_id }: Events['booking.entered']) => {
  const step: BookingStep = steps[name]
  const booking = found(await told(tx, { booking_id }))
  // The person who took the step is not notified.
  const sales = booking.sales.filter((id) => id !== actor_id)
  const customer = booking.customer_user_id === null ? [] : [booking.customer_user_id]
  const isMailed = step.isMailed && isLetter(name)
  if (isMailed) enqueue(tx, 'bookings.mail', { booking_id, turn: name })
  await settleAll([
    step.title && notifyAll(tx, booking, sales, `booking.${name}`, step.title),
    isMailed && notifyAll(tx, booking, customer, `booking.${name}`, letters[name].subject),
  ])
}

/** Notifies sales and the customer that one traveler of a party was cancelled. */
export const notifyOfCancelledTraveler = async (
  tx: Tx,
  { booking_id, traveler_id, actor_id, fields }: Events['traveler.changed'],
) => {
  if (!fields.includes('status')) return
  const booking = found(await told(tx, { booking_id }))
  const traveler = await tx
    .selectFrom('travelers')
    .select('name')
    .where('id', '=', traveler_id)
    .executeTakeFirstOrThrow()
  const people = [...booking.sales, ...(booking.customer_user_id === null ? [] : [booking.customer_user_id])]
  enqueue(tx, 'bookings.mail', { booking_id, turn: 'cancel-traveler' })
  await notifyAll(
    tx,
    { ...booking, contact_name: traveler.name },
    people.filter((id) => id !== actor_id),
    'booking.traveler-cancelled',
    ['一位旅客已取消', 'A traveler was cancelled'],
  )
}

// The person in charge, or else all of sales.
const sales = sql<number[]>`case when b.sales_user_id is not null then array[b.sales_user_id]
  else array(select id from users where role = 'sales' and status = 'active') end`

const told = oneRow((db, { booking_id }: { booking_id: number }) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select(['b.id', 'b.booking_number', 'b.contact_name', 'b.customer_user_id', sales.as('sales')])
    .select(['t.name as trip', 't.departure_date'])
    .where('b.id', '=', booking_id),
)

type About = { id: number; booking_number: string; contact_name: string; trip: string; departure_date: string }

const notifyAll = (tx: Tx, about: About, people: number[], event: string, [zh, en]: Words) => {
  const { id, booking_number, contact_name, trip, departure_date } = about
  const body = `${trip} ${departure_date} ${contact_name}`
  const title: Words = [`${booking_number} ${zh}`, `${booking_number} ${en}`]
  return notify(tx, people, { event, title, body: [body, body], subject: { type: 'booking', id } }, false)
}
