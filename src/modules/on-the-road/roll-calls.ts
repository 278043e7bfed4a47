import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { isOneOf } from '../../kit/db/fragments.ts'
import { jsonArrayOf, jsonRecord } from '../../kit/db/json.ts'
import type { Columns, Db, Table, Tx } from '../../kit/db/tables.ts'
import { found, refuseField } from '../../kit/errors.ts'
import { anyText, flag, labelled, line, moment, nullable, ref, refs } from '../../kit/fields.ts'
import type { Expected } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { Names } from '../../kit/resource/names.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { retention } from '../../kit/retention/rules.ts'
import type { Words } from '../../kit/words/words.ts'
import { seatedStatuses } from '../booking-statuses.ts'
import { readers } from '../planned-trips/visible.ts'
import { type Reader, readerOf, seesAll } from '../users/reader.ts'
import {
  authorOf,
  enterOnce,
  entryFields,
  entryHash,
  fromPhone,
  refuseCorrection,
  refuseFarDay,
  tripLed,
  tripsLed,
  writers,
} from './entry.ts'

/** Who of a trip was there at a time. A check-in at a hotel or an airport is a roll call too. */
const RollCall = Type.Object({
  ...entryFields,
  name: line(100, '午餐後集合'),
  at: moment(),
  place: labelled(nullable(line(200, '查理大橋東側')), ['地點', 'Place']),
})
/** @public */
export const KeptRollCall = Type.Object({ ...RollCall.properties, ...entryHash })
/** Everybody who was to be there, and whether they were. @public */
export const RollCallPerson = Type.Object({ roll_call_id: ref(), traveler_id: ref(), is_present: flag() })

const called = Type.Pick(RollCall, ['name', 'at', 'place']).properties
const present = labelled(refs(), ['在場的人', 'Present'])
const NewRollCall = Type.Object({ ...fromPhone, ...called, present })
const Correction = Type.Partial(Type.Object({ ...called, present }), { minProperties: 1 })

declare module '../../kit/db/tables.ts' {
  interface Tables {
    roll_calls: Table<typeof KeptRollCall>
    roll_call_people: Columns<typeof RollCallPerson>
  }
}

/** Keeps a roll call, with everybody who was to be there at this moment. */
async function callRoll(tx: Tx, actor: Actor, trip: number, { present, ...call }: Static<typeof NewRollCall>) {
  const body = { ...call, present }
  const { id, isNew } = await enterOnce(tx, { table: 'roll_calls', trip, actor, body }, async (kept) => {
    await refuseFarDay(tx, trip, 'at', call.at)
    return tx
      .insertInto('roll_calls')
      .values({ ...call, ...kept })
      .onConflict((twice) => twice.column('entry_id').doNothing())
      .returning('id')
      .executeTakeFirst()
  })
  if (isNew) await keepPeople(tx, { id, planned_trip_id: trip }, present)
  return id
}

