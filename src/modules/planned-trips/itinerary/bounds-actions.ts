import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { type FieldFaults, refuse } from '../../../kit/errors.ts'
import type { LockedTrip } from '../leaders/queries.ts'
import { zoneOf } from './zones.ts'

type Days = Pick<LockedTrip, 'departure_date' | 'return_date'>
type Segment = { at: string; starts_on: string; ends_on: string }

/** Refuses days outside the trip, each at its row. */
export const refuseSegmentsOutside = ({ departure_date, return_date }: Days, segments: Segment[]) => {
  const words = [
    `不在出團期間內（${departure_date} – ${return_date}）。`,
    `Lies outside the trip (${departure_date} – ${return_date}).`,
  ] as const
  const errors: FieldFaults = {}
  for (const { at, starts_on, ends_on } of segments) {
    if (starts_on < departure_date || starts_on > return_date) errors[`${at}starts_on`] = [words]
    else if (ends_on > return_date) errors[`${at}ends_on`] = [words]
  }
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
}

/** Refuses legs that were written with times more than a day outside their trip; `fields` says how each was sent. */
export const refuseLegsOutside = async (tx: Tx, id: number, fields: ReadonlyMap<number, string>) => {
  const { rows } = await sql<{ id: number; field: string; first: string; last: string }>`
    select l.id, field, (t.departure_date - 1)::text as first, (t.return_date + 1)::text as last
      from planned_trips t join planned_trip_segments s on s.planned_trip_id = t.id
      join lateral (select *, (starts_at at time zone ${zoneOf('starts_at')})::date as starts_on,
                           (ends_at at time zone ${zoneOf('ends_at')})::date as ends_on
                      from planned_trip_segment_legs where segment_id = s.id) l on true
     cross join lateral (values ('starts_at', l.starts_on), ('ends_at', l.ends_on)) days (field, day)
     where t.id = ${id} and l.id = any (${[...fields.keys()]}) and day not between t.departure_date - 1 and t.return_date + 1`.execute(
    tx,
  )
  const errors: FieldFaults = {}
  for (const { id: leg, field, first, last } of rows)
    errors[`${fields.get(leg) ?? ''}${field}`] = [
      [`必須在 ${first} 到 ${last} 之間。`, `Must lie between ${first} and ${last}.`],
    ]
  if (rows.length) refuse('invalid_input', { errors })
}
