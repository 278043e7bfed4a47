import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { isOneOf } from '../../kit/db/fragments.ts'
import { oneRow, theRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { anyText, flag, moment, orNull, shownFields, whole } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { enqueue, type JobTools } from '../../kit/jobs/jobs.ts'
import type { Locale, Words } from '../../kit/words/words.ts'
import { terms } from '../../terms.ts'
import { inWords } from '../languages/languages.ts'
import { notify } from '../notifications/notify.ts'
import { staff } from '../roles.ts'
import { tripCalled } from '../shown-names.ts'
import { certainStatuses, staffedStatuses } from '../trip-statuses.ts'
import { isAssemblyLate } from './assembly.ts'
import { type News, newsIn, type TripFacts } from './news-lines.ts'
import { partyOf, peopleWithOp } from './people.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    trip_news: {
      planned_trip_id: number
      staff_know: TripFacts
      travelers_know: TripFacts
      due_at: string | null
      tells_travelers: boolean
      actor_id: number | null
    }
  }
}
declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'planned-trips.news': { planned_trip_id: number }
  }
}

type By = { actor_id: number | undefined; tell_travelers?: boolean | undefined }

/**
 * Makes a change of a trip that people are told of. Half a minute after the last of such changes its staff are told, all at once, what
 * differs from what they know, and the travelers too if one of the changes says so.
 */
export async function withNews<T>(tx: Tx, id: number, by: By, change: () => Promise<T>): Promise<T> {
  if (tx.isSilent) return change()
  await sql`
    insert into trip_news (planned_trip_id, staff_know, travelers_know)
    select t.id, ${factsOfTrip}, ${factsOfTrip} from planned_trips t where t.id = ${id} on conflict do nothing`.execute(
    tx,
  )
  const answer = await change()
  await queueNews(tx, id, by)
  return answer
}

const queueNews = async (tx: Tx, id: number, { actor_id, tell_travelers = false }: By) => {
  const by = actor_id ?? null
  const { rows } = await sql<{ is_known: boolean }>`
    select ${factsOfTrip} = all (array[n.staff_know, n.travelers_know]) as is_known
      from trip_news n join planned_trips t on t.id = n.planned_trip_id where t.id = ${id}`.execute(tx)
  if (!rows[0]) return
  if (rows[0].is_known) return void (await forget(tx, id))
  await sql`
    update trip_news
       set actor_id = case when due_at is null or actor_id = ${by}::integer then ${by}::integer end,
           due_at = now() + ${sql.lit(terms.undo.interval)}::interval, tells_travelers = tells_travelers or ${tell_travelers}::boolean
     where planned_trip_id = ${id}`.execute(tx)
  enqueue(tx, 'planned-trips.news', { planned_trip_id: id }, { at: terms.undo.interval })
}

const forget = (tx: Tx, id: number) => tx.deleteFrom('trip_news').where('planned_trip_id', '=', id).execute()

const minute = sql.lit('YYYY-MM-DD HH24:MI')
// The facts of the trip `t`, as stored.
const factsOfTrip = sql<TripFacts>`jsonb_build_object(
  'from', t.departure_date, 'to', t.return_date, 'is_certain', ${isOneOf('t.status', certainStatuses)}, 'leader_id', t.assigned_leader_id,
  'assembly', case when jsonb_typeof(t.assembly) = 'object' then jsonb_build_object(
    'time', to_char((t.assembly ->> 'at')::timestamptz at time zone house_zone(), ${minute}),
    'place', t.assembly ->> 'place', 'place_en', t.assembly ->> 'place_en',
    'contact', t.assembly ->> 'contact', 'contact_en', t.assembly ->> 'contact_en', 'is_late', ${isAssemblyLate()}) end,
  'flights', (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', f.id, 'number', f.flight_number, 'origin', f.origin, 'destination', f.destination,
             'departs', to_char(f.departs_at at time zone f.departs_timezone, ${minute}),
             'arrives', to_char(f.arrives_at at time zone f.arrives_timezone, ${minute}),
             'is_off', f.status = 'cancelled') order by f.departs_at, f.id), '[]')
      from planned_trip_flights f where f.planned_trip_id = t.id))`

/** Tells the news of a trip that are due. Whoever knows what is true by then is not told. */
export function tellNews(
  { planned_trip_id: id }: { planned_trip_id: number },
  { database }: Pick<JobTools, 'database'>,
) {
  return database.transaction({}, async (tx) => {
    const due = await tx
      .selectFrom('trip_news')
      .selectAll()
      .where('planned_trip_id', '=', id)
      .where('due_at', '<=', sql<string>`now()`)
      .forUpdate()
      .executeTakeFirst()
    if (due) await tell(tx, id, due)
  })
}

type Waiting = Pick<Row, 'staff_know' | 'travelers_know' | 'tells_travelers' | 'actor_id'>

