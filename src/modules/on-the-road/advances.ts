import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import { jsonArrayOf, jsonRecord } from '../../kit/db/json.ts'
import { remove } from '../../kit/db/rows.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { found, refuseField } from '../../kit/errors.ts'
import { currency, day, labelled, line, money, nullable, rate, ref } from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { refuseCents } from '../../kit/money.ts'
import { Names } from '../../kit/resource/names.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { rateOn, refuseOwnRate } from '../exchange-rates/queries.ts'
import { houseCurrency } from '../house/currency.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { authorOf, tripLed, tripsLed } from './entry.ts'
import { expenseApprovers } from './flow.ts'

/** Money that a leader was given for a trip, and what it has brought back of it. @public */
export const LeaderAdvance = Type.Object({
  planned_trip_id: ref(),
  tour_leader_id: ref(),
  amount: money(),
  currency: currency(),
  rate: nullable(rate()),
  given_on: labelled(day(), ['給付日', 'Given on']),
  given_by: labelled(ref(), ['給付人', 'Given by']),
  returned: labelled(nullable(money()), ['繳回金額', 'Returned']),
  returned_on: labelled(nullable(day()), ['繳回日', 'Returned on']),
  note: labelled(nullable(line(500, '歐元現鈔')), ['備註', 'Note']),
})

const { amount, given_on, returned, returned_on, note } = LeaderAdvance.properties
const given = {
  amount,
  currency: Type.Optional(currency()),
  rate: Type.Optional(rate()),
  given_on: Type.Optional(given_on),
  note,
}
const NewAdvance = Type.Object({ ...given, tour_leader_id: Type.Optional(ref()) })
const Change = Type.Partial(Type.Object({ ...given, returned, returned_on }), { minProperties: 1 })

declare module '../../kit/db/tables.ts' {
  interface Tables {
    leader_advances: Table<typeof LeaderAdvance>
  }
}

constraint('leader_advances_returned', 'returned_on', [
  '繳回金額與繳回日須一起填寫。',
  'Give the amount that was returned together with its day.',
])
constraint('leader_advances_not_more', 'returned', [
  '繳回金額不能超過預付金額；請檢查金額。',
  'No more can be returned than was given: check the amount.',
])

