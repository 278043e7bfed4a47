import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import { jsonArrayOf, jsonRecord } from '../../kit/db/json.ts'
import { touch } from '../../kit/db/rows.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { type FieldFaults, found, refuse, refuseField } from '../../kit/errors.ts'
import {
  currency,
  defaulted,
  labelled,
  line,
  moment,
  money,
  nullable,
  oneOf,
  orNull,
  ref,
  scheduled,
  text,
  whole,
  without,
} from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { isSkipped, skippedTime } from '../../kit/http/routes/formats.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { betweenDays } from '../../kit/words/days.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { editors } from './flow.ts'
import { lockedTrip } from './trip.ts'
import { isTripSeen, isUnpriced, readers, tripSeen } from './visible.ts'

/** A leg of a day: a ride, a flight, a meal, a night. @public */
export const Leg = Type.Object({
  segment_id: ref(),
  sequence: whole(1),
  type: oneOf(['flight', 'coach', 'train', 'ferry', 'transfer', 'hotel', 'meal', 'visit', 'free']),
  from_city_id: labelled(nullable(ref()), ['起點城市', 'From']),
  to_city_id: labelled(nullable(ref()), ['終點城市', 'To']),
  place: nullable(line(200, '大倉飯店')),
  starts_at: nullable(moment()),
  ends_at: nullable(moment()),
  supplier: nullable(line(200, '北海道巴士')),
  status: defaulted(oneOf(['planned', 'requested', 'confirmed', 'completed', 'cancelled'])),
  confirmation_number: nullable(line(60)),
  cost: nullable(money()),
  currency: defaulted(currency()),
  notes: nullable(text(2000)),
})

const { segment_id, sequence: _order, ...legFields } = Leg.properties
// A time without an offset is the local time of its end of the leg.
const ofLeg = { ...legFields, starts_at: nullable(scheduled()), ends_at: nullable(scheduled()) }

/** A row of a list that is replaced: the id of the row that is kept, and its position if it differs from that in the body. */
export const rowOfList = { id: Type.Optional(ref()), sequence: Type.Optional(whole(1)) }

/** All legs of a trip, each in its segment. Legs with an id are kept. */
const Legs = Type.Object({
  legs: labelled(Type.Array(Type.Object({ ...rowOfList, segment_id, ...ofLeg }), { maxItems: 500 }), [
    '行程段',
    'Legs',
  ]),
})
type Legs = Static<typeof Legs>

/** A change of one leg. */
const LegChange = Type.Partial(Type.Object(ofLeg), { minProperties: 1 })
type LegChange = Static<typeof LegChange>

const local = () => orNull(Type.String({ examples: ['2027-01-28T09:30'] }))
export const ShownLeg = RecordOf(Leg, {
  starts_local: local(),
  ends_local: local(),
  /** The status comes from the stay of the night or from the flights of the day, and is changed there. */
  status_of: orNull(oneOf(['stay', 'flight'])),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    planned_trip_segment_legs: Table<typeof Leg>
  }
}

constraint('planned_trip_segment_legs_span', 'legs', [
  '結束時間不可早於開始時間。',
  'The end must not be before the start.',
])

// The cities that determine the time zone of each end of a leg: the first one that is set.
const ends = { starts_at: ['from_city_id', 'to_city_id'], ends_at: ['to_city_id', 'from_city_id'] } as const

/** SQL: the time zone of one end of a leg. */
export function zoneOf(end: keyof typeof ends) {
  const [near, far] = ends[end]
  return sql`leg_zone(${sql.ref(near)}, ${sql.ref(far)}, segment_id)`
}

/** SQL: the local time of one end of a leg. */
const localTime = (end: keyof typeof ends) =>
  sql<string | null>`to_char(${sql.ref(end)} at time zone ${zoneOf(end)}, 'YYYY-MM-DD"T"HH24:MI')`

// SQL: where the status of a leg comes from. Completed and cancelled legs have their own status; others have that of the stay of
// the night, or of all flights of the day together.
const told = sql<{ of: 'stay' | 'flight'; status: string; confirmation_number: string | null } | null>`case
  when l.status in ('completed', 'cancelled') then null
  when l.type = 'hotel' then (
    select json_build_object('of', 'stay', 'status', y.status, 'confirmation_number', y.confirmation_number)
      from planned_trip_segments d join planned_trip_stays y using (planned_trip_id)
     where d.id = l.segment_id and y.status <> 'cancelled' and y.check_in <= d.ends_on and d.ends_on < y.check_out
     order by y.check_in, y.id limit 1)
  when l.type = 'flight' then (
    select json_build_object('of', 'flight', 'status', case when bool_and(f.status = 'confirmed') then 'confirmed' else 'requested' end)
      from planned_trip_segments d join planned_trip_flights f using (planned_trip_id)
     where d.id = l.segment_id and f.status <> 'cancelled'
       and (f.departs_at at time zone f.departs_timezone)::date between d.starts_on and d.ends_on
    having count(*) > 0) end`
const toldOf = sql<{ value: { of: string; status: string } | null }>`(
  select ${told} as value from planned_trip_segment_legs l where l.id = planned_trip_segment_legs.id)`

