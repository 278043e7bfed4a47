import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { flag, formed, labelled, line, moment, ref } from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { type Actor, hasOneOf } from '../../kit/http/server/guard.ts'
import { betweenDays, spanInWords } from '../../kit/words/days.ts'
import type { Words } from '../../kit/words/words.ts'
import { terms } from '../../terms.ts'
import { tripsSeenBy } from '../planned-trips/visible.ts'
import type { Role } from '../roles.ts'
import type { Reader } from '../users/reader.ts'

const UUID = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'

const entered_by = labelled(ref(), ['記錄人', 'Written by'])

/**
 * What the phone gives with every entry: a number of its own, so that a repeated request makes no second record, its clock, and for
 * which account it was written, so that nobody else who signs in on the same phone sends it.
 */
export const fromPhone = {
  entry_id: labelled(formed(UUID, '7f3c1a52-9d0e-4b7a-8a54-0c2f7b1e6d11'), ['紀錄編號', 'Number of the entry']),
  entered_at: labelled(moment(), ['記錄時間', 'Written at']),
  entered_by: Type.Optional(entered_by),
}

/** What the service adds: whose entry it is, and whether somebody wrote it who did not lead the trip any more when it arrived. */
export const entryFields = {
  planned_trip_id: ref(),
  ...fromPhone,
  entered_by,
  is_former_leader: labelled(flag(), ['由前任領隊記錄', 'By a former leader']),
}

/** What was sent, as a hash: the same number with another content is refused. Nobody reads it. */
export const entryHash = { entry_hash: line(64) }

type EntryTable = 'day_notes' | 'roll_calls' | 'trip_expenses' | 'incidents'

declare module '../../kit/events.ts' {
  interface Events {
    'trip-entry.made': { planned_trip_id: number; kind: EntryTable; entry: number; actor_id: number }
  }
}

/** Who writes entries: leaders, and the office for them. */
export const writers = ['admin', 'department', 'leader'] as const
const office = ['admin', 'department'] as const

/** A leader writes from so many days before the departure until so many after the return. */
const DAYS_BEFORE = terms.roadBefore.count
const DAYS_AFTER = terms.roadAfter.count
/** What happened may be so many days before or after the trip: the night before, a missed flight. */
const DAYS_AROUND = 3

type FromPhone = { entry_id: string; entered_at: string; entered_by?: number }
type Entering<Body> = {
  table: EntryTable
  trip: number
  actor: Actor
  body: Body
  /** How long after the return a leader writes such an entry. */
  daysAfter?: number
  /** Who writes it at any time; without it those of `office`. */
  by?: readonly Role[]
}
type Kept = {
  planned_trip_id: number
  entered_by: number
  is_former_leader: boolean
  entry_hash: string
}

/**
 * Keeps an entry once, however often it is sent: the same number with the same content answers the record that is there, with another
 * content it is refused. `insert` writes nothing if the number is taken.
 */
export async function enterOnce<Body extends FromPhone>(
  tx: Tx,
  { table, trip, actor, body, daysAfter = DAYS_AFTER, by = office }: Entering<Body>,
  insert: (kept: Kept) => Promise<{ id: number } | undefined>,
) {
  const { entry_id } = body
  if (body.entered_by !== undefined && body.entered_by !== actor.id) refuseField('entered_by', ofAnother)
  const entry_hash = hashOf({ ...body, trip, by: actor.id })
  const known = await sameEntry(tx, table, entry_id, entry_hash)
  if (known !== undefined) return { id: known, isNew: false }
  const is_former_leader = await refuseWriter(tx, { actor, trip, daysAfter, by, entered_at: body.entered_at })
  const made = await insert({ planned_trip_id: trip, entered_by: actor.id, is_former_leader, entry_hash })
  if (!made) return { id: found(await sameEntry(tx, table, entry_id, entry_hash)), isNew: false }
  await emit(tx, 'trip-entry.made', { planned_trip_id: trip, kind: table, entry: made.id, actor_id: actor.id })
  return { id: made.id, isNew: true }
}

const ofAnother: Words = [
  '這筆紀錄由另一個帳號所寫；請以該帳號登入後再送出。',
  'Another account wrote this entry: sign in with that account to send it.',
]

const hashOf = (content: object) =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')

const sameEntry = async (db: Db, table: EntryTable, entry_id: string, entry_hash: string) => {
  const { rows } = await sql<{ id: number; entry_hash: string }>`
    select id, entry_hash from ${sql.table(table)} where entry_id = ${entry_id}`.execute(db)
  const [known] = rows
  if (known && known.entry_hash !== entry_hash) refuse('idempotency_mismatch', { title: taken, detail: otherContent })
  return known?.id
}

const taken: Words = ['這個紀錄編號已用於另一筆內容', 'This number was used for another entry']
const otherContent: Words = [
  '同一個紀錄編號已經收到內容不同的一筆；要更正請修改那一筆，新的紀錄請用新的編號。',
  'An entry with this number and another content has been kept: correct that one, or send a new entry with a new number.',
]

type Writing = { actor: Actor; trip: number; daysAfter: number; by: readonly Role[]; entered_at?: string }

/**
 * Refuses who may not write on a trip now. A leader who was replaced while its phone was offline is taken at its word: an entry that it
 * made while it led the trip is kept and marked, and its correction is up to the office.
 */