const tell = async (tx: Tx, id: number, { staff_know, travelers_know, tells_travelers, actor_id }: Waiting) => {
  const trip = await tripNow(tx, { id })
  // After the return there is nothing to tell, and the bookings of a cancelled trip have mails of their own.
  if (trip.is_over) return forget(tx, id)
  const about = { type: 'planned_trip', id }
  const toStaff = newsIn(staff_know, trip.facts)
  if (toStaff.lines.length) {
    const who = await peopleWithOp(tx, id)
    await notify(tx, { who, event: 'trip-news', params: inParams(trip, toStaff), about, except: actor_id ?? undefined })
  }
  const party = await partyOf(tx, id)
  const toParty = newsIn(travelers_know, trip.facts, trip)
  if (tells_travelers && toParty.lines.length)
    await notify(tx, { who: party, event: 'trip-news/booked', params: inParams(trip, toParty), about })
  const now = JSON.stringify(trip.facts)
  const isToldToAll = tells_travelers || party.length === 0 || isDeepStrictEqual(travelers_know, trip.facts)
  if (isToldToAll) return forget(tx, id)
  return sql`
    update trip_news set staff_know = ${now}::jsonb, due_at = null, actor_id = null where planned_trip_id = ${id}`.execute(
    tx,
  )
}

/** A trip as its news name it. */
const tripNow = theRow((db, { id }: { id: number }) =>
  db
    .selectFrom('planned_trips as t')
    .leftJoin('tour_leaders as l', 'l.id', 't.assigned_leader_id')
    .select(['t.serial', 't.name', tripCalled('t').as('name_en')])
    .select(sql<Words>`json_build_array(coalesce(l.name, ''), coalesce(l.name_en, l.name, ''))`.as('leader'))
    .select([factsOfTrip.as('facts'), sql<boolean>`not ${isOneOf('t.status', staffedStatuses)}`.as('is_over')])
    .where('t.id', '=', id),
)
type TripNow = Awaited<ReturnType<typeof tripNow>>

const inParams = ({ serial, name, name_en }: TripNow, { topics, lines }: News) => ({
  ...{ serial, name, name_en },
  topics: topics.map(([zh]) => zh).join('、'),
  topics_en: topics.map(([, en]) => en).join(', '),
  changes: lines
    .slice(0, MOST_LINES)
    .map(([zh]) => zh)
    .join('\n'),
  changes_en: lines
    .slice(0, MOST_LINES)
    .map(([, en]) => en)
    .join('\n'),
})

// The most lines in a notice.
const MOST_LINES = 20

/** The contacts of a trip were sent all that is true of it, in its departure notice. What is about to be told is told nevertheless. */
export async function travelersKnow(tx: Tx, id: number) {
  await sql`
    update trip_news set travelers_know = ${factsOfTrip}
      from planned_trips t where t.id = planned_trip_id and t.id = ${id} and not tells_travelers`.execute(tx)
  await tx
    .deleteFrom('trip_news')
    .where('planned_trip_id', '=', id)
    .where('due_at', 'is', null)
    .whereRef('staff_know', '=', 'travelers_know')
    .execute()
}

/** What the travelers of a trip do not know yet, as they would read it, and when they are told. */
const TripNews = Type.Object({
  ...shownFields({ tells_travelers: flag() }),
  due_at: orNull(moment()),
  people: whole(0),
  text: orNull(anyText()),
  text_en: orNull(anyText()),
})
type TripNews = Static<typeof TripNews>

type Row = {
  staff_know: TripFacts
  travelers_know: TripFacts
  due_at: string | null
  tells_travelers: boolean
  actor_id: number | null
}
const rowOf = oneRow((db, { id }: { id: number }) =>
  db.selectFrom('trip_news').selectAll().where('planned_trip_id', '=', id),
)

const newsOf = async (db: Db, id: number): Promise<TripNews> => {
  const trip = await tripNow(db, { id })
  const row = await rowOf(db, { id })
  const news = row && !trip.is_over ? newsIn(row.travelers_know, trip.facts, trip) : undefined
  if (!row || !news?.lines.length) return { tells_travelers: false, due_at: null, people: 0, text: null, text_en: null }
  const params = inParams(trip, news)
  const textIn = (locale: Locale) => Object.values(inWords('trip-news/booked', params, locale)).join('\n\n')
  return {
    tells_travelers: row.tells_travelers,
    due_at: row.tells_travelers ? row.due_at : null,
    people: (await partyOf(db, id)).length,
    text: textIn('zh-TW'),
    text_en: textIn('en'),
  }
}

/** Tells the travelers in half a minute, or takes that back. */
const tellTravelers = async (tx: Tx, id: number, tell_travelers: boolean, actor_id: number) => {
  await tx.selectFrom('planned_trips').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  if (tell_travelers) await queueNews(tx, id, { actor_id, tell_travelers })
  else await tx.updateTable('trip_news').set({ tells_travelers: false }).where('planned_trip_id', '=', id).execute()
  return newsOf(tx, id)
}

const tellers = ['sales', 'department', 'admin'] as const

export const tripNews = routes((on) => {
  on.get(
    '/:id/news',
    {
      access: staff,
      summary: 'What the travelers of a trip do not know yet, and when they are told',
      returns: TripNews,
      etag: 'none',
    },
    ({ db, params }) => newsOf(db, params.id),
  )

  on.put(
    '/:id/news',
    {
      name: 'tellPlannedTripNews',
      access: tellers,
      summary: 'Tell the travelers of a trip in half a minute what they do not know yet, or take that back meanwhile',
      body: Type.Object({ tells_travelers: flag() }),
      returns: TripNews,
      etag: 'none',
    },
    ({ tx, actor, params, body }) => tellTravelers(tx, params.id, body.tells_travelers, actor.id),
  )
})
