import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { publish } from '../../modules/bookings/publications.ts'
import type { Calendar } from './calendar.ts'
import type { Trips } from './trips.ts'

/** What customers saw of the trips. That to Italy had another hotel in Rome until two days after its first booking. */
export async function publishTrips(tx: Tx, calendar: Calendar, trips: Trips) {
  const { rows } = await sql<{ id: number }>`select id from planned_trips where status <> 'draft'`.execute(tx)
  for (const { id } of rows) await publish(tx, id)
  await sql`update trip_publications p set shown_from = t.created_at from planned_trips t where t.id = p.planned_trip_id`.execute(
    tx,
  )
  const changed = `${calendar.instant('-24 15:20')}`
  const italy = trips.get('ITA')?.id
  await sql`update trip_publications set number = 2, shown_from = ${changed} where planned_trip_id = ${italy}`.execute(
    tx,
  )
  await sql`
    insert into trip_publications (planned_trip_id, number, facts, hash, shown_from, shown_until)
    select planned_trip_id, 1, before.facts, sha256(convert_to(before.facts::text, 'UTF8')), t.created_at, ${changed}
      from trip_publications p join planned_trips t on t.id = p.planned_trip_id
     cross join lateral (select jsonb_set(facts, '{segments,1,hotel}', ${JSON.stringify(hotelBefore)}) as facts) before
     where p.planned_trip_id = ${italy}`.execute(tx)
}

const hotelBefore = { name: '羅馬地中海飯店', name_en: 'Mediterraneo Rome', is_confirmed: false }

/** What a booking of a moment saw of its trip. */
export async function seenOf(tx: Tx) {
  const publications = await tx
    .selectFrom('trip_publications')
    .select(['id', 'planned_trip_id', 'shown_until'])
    .orderBy('number')
    .execute()
  const ofTrips = Map.groupBy(publications, ({ planned_trip_id }) => planned_trip_id)
  return (trip: number | undefined, moment: string) =>
    ofTrips.get(trip ?? 0)?.find(({ shown_until: until }) => until === null || Date.parse(until) > Date.parse(moment))
      ?.id ?? null
}
