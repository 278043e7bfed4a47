import { sql } from 'kysely'
import { membersOf } from '../../../kit/db/columns.ts'
import { oneRow } from '../../../kit/db/statement.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import { possibleSteps } from '../../../kit/flow.ts'
import { keptForProof } from '../../planned-trips/seats.ts'
import { travelerOfLine, tripInEnglish } from '../../shown-names.ts'
import { ownChecks } from '../../travelers/checks.ts'
import type { Check } from '../../travelers/labels.ts'
import { life, standingOf } from '../flow.ts'
import { contact, missingPrices, position } from '../queries.ts'
import type { LineKind } from '../schema.ts'

type Line = {
  kind: LineKind
  description: string
  description_en: string | null
  quantity: number
  unit_price: number
  amount: number
  currency: string
  traveler_name: string | null
}
type Guest = { id: number; name: string; passenger_type: string | null; checks: Check[] }

type OfTrip = { serial: string; name: string; name_en: string | null; departure_date: string; return_date: string }
const trip = sql<OfTrip>`(
  select json_build_object(${membersOf('t', ['serial', 'name', 'departure_date', 'return_date'])}, 'name_en', ${tripInEnglish('t')})
    from planned_trips t where t.id = bookings.planned_trip_id)`
const lines = sql<Line[]>`(
  select coalesce(json_agg(json_build_object(${membersOf('l', ['kind', 'description', 'description_en', 'quantity', 'unit_price', 'amount', 'currency'])}, 'traveler_name', ${travelerOfLine('l')}) order by l.id), '[]')
    from booking_price_lines l where l.booking_id = bookings.id)`
const travelers = sql<Guest[]>`(
  select coalesce(json_agg(json_build_object('id', travelers.id, 'name', travelers.name,
      'passenger_type', travelers.passenger_type, 'checks', ${ownChecks}) order by travelers.id), '[]')
    from travelers where travelers.booking_id = bookings.id and travelers.status = 'active')`

/** Steps that need a mailed link; a link that was not mailed does not list them as possible. */
const ofMailbox: readonly string[] = ['confirm-contact', 'accept']

/** A booking as its customer may see it, with what is missing for each traveler, without internal data. */
export const receiptOf = async (db: Db, booking_id: number, { is_mailed }: { is_mailed: boolean }) => {
  const { offered_at, contact_proved_at, cancel_cause, ...receipt } = found(await read(db, { id: booking_id }))
  const possible = possibleSteps(
    life,
    standingOf({ status: receipt.status, offered_at, contact_proved_at, cancel_cause }),
    'customer',
  )
  return {
    ...receipt,
    is_contact_proved: contact_proved_at !== null,
    is_offered: receipt.status === 'held' && offered_at !== null,
    possible: possible.filter((step) => is_mailed || !ofMailbox.includes(step)),
  }
}

const read = oneRow((db, { id }: { id: number }) =>
  db
    .selectFrom('bookings')
    .select([
      'booking_number',
      'status',
      'offered_at',
      'contact_proved_at',
      'cancel_cause',
      'hold_expires_at',
      'currency',
      'total',
      'paid',
      'balance',
    ])
    .select(['deposit', 'deposit_due_on', 'balance_due_on', 'payment_method', 'travel_purpose', 'marketing_source'])
    .select(sql<string | null>`case when ${keptForProof('bookings')} then proof_until end`.as('proof_until'))
    .select(['customer_note', position.as('waitlist_position'), trip.as('trip'), contact.as('contact')])
    .select([lines.as('price_lines'), travelers.as('travelers'), missingPrices.as('missing_prices')])
    .where('bookings.id', '=', id),
)
export type Receipt = Awaited<ReturnType<typeof receiptOf>>