const correct = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { present, ...call }: Static<typeof Correction>,
  expected: Expected,
) => {
  const known = found(await tx.selectFrom('roll_calls').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())
  await refuseCorrection(tx, { actor, entry: known, expected })
  if (call.at !== undefined) await refuseFarDay(tx, known.planned_trip_id, 'at', call.at)
  if (present) await keepPeople(tx, known, present)
  await tx
    .updateTable('roll_calls')
    .set({ ...call, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Writes who was there: those who travel, and those who were named. A correction counts the same people again. */
const keepPeople = async (
  tx: Tx,
  { id, planned_trip_id }: { id: number; planned_trip_id: number },
  present: number[],
) => {
  const { rows } = await sql<{ id: number }>`
    select v.id from travelers v join bookings b on b.id = v.booking_id
     where b.planned_trip_id = ${planned_trip_id} and v.id = any (${present}::integer[])`.execute(tx)
  if (rows.length < new Set(present).size) refuseField('present', otherTrip)
  await sql`
    insert into roll_call_people (roll_call_id, traveler_id, is_present)
    select ${id}::integer, v.id, v.id = any (${present}::integer[])
      from travelers v join bookings b on b.id = v.booking_id
     where v.id = any (${present}::integer[])
        or v.id in (select traveler_id from roll_call_people where roll_call_id = ${id})
        or b.planned_trip_id = ${planned_trip_id} and v.status = 'active' and ${isOneOf('b.status', seatedStatuses)}
           and not exists (select from roll_call_people where roll_call_id = ${id})
    on conflict (roll_call_id, traveler_id) do update set is_present = excluded.is_present
     where roll_call_people.is_present <> excluded.is_present`.execute(tx)
}
const otherTrip: Words = [
  '有人不在這個團；請重新讀取名單後再點名。',
  'Somebody is not on this trip: load the list of people again, then call the roll.',
]

export const ShownRollCall = RecordOf(RollCall, {
  present: Type.Array(ref()),
  missing: Type.Array(Type.Object({ id: ref(), name: anyText('王小美') })),
  author: Names,
})

const calls = (db: Db) =>
  db
    .selectFrom('roll_calls')
    .select(columnsOf('roll_calls', RollCall))
    .select([
      sql<number[]>`(select coalesce(json_agg(p.traveler_id order by p.traveler_id), '[]') from roll_call_people p
        where p.roll_call_id = roll_calls.id and p.is_present)`.as('present'),
      sql<object[]>`(select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name) order by v.id), '[]')
        from roll_call_people p join travelers v on v.id = p.traveler_id where p.roll_call_id = roll_calls.id and not p.is_present)`.as(
        'missing',
      ),
      authorOf('roll_calls.entered_by').as('author'),
    ])

/** The roll calls of a trip. */
export const callsOfTrip = jsonArrayOf(tripLed, (db, { id }) =>
  calls(db).where('planned_trip_id', '=', id).orderBy('at', 'desc').orderBy('id', 'desc').limit(MOST_SHOWN),
)
const MOST_SHOWN = 500

const oneCall = jsonRecord((db, { id, ...reader }: Reader & { id: number }) =>
  calls(db)
    .where('roll_calls.id', '=', id)
    .where('roll_calls.planned_trip_id', 'in', tripsLed(db, reader).select('planned_trips.id')),
)

/** Below `/api/planned-trips`: the roll calls of a trip. */
export const rollCallsOfTrip = routes((on) => {
  on.get(
    '/:id/roll-calls',
    {
      access: readers,
      summary: 'Roll calls and check-ins of a trip with who was missing, newest first',
      returns: Type.Array(ShownRollCall),
      etag: 'content',
    },
    ({ db, actor, params }) => callsOfTrip(db, { ...readerOf(actor), ...params }),
  )
  on.create(
    '/:id/roll-calls',
    {
      access: writers,
      summary:
        'Call the roll, or check a trip in; the same `entry_id` with the same content answers the same roll call',
      body: NewRollCall,
      returns: ShownRollCall,
      refuses: ['idempotency_mismatch', 'step_not_possible'],
      at: '/api/roll-calls',
    },
    async ({ tx, actor, params, body }) => {
      const id = await callRoll(tx, actor, params.id, body)
      return { id, ...(await oneCall(tx, { ...seesAll, id })) }
    },
  )
})

/** `/api/roll-calls`: one roll call. */
export const rollCalls = routes((on) => {
  on.get('/:id', { access: readers, summary: 'One roll call', returns: ShownRollCall }, ({ db, actor, params }) =>
    oneCall(db, { ...readerOf(actor), ...params }),
  )
  on.put(
    '/:id',
    {
      access: writers,
      summary: 'Correct a roll call: its author, while it leads the trip, and the office',
      body: Correction,
      returns: ShownRollCall,
      refuses: ['step_not_possible', 'forbidden', 'stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await correct(tx, actor, params.id, body, expected)
      return oneCall(tx, { ...readerOf(actor), ...params })
    },
  )
})

/** @public */
export const oldRollCalls = retention({
  what: 'roll calls',
  table: 'roll_calls',
  from: sql`at`,
  since: 'they were called',
  after: '365 days',
  why: 'They say where each person was, and who asks about a trip does so within a year.',
})