async function refuseWriter(tx: Tx, { actor, trip, daysAfter, by, entered_at }: Writing) {
  const is = await standing(tx, { trip, leader: actor.tour_leader_id, entered_at, daysAfter })
  const isOffice = hasOneOf(actor.roles, by)
  // Of a trip that somebody else leads now, nothing is told but that an entry was taken.
  const isTaken = is.led && is.is_in_time && is.status !== 'cancelled'
  if (!isOffice && !is.leads && !isTaken) refuse('not_found')
  if (is.status === 'cancelled') refuse('step_not_possible', { detail: calledOff(is.serial), also: { possible: [] } })
  if (isOffice) return false
  if (!is.is_in_time) refuse('step_not_possible', { detail: outOfTime(is), also: { possible: [] } })
  return !is.leads
}

type Standing = {
  serial: string
  status: string
  leads: boolean
  led: boolean
  is_in_time: boolean
  first: string
  last: string
}
type Asked = { trip: number; leader: number | null; entered_at: string | undefined; daysAfter: number }
const standing = async (db: Db, { trip, leader, entered_at, daysAfter }: Asked) => {
  const first = sql`t.departure_date - ${DAYS_BEFORE}::integer`
  const last = sql`t.return_date + ${daysAfter}::integer`
  const { rows } = await sql<Standing>`
    select t.serial, t.status, (${first})::text as first, (${last})::text as last, today() between ${first} and ${last} as is_in_time,
           coalesce(t.assigned_leader_id = ${leader}, false) as leads,
           coalesce((select c.tour_leader_id from trip_leader_changes c where c.planned_trip_id = t.id and c.duty = 'assigned'
              and c.created_at <= ${entered_at ?? null}::timestamptz order by c.id desc limit 1) = ${leader}, false) as led
      from planned_trips t where t.id = ${trip}`.execute(db)
  return found(rows[0])
}

const calledOff = (serial: string): Words => [
  `${serial} 已取消，不能再登錄紀錄；請改選其他團。`,
  `${serial} was called off, so nothing is entered on it: choose another trip.`,
]
const outOfTime = ({ serial, first, last }: Standing): Words => {
  const [zh, en] = spanInWords(first, last)
  return [
    `領隊可在 ${zh}登錄 ${serial} 的這類紀錄；其他時間請 OP 代為登錄。`,
    `The leader enters this on ${serial} during ${en}: at other times ask operations to enter it.`,
  ]
}

/** Refuses a day that lies far from the trip. A moment counts by the day of the agency. */
export async function refuseFarDay(tx: Tx, trip: number, field: string, at: string) {
  const { rows } = await sql<{ first: string; last: string; is_far: boolean }>`
    select first::text, last::text, ${dayOf(at)} not between first and last as is_far
      from (select departure_date - ${DAYS_AROUND}::integer as first, return_date + ${DAYS_AROUND}::integer as last
              from planned_trips where id = ${trip}) as around`.execute(tx)
  const { first, last, is_far } = found(rows[0])
  if (is_far) refuseField(field, betweenDays(first, last))
}
const dayOf = (at: string) =>
  at.length > 10 ? sql`(${at}::timestamptz at time zone house_zone())::date` : sql`${at}::date`

type Correcting = {
  actor: Actor
  entry: { planned_trip_id: number; entered_by: number; entered_at: string; version: number }
  expected: Expected
  daysAfter?: number
  by?: readonly Role[]
  /** Photographs of an entry are sent last: who does not lead the trip any more adds those that were still on the phone. */
  onlyAdds?: boolean
}
/** Refuses who may not correct an entry: its author does while it leads the trip and may still write, and the office does. */
export async function refuseCorrection(
  tx: Tx,
  { actor, entry, expected, daysAfter = DAYS_AFTER, by = office, onlyAdds = false }: Correcting,
) {
  const { planned_trip_id: trip, entered_at, entered_by } = entry
  await refuseWriter(tx, { actor, trip, daysAfter, by, ...(onlyAdds && entered_by === actor.id && { entered_at }) })
  if (!hasOneOf(actor.roles, by) && entered_by !== actor.id) refuse('forbidden', { detail: notOwn })
  guardVersion(entry, expected)
}
const notOwn: Words = [
  '這筆紀錄不是您寫的；請寫的人或 OP 更正。',
  'Somebody else wrote this entry: ask its author or operations to correct it.',
]

/** The trips whose entries a reader sees: the office all, a leader those that it leads now. */
export function tripsLed(db: Db, reader: Reader) {
  const trips = tripsSeenBy(db, reader)
  return reader.sees === 'leader' ? trips.where('planned_trips.assigned_leader_id', '=', reader.leader) : trips
}
/** One such trip; 404 if the reader does not see it. */
export function tripLed(db: Db, { id, ...reader }: Reader & { id: number }) {
  return tripsLed(db, reader).select('planned_trips.id').where('planned_trips.id', '=', id)
}

/** SQL: who wrote an entry, by name. */
export function authorOf(column: string) {
  return sql<object>`(select json_build_object('id', u.id, 'name', u.name, 'name_en', u.name_en) from users u where u.id = ${sql.ref(column)})`
}