// Leaders do not see the costs of a leg.
export function legs(db: Db, reader: Reader) {
  return db
    .selectFrom('planned_trip_segment_legs')
    .innerJoinLateral(toldOf.as('told'), (join) => join.onTrue())
    .select(
      columnsOf(
        'planned_trip_segment_legs',
        without(Leg, ['status', 'confirmation_number']),
        isUnpriced(reader) ? ['cost'] : [],
      ),
    )
    .select([
      sql`coalesce(told.value ->> 'status', planned_trip_segment_legs.status)`.as('status'),
      sql`coalesce(planned_trip_segment_legs.confirmation_number, told.value ->> 'confirmation_number')`.as(
        'confirmation_number',
      ),
      sql`told.value ->> 'of'`.as('status_of'),
    ])
    .select([localTime('starts_at').as('starts_local'), localTime('ends_at').as('ends_local')])
}

const legsOfTrip = (db: Db, { id, ...reader }: Reader & { id: number }) =>
  legs(db, reader)
    .innerJoin('planned_trip_segments as s', 's.id', 'planned_trip_segment_legs.segment_id')
    .innerJoin('planned_trips', 'planned_trips.id', 's.planned_trip_id')
    .where('planned_trips.id', '=', id)
    .where(isTripSeen(reader))
    .orderBy('s.sequence')
    .orderBy('planned_trip_segment_legs.sequence')

const legArray = jsonArrayOf(tripSeen, legsOfTrip)
const oneLeg = jsonRecord((db, { leg, ...given }: Reader & { id: number; leg: number }) =>
  legsOfTrip(db, given).where('planned_trip_segment_legs.id', '=', leg),
)

/** Replaces all legs of a trip, each in its segment. */
const replaceLegs = async (tx: Tx, id: number, { legs }: Legs, expected: Expected) => {
  guardVersion(await lockedTrip(tx, id), expected)
  const segments = await tx.selectFrom('planned_trip_segments').select('id').where('planned_trip_id', '=', id).execute()
  const own = segments.map((segment) => segment.id)
  if (legs.some(({ segment_id }) => !own.includes(segment_id))) refuseField('legs', notOwn)
  const there = own.length
    ? await tx.selectFrom('planned_trip_segment_legs').select('id').where('segment_id', 'in', own).execute()
    : []
  const kept = keptOf('legs', legs, there)
  const gone = there.map((one) => one.id).filter((one) => !kept.includes(one))
  if (gone.length) await tx.deleteFrom('planned_trip_segment_legs').where('id', 'in', gone).execute()
  const lastOf = new Map<number, number>()
  const fields = new Map<number, string>()
  for (const leg of inOrder(legs)) {
    const sequence = (lastOf.get(leg.segment_id) ?? 0) + 1
    lastOf.set(leg.segment_id, sequence)
    const { id: known, ...written } = leg
    const at = `legs.${legs.indexOf(leg)}.`
    fields.set(await writeLeg(tx, known, { ...written, sequence }, { whole: leg, at }), at)
  }
  await refuseLegsOutside(tx, id, fields)
  await touch(tx, 'planned_trips', id)
}

const notOwn = ['必須是這個團的行程。', 'Must be a day of this trip.'] as const

/** Changes one leg of a trip. */
const changeLeg = async (tx: Tx, given: OneLeg, change: LegChange, expected: Expected) => {
  await lockedTrip(tx, given.id)
  const was = await lockedLeg(tx, given)
  guardVersion(was, expected)
  await refuseToldStatus(tx, given, change)
  await writeLeg(tx, given.leg, change, { whole: { ...was, ...change }, at: '' })
  await refuseLegsOutside(tx, given.id, new Map([[given.leg, '']]))
  await touch(tx, 'planned_trips', given.id)
}

// A status that comes from the stay or the flights is changed there. Sending the current status changes nothing.
const refuseToldStatus = async (tx: Tx, { leg }: OneLeg, { status }: LegChange) => {
  if (status === undefined || status === 'completed' || status === 'cancelled') return
  const { rows } = await sql<{ told: { of: 'stay' | 'flight'; status: string } | null }>`
    select ${told} as told from planned_trip_segment_legs l where id = ${leg}`.execute(tx)
  const [row] = rows
  if (row?.told && row.told.status !== status) refuseField('status', toldElsewhere[row.told.of])
}
const toldElsewhere = {
  stay: ['這一晚的狀態來自訂房，請改住宿的狀態。', 'The status of this night is that of its stay: change the stay.'],
  flight: [
    '這一段的狀態來自航班，請改航班的狀態。',
    'The status of this leg is that of its flight: change the flight.',
  ],
} as const

type OneLeg = { id: number; leg: number }

const lockedLeg = async (tx: Tx, { id, leg }: OneLeg) =>
  found(
    await tx
      .selectFrom('planned_trip_segment_legs')
      .selectAll()
      .where('id', '=', leg)
      .where('segment_id', 'in', (is) =>
        is.selectFrom('planned_trip_segments').select('id').where('planned_trip_id', '=', id),
      )
      .forUpdate()
      .executeTakeFirst(),
  )

