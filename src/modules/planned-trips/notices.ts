import { sql } from 'kysely'
import type { Db, Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import type { Words } from '../../kit/words/words.ts'
import { isNotice } from '../languages/samples.ts'
import { notify, wasMailed, withdraw } from '../notifications/notify.ts'
import { tripCalled } from '../shown-names.ts'
import type { TripStatus } from '../trip-statuses.ts'
import { thoseIn } from '../users/has-role.ts'
import { isBack } from './flow.ts'
import type { Duty } from './leaders.ts'
import { peopleOf, sellersOf } from './people.ts'

/**
 * Notifies the people in charge of a trip of its status. A step back is told in the app alone, and what it takes back is not mailed any
 * more; a status that comes again is not mailed again. Customers hear that it is guaranteed to depart by the news of the trip.
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
  if (status === 'cancelled') await notifyBriefingLeader(tx, id, 'planned-trip.cancelled/briefing', except)
}

const sentencesOf = (status: TripStatus) => [`planned-trip.${status}`].filter(isNotice)

/** Notifies the briefing leader of new dates. The others hear of them by the news of the trip. */
export async function notifyOfDates(tx: Tx, { planned_trip_id, actor_id }: Events['planned-trip.moved']) {
  await notifyBriefingLeader(tx, planned_trip_id, 'planned-trip.moved/briefing', actor_id)
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

// Sales and OP are notified of every new leader; travelers by the news of the trip.
const notifyOthers = async (tx: Tx, { planned_trip_id: id, actor_id: except }: Events['trip-leader.changed']) => {
  const { op_user_id, ...params } = await leaderInWords(tx, id)
  const about = { type: 'planned_trip', id }
  const who = [op_user_id, ...(await sellersOf(tx, id))]
  await notify(tx, { who, event: 'trip-leader.named', params, about, except })
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
