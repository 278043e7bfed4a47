import type { Tx } from '../../kit/db/tables.ts'
import { on } from '../../kit/events.ts'
import { enqueue } from '../../kit/jobs.ts'
import type { Words } from '../../kit/words.ts'
import { notify } from '../notifications/actions.ts'
import { thoseIn } from '../users/queries.ts'
import { type Turn, turns } from './flow.ts'
import { isLetter, letters } from './labels.ts'
import './mails.ts'

on(
  'booking.turned',
  'sales hear of it where they work, and so does whoever booked: by mail, and in its account where it has one',
  async (tx, { booking_id, turn: name, actor_id }) => {
    const turn: Turn = turns[name]
    const about = await tx
      .selectFrom('bookings as b')
      .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
      .select(['b.id', 'b.booking_number', 'b.contact_name', 'b.customer_user_id', 'b.sales_user_id'])
      .select(['t.name as trip', 't.departure_date'])
      .where('b.id', '=', booking_id)
      .executeTakeFirstOrThrow()
    if (turn.title)
      await tell(tx, about, await salesOf(tx, about.sales_user_id, actor_id), `booking.${name}`, turn.title)
    if (!turn.isMailed || !isLetter(name)) return
    const customer = about.customer_user_id === null ? [] : [about.customer_user_id]
    await tell(tx, about, customer, `booking.${name}`, letters[name].subject)
    await enqueue(tx, 'bookings.mail', { booking_id, turn: name })
  },
)

type About = { id: number; booking_number: string; contact_name: string; trip: string; departure_date: string }

const tell = (tx: Tx, about: About, people: number[], event: string, [zh, en]: Words) => {
  const { id, booking_number, contact_name, trip, departure_date } = about
  const body = `${trip} ${departure_date} ${contact_name}`
  const title: Words = [`${booking_number} ${zh}`, `${booking_number} ${en}`]
  return notify(tx, people, { event, title, body: [body, body], subject: { type: 'booking', id } }, false)
}

/** The one who looks after it; where there is none, all of sales. Who did it, knows. */
const salesOf = async (tx: Tx, sales_user_id: number | null, except: number | undefined) => {
  if (sales_user_id !== null) return sales_user_id === except ? [] : [sales_user_id]
  return (await thoseIn(tx, 'sales')).filter((id) => id !== except)
}
