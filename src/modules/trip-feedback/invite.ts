import { sql } from 'kysely'
import { isOneOf } from '../../kit/db/fragments.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'
import type { ParamsOf } from '../languages/samples.ts'
import { notify } from '../notifications/notify.ts'
import { tripCalled } from '../shown-names.ts'

/** Who has returned so many days ago is asked. After a week it is too late to begin. */
const DAYS_AFTER = { first: 2, last: 9 }
const AT_ONCE = 200

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'trip-feedback.invite': object
  }
}

/** Asks the contacts of bookings whose trips returned two days ago how it was, each once. */
export async function inviteToAnswer(_nothing: object, { database }: JobTools) {
  while ((await database.transaction({}, inviteSome)) === AT_ONCE);
}

type Invited = ParamsOf<'trip-feedback.asked'> & { booking_id: number }

// A contact without an address was erased, or is not reached by mail.
const inviteSome = async (tx: Tx) => {
  const { rows } = await sql<Invited>`
    with asked as (
      insert into trip_feedback (booking_id, asked_at)
      select b.id, now() from bookings b join planned_trips t on t.id = b.planned_trip_id
       where t.return_date between today() - ${sql.lit(DAYS_AFTER.last)} and today() - ${sql.lit(DAYS_AFTER.first)}
         and t.status <> 'cancelled' and ${isOneOf('b.status', ['confirmed', 'completed'])} and b.contact_email is not null
         and not exists (select from trip_feedback f where f.booking_id = b.id)
       order by b.id limit ${sql.lit(AT_ONCE)}
      on conflict do nothing returning booking_id
    )
    select b.id as booking_id, b.booking_number as number, t.serial, t.name as trip, ${tripCalled('t')} as trip_en
      from asked join bookings b on b.id = asked.booking_id join planned_trips t on t.id = b.planned_trip_id order by b.id`.execute(
    tx,
  )
  for (const { booking_id, ...params } of rows)
    await notify(tx, {
      ...{ who: [{ contact: booking_id }], event: 'trip-feedback.asked', params },
      about: { type: 'booking', id: booking_id },
    })
  return rows.length
}
