import { type Generated, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { statement, theRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { labelled, moment, nullable, oneOf, ref, shownFields, whole } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'
import { areOpenToStrangers } from '../planned-trips/seats.ts'
import { knownTrip } from '../planned-trips/visible.ts'
import { moneyReaders } from '../roles.ts'
import { readerOf } from '../users/reader.ts'
import { lockedTripsToBook } from './locks.ts'
import { PublishedFacts, publishedFacts } from './published-facts.ts'
import { differingParts, parts } from './published-parts.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    trip_publications: {
      id: Generated<number>
      planned_trip_id: number
      number: number
      facts: PublishedFacts
      hash: Buffer
      shown_from: Generated<string>
      shown_until: string | null
    }
  }
}

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'bookings.publications': object
  }
}

// The content of trips and its hash, beside the newest publication of each, if it is another one or there is none.
const changed = (such: ReturnType<typeof sql>) => sql`(
  select now.*, newest.number as before
    from (select id, facts, sha256(convert_to(facts::text, 'UTF8')) as hash
            from (select planned_trips.id, ${publishedFacts} as facts from planned_trips where ${such}) content) now
    left join lateral (select p.number, p.hash from trip_publications p where p.planned_trip_id = now.id order by p.number desc limit 1) newest on true
   where newest.hash is distinct from now.hash)`

/** Stores the content of a locked trip as its newest publication, if it has changed. */
export async function publish(tx: Tx, trip: number) {
  await storeChanged(tx, { trip })
}
const storeChanged = statement(
  (_db, { trip }: { trip: number }) => sql`
  with stored as (
    insert into trip_publications (planned_trip_id, number, facts, hash)
    select id, coalesce(before, 0) + 1, facts, hash from ${changed(sql`planned_trips.id = ${trip}`)} changed
    returning planned_trip_id, number, shown_from
  )
  update trip_publications set shown_until = stored.shown_from
    from stored where trip_publications.planned_trip_id = stored.planned_trip_id and trip_publications.number = stored.number - 1`,
)

/** SQL: the newest publication of a trip. */
export function newestPublication(trip: number) {
  return sql<number>`(select id from trip_publications where planned_trip_id = ${trip} order by number desc limit 1)`
}

/** Publishes the trips that strangers can see, where nobody has booked since their content changed. */
export async function publishOpenTrips(_nothing: object, { database }: Pick<JobTools, 'database'>) {
  const trips = await openAndChanged(database.db, {})
  if (trips.length === 0) return
  const ids = trips.map(({ id }) => id)
  await database.transaction({}, async (tx) => {
    await lockedTripsToBook(tx, ids)
    for (const id of ids) await publish(tx, id)
  })
}
const openAndChanged = statement(
  () => sql<{ id: number }>`select id from ${changed(areOpenToStrangers('planned_trips'))} changed`,
)

const Publication = Type.Object({
  id: ref(),
  ...shownFields({
    number: labelled(whole(1), ['版次', 'Version']),
    shown_from: labelled(moment(), ['起', 'Shown from']),
    shown_until: labelled(nullable(moment()), ['迄', 'Shown until']),
  }),
})
const ListedPublication = Type.Object({
  ...Publication.properties,
  /** The parts in which it differs from the one before. */
  changed: labelled(Type.Array(oneOf(parts)), ['變更項目', 'Changed parts']),
})
const OnePublication = Type.Object({
  ...Publication.properties,
  /** The parts in which the trip differs from it today. */
  differs_today: labelled(Type.Array(oneOf(parts)), ['與今日不同的項目', 'Parts that differ today']),
  facts: PublishedFacts,
})

const columns = ['p.id', 'p.number', 'p.shown_from', 'p.shown_until'] as const
const publicationsOf = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('trip_publications as p')
    .select(columns)
    .select(['p.facts', sql<PublishedFacts | null>`lag(p.facts) over (order by p.number)`.as('before')])
    .where('p.planned_trip_id', '=', id)
    .orderBy('p.number', 'desc'),
)

/** The publications of a trip, newest first. */
async function listPublications(db: Db, actor: Actor, id: number): Promise<Static<typeof ListedPublication>[]> {
  await knownTrip(db, { ...readerOf(actor), id })
  const rows = await publicationsOf(db, { id })
  return rows.map(({ facts, before, ...row }) => ({ ...row, changed: before ? differingParts(before, facts) : [] }))
}

const onePublication = theRow((db, { id, publication }: { id: number; publication: number }) =>
  db
    .selectFrom('trip_publications as p')
    .innerJoin('planned_trips', 'planned_trips.id', 'p.planned_trip_id')
    .select(columns)
    .select(['p.facts', sql<PublishedFacts>`${publishedFacts}`.as('today')])
    .where('p.planned_trip_id', '=', id)
    .where('p.id', '=', publication),
)

/** One publication with its facts, and what differs from them today. */
async function readPublication(db: Db, actor: Actor, asked: { id: number; publication: number }) {
  await knownTrip(db, { ...readerOf(actor), id: asked.id })
  const { facts, today, ...row } = await onePublication(db, asked)
  return { ...row, differs_today: differingParts(facts, today), facts }
}

/** `/api/planned-trips/{id}/publications` */
export const tripPublications = routes((on) => {
  on.get(
    '/:id/publications',
    {
      access: moneyReaders,
      summary: 'What visitors could read of a trip over time, newest first, with the parts that changed',
      returns: Type.Array(ListedPublication),
      etag: 'content',
    },
    ({ db, actor, params }) => listPublications(db, actor, params.id),
  )
  on.get(
    '/:id/publications/:publication',
    {
      access: moneyReaders,
      summary: 'What visitors read of a trip at a time, and the parts that differ today',
      returns: OnePublication,
      etag: 'content',
    },
    ({ db, actor, params }) => readPublication(db, actor, params),
  )
})
