import { sql } from 'kysely'
import { isOneOf } from '../../kit/db/condition.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import type { Words } from '../../kit/words/words.ts'
import { travelingStatuses } from '../booking-statuses.ts'
import { isNotice } from '../languages/samples.ts'
import { notify, type Person, wasMailed, withdraw } from '../notifications/notify.ts'
import { tripCalled } from '../shown-names.ts'
import type { TripStatus } from '../trip-statuses.ts'
import { thoseIn } from '../users/queries.ts'
import { isBack } from './flow.ts'
import type { Duty } from './leaders.ts'

/**
 * Notifies the people in charge of a trip of its status, and its customers once it is guaranteed to depart. A step back is told in the app
 * alone, and what it takes back is not mailed any more; a status that comes again is not mailed again.
 */
export async function notifyOfStatus(tx: Tx, entered: Events['planned-trip.entered']) {
  const { planned_trip_id: id, status, from, actor_id: except } = entered
  if (status === 'draft') return
  const params = await tripInWords(tx, id)
  const about = { type: 'planned_trip', id }
  const corrected = `planned-trip.${status}/back`
  const event = isBack(from, status) && isNotice(corrected) ? corrected : (`planned-trip.${status}` as const)
  if (isBack(from, status)) await withdraw(tx, { about, sentences: sentencesOf(from) })
  const isAgain = await wasMailed(tx, { ...about, sentence: event })
  await notify(tx, { who: await peopleOf(tx, id), event, params, about, except, inAppOnly: isAgain })
  if (event === 'planned-trip.guaranteed' && !isAgain)
    await notify(tx, { who: await partyOf(tx, id), event: 'planned-trip.guaranteed/booked', params, about })
  if (status === 'cancelled') await notifyBriefingLeader(tx, id, 'planned-trip.cancelled/briefing', except)
}

const sentencesOf = (status: TripStatus) => [`planned-trip.${status}`, `planned-trip.${status}/booked`].filter(isNotice)

/** Notifies the people in charge of a trip of its new dates. */
export async function notifyOfDates(tx: Tx, moved: Events['planned-trip.moved']) {
  const { planned_trip_id: id, actor_id: except, from, to, ended } = moved
  const params = { ...(await tripInWords(tx, id)), from, to }
  const spans = { ...params, from: `${from} – ${ended}`, to: `${to} – ${params.ends}` }
  const about = { type: 'planned_trip', id }
  await notify(tx, { who: await peopleOf(tx, id), event: 'planned-trip.moved', params: spans, about, except })
  await notify(tx, { who: await partyOf(tx, id), event: 'planned-trip.moved/booked', params, about })
  await notifyBriefingLeader(tx, id, 'planned-trip.moved/briefing', except)
}

/** Notifies the leader and everybody who travels of a new meeting point. */
export async function notifyOfAssembly(tx: Tx, { planned_trip_id: id, actor_id }: Events['trip-assembly.changed']) {
  const { leader, ...params } = await assemblyInWords(tx, id)
  await notify(tx, {
    who: [...(leader === null ? [] : [{ leader }]), ...(await partyOf(tx, id))],
    event: 'trip-assembly.changed',
    params,
    about: { type: 'planned_trip', id },
    except: actor_id,
  })
}

type OfBriefing = 'planned-trip.moved/briefing' | 'planned-trip.cancelled/briefing'
// A briefing leader who also leads the trip has been told already.
const notifyBriefingLeader = async (tx: Tx, id: number, event: OfBriefing, except: number | undefined) => {
  const { briefing_leader_id: leader, assigned_leader_id } = await briefingOf(tx, id)
  if (leader === null || leader === assigned_leader_id) return
  const params = await briefingInWords(tx, id)
  await notify(tx, { who: [{ leader }], event, params, about: { type: 'planned_trip', id }, except })
}

/** Notifies the new and the previous leader, and operations where nobody follows. */
export async function notifyLeaders(tx: Tx, changed: Events['trip-leader.changed']) {
  const { planned_trip_id: id, duty, from, to, actor_id } = changed
  if (to !== null) await notifyOne(tx, id, to, actor_id, duty)
  if (from !== null) await notifyOne(tx, id, from, actor_id, `${duty}-released`)
  if (to === null) await notifyOp(tx, id, actor_id, duty)
  else if (duty === 'assigned') await notifyOthers(tx, changed)
}

/** Notifies the briefing leader of new times. */
export async function notifyOfBriefing(tx: Tx, { planned_trip_id: id, actor_id }: Events['trip-briefing.changed']) {
  const { briefing_leader_id: leader } = await briefingOf(tx, id)
  if (leader !== null) await notifyOne(tx, id, leader, actor_id, 'briefing-moved')
}

type Change = Duty | `${Duty}-released` | 'briefing-moved'
const notifyOne = async (tx: Tx, id: number, leader: number, except: number | undefined, change: Change) =>
  notify(tx, {
    who: [{ leader }],
    event: `trip-leader.${change}`,
    params: { ...(await tripInWords(tx, id)), ...(await briefingInWords(tx, id)) },
    about: { type: 'planned_trip', id },
    except,
  })

// A trip or a briefing without a leader is work for operations.
const notifyOp = async (tx: Tx, id: number, except: number | undefined, duty: Duty) => {
  const { op_user_id } = await briefingOf(tx, id)
  await notify(tx, {
    who: op_user_id === null ? await thoseIn(tx, 'department', 'op') : [op_user_id],
    event: `trip-leader.released/${duty}`,
    params: await tripInWords(tx, id),
    about: { type: 'planned_trip', id },
    except,
  })
}