const giveAdvance = async (tx: Tx, trip: number, body: Static<typeof NewAdvance>, given_by: number) => {
  const { assigned_leader_id } = found(
    await tx
      .selectFrom('planned_trips')
      .select('assigned_leader_id')
      .where('id', '=', trip)
      .forKeyShare()
      .executeTakeFirst(),
  )
  const tour_leader_id =
    body.tour_leader_id ??
    assigned_leader_id ??
    refuseField('tour_leader_id', [
      '這個團沒有領隊；請先指派領隊，或選擇給哪位領隊。',
      'Nobody leads this trip: assign a leader first, or say which leader gets it.',
    ])
  const { rows } = await sql<{ today: string; known: boolean }>`
    select today()::text as today, exists (select from tour_leaders where id = ${tour_leader_id}) as known`.execute(tx)
  const [{ today, known }] = rows as [{ today: string; known: boolean }]
  if (!known) refuseField('tour_leader_id', ['沒有這位領隊。', 'There is no such leader.'])
  const of = body.currency ?? (await houseCurrency(tx))
  const day = body.given_on ?? today
  refuseCents(Number(body.amount), of, 'amount')
  const row = { ...body, tour_leader_id, currency: of, given_on: day, rate: await rateFor(tx, of, day, body.rate) }
  const { id } = await tx
    .insertInto('leader_advances')
    .values({ ...row, planned_trip_id: trip, given_by })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const rateFor = async (tx: Tx, from: string, day: string, given: number | undefined) => {
  const pair = { from, to: await houseCurrency(tx) }
  refuseOwnRate(pair, given)
  return given ?? (await rateOn(tx, pair, day))
}

const locked = async (tx: Tx, id: number) =>
  found(await tx.selectFrom('leader_advances').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())

const changeAdvance = async (tx: Tx, id: number, body: Static<typeof Change>, expected: Expected) => {
  const advance = await locked(tx, id)
  guardVersion(advance, expected)
  const { amount, currency, given_on, returned } = { ...advance, ...body }
  refuseCents(Number(amount), currency, 'amount')
  if (returned != null) refuseCents(Number(returned), currency, 'returned')
  const isOther = body.currency !== undefined || body.given_on !== undefined || body.rate !== undefined
  const rate = isOther ? { rate: await rateFor(tx, currency, given_on, body.rate) } : {}
  await tx
    .updateTable('leader_advances')
    .set({ ...body, ...rate })
    .where('id', '=', id)
    .execute()
}

export const ShownAdvance = RecordOf(LeaderAdvance, { leader: Names, giver: Names })
type OneAdvance = Reader & { id: number }

const advances = (db: Db, reader: Reader) => {
  const rows = db
    .selectFrom('leader_advances')
    .select(columnsOf('leader_advances', LeaderAdvance))
    .select([
      sql<object>`(select json_build_object('id', l.id, 'name', l.name, 'name_en', l.name_en) from tour_leaders l where l.id = leader_advances.tour_leader_id)`.as(
        'leader',
      ),
      authorOf('leader_advances.given_by').as('giver'),
    ])
    .where('leader_advances.planned_trip_id', 'in', tripsLed(db, reader).select('planned_trips.id'))
  return reader.sees === 'leader' ? rows.where('leader_advances.tour_leader_id', '=', reader.leader) : rows
}
const oneAdvance = jsonRecord((db, { id, ...reader }: OneAdvance) =>
  advances(db, reader as Reader).where('leader_advances.id', '=', id),
)
/** The advances of a trip. */
export const advancesOfTrip = jsonArrayOf(tripLed, (db, { id, ...reader }) =>
  advances(db, reader as Reader)
    .where('leader_advances.planned_trip_id', '=', id)
    .orderBy('leader_advances.id')
    .limit(200),
)

const readers = ['admin', 'manager', 'department', 'finance', 'leader'] as const

/** Below `/api/planned-trips`: the advances of a trip. */
export const advancesOnTrip = routes((on) => {
  on.get(
    '/:id/advances',
    {
      access: readers,
      summary: 'What leaders were given for a trip; a leader sees its own',
      returns: Type.Array(ShownAdvance),
      etag: 'content',
    },
    ({ db, actor, params }) => advancesOfTrip(db, { ...readerOf(actor), ...params }),
  )
  on.create(
    '/:id/advances',
    {
      access: expenseApprovers,
      summary: 'Record what a leader was given for a trip; its leader today without another one',
      body: NewAdvance,
      returns: ShownAdvance,
      refuses: ['step_not_possible'],
      at: '/api/advances',
    },
    async ({ tx, actor, params, body }) => {
      const id = await giveAdvance(tx, params.id, body, actor.id)
      return { id, ...(await oneAdvance(tx, { ...readerOf(actor), id })) }
    },
  )
})

/** `/api/advances`: one of them. */
export const advanceRoutes = routes((on) => {
  on.get(
    '/:id',
    { access: readers, summary: 'What a leader was given', returns: ShownAdvance },
    ({ db, actor, params }) => oneAdvance(db, { ...readerOf(actor), ...params }),
  )
  on.put(
    '/:id',
    {
      access: expenseApprovers,
      summary: 'Correct what a leader was given, or record what it has returned of it',
      body: Change,
      returns: ShownAdvance,
      refuses: ['step_not_possible', 'stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeAdvance(tx, params.id, body, expected)
      return oneAdvance(tx, { ...readerOf(actor), ...params })
    },
  )
  on.delete(
    '/:id',
    {
      access: expenseApprovers,
      summary: 'Remove an advance that was not given',
      returns: Type.Null(),
      refuses: ['step_not_possible', 'stale'],
    },
    async ({ tx, params, expected }) => {
      guardVersion(await locked(tx, params.id), expected)
      await remove(tx, 'leader_advances', params.id)
      return null
    },
  )
})
