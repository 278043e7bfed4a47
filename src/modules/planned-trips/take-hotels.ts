import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { isOneOf } from '../../kit/db/condition.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { day, flag, ref, shownFields } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { plannedStatuses } from '../trip-statuses.ts'
import { packageFor } from './create.ts'
import { editors } from './flow.ts'
import { TripSegment } from './itinerary.ts'

/** A package whose hotels its trips take over. A dry run shows the differences. */
const NewHotels = Type.Object({ package_id: ref(), dry_run: Type.Optional(flag()) })
type NewHotels = Static<typeof NewHotels>

const { hotel_name, overnight_city_id } = TripSegment.properties
const night = shownFields({ hotel_name, overnight_city_id })

/** The nights of trips for which the package now has another hotel. */
const OtherHotels = Type.Object({
  ...shownFields({ dry_run: flag() }),
  changed: Type.Integer(),
  nights: Type.Array(
    Type.Object({
      planned_trip_id: ref(),
      serial: Type.String(),
      segment_id: ref(),
      ...shownFields({ starts_on: day(), is_confirmed: flag() }),
      ...night,
      was: Type.Object(night),
    }),
  ),
})

/** A night for which the package now has another hotel. */
type OtherHotel = {
  planned_trip_id: number
  serial: string
  segment_id: number
  starts_on: string
  hotel_name: string | null
  overnight_city_id: number | null
  was: { hotel_name: string | null; overnight_city_id: number | null }
  is_confirmed: boolean
}

/**
 * Copies the hotels of a package to its trips that have not departed. A night with a confirmed hotel is listed but not changed. A
 * night is matched by its position and its dates, as they were planned.
 */
const takeHotels = async (tx: Tx, { package_id, dry_run = false }: NewHotels) => {
  await packageFor(tx, package_id)
  const nights = await otherHotels(tx, package_id)
  const due = nights.filter(({ is_confirmed }) => !is_confirmed)
  if (!dry_run && due.length) await changeHotels(tx, due)
  return { dry_run, changed: dry_run ? 0 : due.length, nights }
}

const otherHotels = async (tx: Tx, package_id: number) => {
  const { rows } = await sql<OtherHotel>`
    select t.id as planned_trip_id, t.serial, s.id as segment_id, s.starts_on, p.hotel_name, p.overnight_city_id,
           json_build_object('hotel_name', s.hotel_name, 'overnight_city_id', s.overnight_city_id) as was,
           exists (select from planned_trip_segment_legs l
                    where l.segment_id = s.id and l.type = 'hotel' and l.status in ('confirmed', 'completed'))
             or exists (select from planned_trip_stays y
                         where y.planned_trip_id = t.id and y.status = 'confirmed'
                           and y.check_in <= s.ends_on and s.ends_on < y.check_out) as is_confirmed
      from planned_trips t join planned_trip_segments s on s.planned_trip_id = t.id
      join package_segments p on p.package_id = t.package_id and p.sequence = s.sequence
       and s.starts_on = t.departure_date + p.day_from - 1 and s.ends_on = t.departure_date + p.day_to - 1
     where t.package_id = ${package_id} and t.departure_date > today() and ${isOneOf('t.status', plannedStatuses)}
       and (s.hotel_name, s.overnight_city_id) is distinct from (p.hotel_name, p.overnight_city_id)
     order by t.departure_date, t.id, s.sequence`.execute(tx)
  return rows
}

const changeHotels = async (tx: Tx, nights: OtherHotel[]) => {
  const due = sql`jsonb_to_recordset(${JSON.stringify(nights)}::jsonb)
    due (planned_trip_id integer, segment_id integer, hotel_name text, overnight_city_id integer, was jsonb)`
  await sql`
    update planned_trip_segment_legs l set place = due.hotel_name, to_city_id = due.overnight_city_id from ${due}
     where l.segment_id = due.segment_id and l.type = 'hotel' and l.place is not distinct from due.was ->> 'hotel_name'`.execute(
    tx,
  )
  await addHotels(tx, due)
  await sql`
    update planned_trip_segments s set hotel_name = due.hotel_name, overnight_city_id = due.overnight_city_id from ${due}
     where s.id = due.segment_id`.execute(tx)
  await sql`update planned_trips t set updated_at = now() from ${due} where t.id = due.planned_trip_id`.execute(tx)
}

// A night with a hotel gets a leg for it when the trip is planned; so does a night that gets its hotel later.
const addHotels = (tx: Tx, due: RawBuilder<unknown>) =>
  sql`
    insert into planned_trip_segment_legs (segment_id, sequence, type, to_city_id, place)
    select due.segment_id, coalesce(max(l.sequence), 0) + 1, 'hotel', due.overnight_city_id, due.hotel_name
      from ${due} left join planned_trip_segment_legs l using (segment_id)
     where num_nonnulls(due.overnight_city_id, due.hotel_name) > 0
     group by due.segment_id, due.overnight_city_id, due.hotel_name
    having count(*) filter (where l.type = 'hotel') = 0`.execute(tx)

export const tripHotels = routes((on) => {
  on.post(
    '/bulk/hotels',
    {
      name: 'takeHotelsOfPackage',
      access: editors,
      summary: 'Take the hotels of a package over into its trips that have not departed, or show what differs',
      body: NewHotels,
      returns: OtherHotels,
    },
    ({ tx, body }) => takeHotels(tx, body),
  )
})