/** The ids of the rows that are kept. Each must belong to the trip and occur once. */
export function keptOf(field: string, rows: { id?: number }[], there: { id: number }[]) {
  const kept = rows.flatMap(({ id }) => (id === undefined ? [] : [id]))
  const isOwn = kept.every((id) => there.some((one) => one.id === id))
  if (!isOwn || new Set(kept).size < kept.length)
    refuseField(field, ['id 必須屬於這個團，且只出現一次。', 'Each id must be one of this trip, and stand here once.'])
  return kept
}

/** Sorts rows by their position, or by their order in the body. */
export function inOrder<R extends { sequence?: number }>(rows: R[]) {
  return rows
    .map((row, i) => ({ row, order: row.sequence ?? i + 1 }))
    .sort((one, other) => one.order - other.order)
    .map(({ row }) => row)
}

type WrittenLeg = Omit<Legs['legs'][number], 'id'>

/**
 * Writes a leg. `whole` is the complete leg after the change, because the places decide the time zones. A refusal names its field
 * below `at`.
 */
const writeLeg = async (
  tx: Tx,
  id: number | undefined,
  change: LegChange & { sequence?: number },
  { whole, at }: { whole: WrittenLeg; at: string },
) => {
  const { starts_at, ends_at, ...plain } = change
  if (starts_at) await refuseSkipped(tx, 'starts_at', starts_at, { leg: whole, field: `${at}starts_at` })
  if (ends_at) await refuseSkipped(tx, 'ends_at', ends_at, { leg: whole, field: `${at}ends_at` })
  const times = {
    ...(starts_at !== undefined && { starts_at: starts_at && instantOf('starts_at', starts_at, whole) }),
    ...(ends_at !== undefined && { ends_at: ends_at && instantOf('ends_at', ends_at, whole) }),
  }
  if (id !== undefined) {
    await tx
      .updateTable('planned_trip_segment_legs')
      .set({ ...plain, ...times })
      .where('id', '=', id)
      .execute()
    return id
  }
  const { segment_id, type } = whole
  const { id: added } = await tx
    .insertInto('planned_trip_segment_legs')
    .values({ sequence: 1, ...plain, ...times, segment_id, type })
    .returning('id')
    .executeTakeFirstOrThrow()
  return added
}

type Ends = { segment_id: number; from_city_id?: number | null | undefined; to_city_id?: number | null | undefined }

const isInstant = (told: string) => /(Z|[+-]\d\d:\d\d)$/.test(told)

/** Refuses a local time that does not exist at that end of the leg. */
const refuseSkipped = async (
  tx: Tx,
  end: keyof typeof ends,
  told: string,
  { leg, field }: { leg: Ends; field: string },
) => {
  if (isInstant(told)) return
  const [near, far] = ends[end].map((name) => leg[name] ?? null)
  const { rows } = await sql<{ zone: string }>`
    select leg_zone(${near}::integer, ${far}::integer, ${leg.segment_id}::integer) as zone`.execute(tx)
  if (isSkipped(told, rows[0]?.zone ?? 'UTC')) refuseField(field, skippedTime)
}

/** The SQL for a time of one end of a leg: an instant, or a local time of that end. */
const instantOf = (end: keyof typeof ends, told: string, leg: Ends) => {
  if (isInstant(told)) return sql<string>`${told}::timestamptz`
  const [near, far] = ends[end].map((name) => leg[name] ?? null)
  return sql<string>`${told}::timestamp at time zone leg_zone(${near}::integer, ${far}::integer, ${leg.segment_id}::integer)`
}

/** Refuses legs with times more than a day outside their trip; `fields` is the path of each leg in the body. */
const refuseLegsOutside = async (tx: Tx, id: number, fields: ReadonlyMap<number, string>) => {
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
    errors[`${fields.get(leg) ?? ''}${field}`] = [betweenDays(first, last)]
  if (rows.length) refuse('invalid_input', { errors })
}

/** Routes of legs. */
export const tripLegs = routes((on) => {
  const legs = { returns: Type.Array(ShownLeg), etag: 'content' } as const
  on.get(
    '/:id/legs',
    { access: [...readers, 'finance'], summary: 'All legs of a trip', ...legs },
    ({ db, actor, params }) => legArray(db, { ...readerOf(actor), ...params }),
  )

  on.put(
    '/:id/legs',
    { access: editors, summary: 'Replace all legs of a trip', body: Legs, ...legs, refuses: ['stale'] },
    async ({ tx, actor, params, body, expected }) => {
      await replaceLegs(tx, params.id, body, expected)
      return legArray(tx, { ...readerOf(actor), ...params })
    },
  )

  on.put(
    '/:id/legs/:leg',
    {
      access: editors,
      summary: 'Change one leg of a trip',
      body: LegChange,
      returns: ShownLeg,
      etag: 'content',
      refuses: ['stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeLeg(tx, params, body, expected)
      return oneLeg(tx, { ...readerOf(actor), ...params })
    },
  )
})
