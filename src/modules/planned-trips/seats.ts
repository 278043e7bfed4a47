import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { isOneOf } from '../../kit/db/fragments.ts'
import { certainStatuses, publicStatuses } from '../trip-statuses.ts'

/** The seats of a trip as they are shown. */
export const Seats = Type.Object({
  held: Type.Integer(),
  confirmed: Type.Integer(),
  waitlisted: Type.Integer(),
  remaining: Type.Integer(),
})

/** How close a trip is to its minimum group size. */
export const guaranteeStates = ['pending', 'almost', 'guaranteed', 'failed'] as const

/** SQL: whether a traveler of this alias takes a seat. Infants do not; travelers without a birth date do. */
export function takesSeat(traveler: string) {
  return sql<SqlBool>`(${sql.ref(`${traveler}.status`)} = 'active' and ${sql.ref(`${traveler}.passenger_type`)} is distinct from 'infant')`
}

/** SQL: whether seats are kept for a waitlisted booking of this alias until its mailbox is proved. */
export function keptForProof(booking: string) {
  return sql<SqlBool>`(${sql.ref(`${booking}.status`)} = 'waitlisted' and ${sql.ref(`${booking}.contact_proved_at`)} is null
    and coalesce(${sql.ref(`${booking}.proof_until`)} > clock_timestamp(), false))`
}

/** SQL: whether the seats of a cancelled booking of this alias are kept, because the cancellation can still be undone. */
export function keptForUndo(booking: string) {
  const of = (column: string) => sql.ref(`${booking}.${column}`)
  return sql<SqlBool>`(${of('status')} = 'cancelled' and (
    ${of('id')} in (${undoable} and status <> 'waitlisted') or
    ${of('id')} in (${undoable}) and ${of('contact_proved_at')} is null and coalesce(${of('proof_until')} > clock_timestamp(), false)))`
}

// The few cancellations of this moment, which one statement reads once, however many bookings it counts.
const undoable = sql`select booking_id from cancelled_bookings where undo_until > clock_timestamp()`

// The travelers of active bookings take seats. So does a waitlisted party that was called to prove its mailbox, and for a moment one whose
// booking was just cancelled.
const taken = sql`(
  select count(*) filter (where b.status = 'held') as held,
         count(*) filter (where b.status in ('confirmed', 'completed')) as confirmed,
         count(*) filter (where b.status = 'waitlisted') as waitlisted,
         count(*) filter (where ${keptForProof('b')} or ${keptForUndo('b')}) as kept
    from bookings b join travelers v on v.booking_id = b.id and ${takesSeat('v')}
   where b.planned_trip_id = planned_trips.id)`

// The seats that nobody has and that are kept for nobody.
const remaining = sql<number>`greatest(planned_trips.capacity - held - confirmed - kept, 0)`

/** SQL: how many seats of a trip are free. */
export const seatsRemaining = sql<number>`(select ${remaining} from ${taken} taken)`

export const seats = sql<{ held: number; confirmed: number; waitlisted: number; remaining: number }>`(
  select json_build_object('held', held, 'confirmed', confirmed, 'waitlisted', waitlisted,
                           'remaining', ${remaining}) from ${taken} taken)`

const isLate = sql`(planned_trips.departure_date <= today() or exists (
  select from trip_deadlines d where d.planned_trip_id = planned_trips.id and d.key = 'guarantee' and d.due_on < today()))`

/** SQL: whether the agency has decided that a trip takes place. */
export const isCertain = isOneOf('planned_trips.status', certainStatuses)

// Seats are only counted where the status does not decide.
const guaranteedUnless = (byCounts: RawBuilder<unknown>) => sql<string>`case
  when planned_trips.status = 'cancelled' then 'failed'
  when ${isCertain} then 'guaranteed'
  else ${byCounts} end`
const byCounts = sql`case
  when confirmed >= planned_trips.min_pax then 'guaranteed'
  when ${isLate} then 'failed'
  when held + confirmed >= planned_trips.min_pax or confirmed >= planned_trips.min_pax * 0.8 then 'almost'
  else 'pending' end`

export const guaranteeState = guaranteedUnless(sql`(select ${byCounts} from ${taken} taken)`)

/** SQL: the seats of a trip, counted once, with `remaining`, `confirmed` and `guarantee_state`. */
export const countedSeats = sql`(
  select ${remaining} as remaining, confirmed, ${guaranteedUnless(byCounts)} as guarantee_state
    from ${taken} taken)`

/** SQL: whether seats of a trip of this alias are on sale: the status is open or guaranteed, and the departure is in the future. */
export function areOpenToAll(trip: string) {
  return sql<SqlBool>`(${isOneOf(`${trip}.status`, publicStatuses)} and ${sql.ref(`${trip}.departure_date`)} > today())`
}

/** SQL: whether the public can see a trip of this alias and register for it. */
export function areOpenToStrangers(trip: string) {
  return sql<SqlBool>`(${areOpenToAll(trip)} and ${sql.ref(`${trip}.is_public`)})`
}
