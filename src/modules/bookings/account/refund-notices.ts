import { sql } from 'kysely'
import type { Database } from '../../../kit/db/connect.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import type { JobTools } from '../../../kit/jobs/jobs.ts'
import type { ParamsOf } from '../../languages/samples.ts'
import { notify } from '../../notifications/actions.ts'
import { tripCalled } from '../../shown-names.ts'
import { thoseIn } from '../../users/queries.ts'

declare module '../../../kit/jobs/jobs.ts' {
  interface Jobs {
    'bookings.refunds': object
  }
}

/**
 * Notifies finance of everything that is owed back, once each. A job does so, because an obligation has many causes (a cancellation, a
 * price, a payment too many) and the database writes it in the transaction of any of them.
 */
export const notifyOfRefunds = (database: Database) =>
  database.transaction({}, async (tx) => {
    const due = await newlyOwed(tx)
    const who = due.length ? await thoseIn(tx, 'finance') : []
    for (const { booking_id: id, ...params } of due)
      await notify(tx, { who, event: 'refund.due', params, about: { type: 'booking', id } })
  })

export const notifyOfAllRefunds = (_nothing: object, { database }: JobTools) => notifyOfRefunds(database)

type Owed = ParamsOf<'refund.due'> & { booking_id: number }

// An obligation that a later charge has used up before finance was notified is not owed any more.
const newlyOwed = async (tx: Tx) => {
  const { rows } = await sql<Owed>`
    with untold as (
      update booking_obligations set told_at = now()
       where id in (select id from booking_obligations where told_at is null order by id limit ${AT_ONCE} for update skip locked)
      returning id, booking_id, open_amount, cause
    )
    select b.id as booking_id, b.booking_number as number, t.serial, t.name as trip, ${tripCalled('t')} as trip_en,
           b.contact_name as contact, o.cause, b.currency || ' ' || amount_text(o.open_amount) as amount
      from untold o join bookings b on b.id = o.booking_id join planned_trips t on t.id = b.planned_trip_id
     where o.open_amount > 0 order by o.id`.execute(tx)
  return rows
}
const AT_ONCE = 200
