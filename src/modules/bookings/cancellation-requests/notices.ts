import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import { localDay } from '../../../kit/db/fragments.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import type { Events } from '../../../kit/events.ts'
import { notify } from '../../notifications/notify.ts'
import { concernedBy } from '../../travelers/notices.ts'

/** Tells sales what a customer asks to cancel, and the customer that the request has arrived, with the fee of that day. */
export async function notifyOfCancellationRequest(
  tx: Tx,
  { cancellation_request_id }: Events['cancellation-request.asked'],
) {
  const { booking_id, params } = await inWords(tx, cancellation_request_id)
  const { sales, customer } = await concernedBy(tx, booking_id)
  const about = { type: 'booking', id: booking_id }
  await notify(tx, { who: sales, event: 'cancellation-request.asked', params, about })
  await notify(tx, { who: customer, event: 'cancellation-request.received', params, about })
}

/** Tells the customer that sales decline, or sales that the customer has taken the request back. */
export async function notifyOfDecidedCancellation(
  tx: Tx,
  { cancellation_request_id, actor_id, what }: Events['cancellation-request.decided'],
) {
  const { booking_id, params, decline_reason } = await inWords(tx, cancellation_request_id)
  const { sales, customer } = await concernedBy(tx, booking_id)
  const rest = { about: { type: 'booking', id: booking_id }, except: actor_id }
  await (what === 'declined'
    ? notify(tx, {
        who: customer,
        event: 'cancellation-request.declined',
        params: { ...params, decline_reason },
        ...rest,
      })
    : notify(tx, { who: sales, event: 'cancellation-request.withdrawn', params, ...rest }))
}

const inWords = async (tx: Tx, id: number) => {
  const { booking_id, decline_reason, currency, fee, ...named } = await tx
    .selectFrom('cancellation_requests as q')
    .innerJoin('bookings as b', 'b.id', 'q.booking_id')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select(['q.booking_id', 'q.currency', 'q.fee', 'q.reason', 'q.decline_reason'])
    .select(['t.serial', 'b.booking_number as number', 'b.contact_name as contact'])
    .select(sql<string>`${localDay(sql`q.created_at`)}::text`.as('day'))
    .select(
      sql<string | null>`(
      select string_agg(v.name, '、' order by v.id) from travelers v where v.id = any (q.traveler_ids))`.as(
        'travelers',
      ),
    )
    .where('q.id', '=', id)
    .executeTakeFirstOrThrow()
  return { booking_id, decline_reason, params: { ...named, fee: amountIn(currency, fee) } }
}