// Sales and OP are notified of every new leader; travelers only if the change asks for it.
const notifyOthers = async (
  tx: Tx,
  { planned_trip_id: id, actor_id: except, tell_travelers }: Events['trip-leader.changed'],
) => {
  const { op_user_id, ...params } = await leaderInWords(tx, id)
  const about = { type: 'planned_trip', id }
  const who = [op_user_id, ...(await sellersOf(tx, id))]
  await notify(tx, { who, event: 'trip-leader.named', params, about, except })
  if (tell_travelers) await notify(tx, { who: await partyOf(tx, id), event: 'trip-leader.named/booked', params, about })
}

// The people in charge of a trip, its leader, and the sales of its bookings.
const peopleOf = async (tx: Tx, id: number): Promise<Person[]> => {
  const { leader, ...trip } = await tx
    .selectFrom('planned_trips')
    .select(['op_user_id', 'sales_user_id', 'ticketing_user_id', 'assigned_leader_id as leader'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const people = [trip.op_user_id, trip.sales_user_id, trip.ticketing_user_id, ...(await sellersOf(tx, id))]
  return leader === null ? people : [...people, { leader }]
}

/** The sales people of a trip and of its bookings. */
const sellersOf = async (db: Db, trip: number): Promise<Person[]> => {
  const { rows } = await sql<{ person: number }>`
    select sales_user_id as person from planned_trips where id = ${trip} and sales_user_id is not null
     union select sales_user_id from bookings where planned_trip_id = ${trip} and ${isOneOf('status', travelingStatuses)} and sales_user_id is not null
     order by person`.execute(db)
  return rows.map(({ person }) => person)
}

/** Everybody who travels on a trip: the contacts of its bookings, and its travelers, who are told if they have an address of their own. */
export async function partyOf(db: Db, trip: number): Promise<Person[]> {
  const { rows } = await sql<{ person: Person }>`
    select person from (
      select b.id, 0 as traveler, json_build_object('contact', b.id) as person from bookings b
       where b.planned_trip_id = ${trip} and ${isOneOf('b.status', travelingStatuses)}
       union all
      select b.id, v.id, json_build_object('traveler', v.id) from bookings b join travelers v on v.booking_id = b.id
       where b.planned_trip_id = ${trip} and ${isOneOf('b.status', travelingStatuses)} and v.status = 'active' and v.email is not null
    ) as party order by id, traveler`.execute(db)
  return rows.map(({ person }) => person)
}

/** A trip as notices name it. */
const tripInWords = (db: Db, id: number) =>
  db
    .selectFrom('planned_trips')
    .select(['serial', 'name', 'departure_date as starts', 'return_date as ends'])
    .select(inEnglish)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const inEnglish = tripCalled('planned_trips').as('name_en')

/** A trip with its briefing for notices: times are in the time zone of the agency. */
const briefingOf = (db: Db, id: number) =>
  db
    .selectFrom('planned_trips')
    .select([
      'serial',
      'name',
      'departure_date',
      'return_date',
      'briefing_leader_id',
      'assigned_leader_id',
      'op_user_id',
    ])
    .select(inEnglish)
    .select(
      sql<string | null>`to_char(briefing_starts_at at time zone house_zone(), 'YYYY-MM-DD HH24:MI')
        || to_char(briefing_ends_at at time zone house_zone(), '–HH24:MI')`.as('hours'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** A briefing as notices name it. */
const briefingInWords = async (db: Db, id: number) => {
  const { serial, name, name_en, hours } = await briefingOf(db, id)
  return { serial, name, name_en, hours: hours ?? 'unset' }
}

/** Shown instead of the time of a briefing that has none yet. */
export const hoursWords: Record<'unset', Words> = { unset: ['時間未定', 'no hours yet'] }

/** A meeting point as notices name it, and the leader of the trip. */
const assemblyInWords = (db: Db, id: number) =>
  db
    .selectFrom('planned_trips')
    .select(['serial', 'name', 'assigned_leader_id as leader'])
    .select([
      inEnglish,
      sql<string | null>`to_char((assembly ->> 'at')::timestamptz at time zone house_zone(), 'YYYY-MM-DD HH24:MI')`.as(
        'time',
      ),
      assemblyIn('place', 'place_en').as('place'),
      assemblyIn('place_en', 'place').as('place_en'),
      assemblyIn('contact', 'contact_en').as('contact'),
      assemblyIn('contact_en', 'contact').as('contact_en'),
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** A text of the meeting point, or the other one where there is none. */
const assemblyIn = (name: string, other: string) =>
  sql<string | null>`coalesce(assembly ->> ${sql.lit(name)}, assembly ->> ${sql.lit(other)})`

/** A trip and its leader as notices name them. */
const leaderInWords = (db: Db, id: number) =>
  db
    .selectFrom('planned_trips as p')
    .innerJoin('tour_leaders as l', 'l.id', 'p.assigned_leader_id')
    .select([
      'p.serial',
      'p.name',
      'p.op_user_id',
      'p.departure_date as starts',
      'p.return_date as ends',
      'l.name as leader',
    ])
    .select(tripCalled('p').as('name_en'))
    .select(sql<string>`coalesce(l.name_en, l.name)`.as('leader_en'))
    .where('p.id', '=', id)
    .executeTakeFirstOrThrow()
