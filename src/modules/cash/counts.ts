import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { currency, labelled, moment, ref } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { from, is, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { inCents, minus, refuseCents } from '../../kit/money.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { cashiers } from '../bookings/flow.ts'
import { houseCurrency } from '../house/currency.ts'
import { type Acting, actingOf } from '../users/reader.ts'
import { cashReaders, isCashSeen, lockedDrawer, OfUser, userIn } from './drawers.ts'
import { CashCount } from './schema.ts'

const NewCount = Type.Object({
  currency: Type.Optional(currency()),
  counted: CashCount.properties.counted,
  reason: CashCount.properties.reason,
})
type NewCount = Static<typeof NewCount>

/** Counts the own drawer. What differs from what should be there has a reason; the drawer holds what was counted from then on. */
export async function countCash(tx: Tx, user: number, { currency: given, counted, reason = null }: NewCount) {
  const of = given ?? (await houseCurrency(tx))
  refuseCents(Number(counted), of, 'counted')
  const { held, is_open } = await lockedDrawer(tx, { user, currency: of })
  if (is_open && inCents(Number(counted)) !== inCents(held) && reason === null)
    refuseDifference(of, held, Number(counted))
  const row = { user_id: user, currency: of, expected: held, counted, is_opening: !is_open, reason }
  const { id } = await tx.insertInto('cash_counts').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

const refuseDifference = (of: string, held: number, counted: number): never => {
  const [should, differs] = [amountIn(of, held), amountIn(of, Math.abs(minus(counted, held)))]
  return refuseField('reason', [
    `應有 ${should}，實點${counted > held ? '多' : '少'} ${differs}；請再點一次，若無誤請填寫差額原因。`,
    `There should be ${should}, and it is ${differs} ${counted > held ? 'more' : 'less'}. Count again; if it is right, give the reason.`,
  ])
}

const countList = list({
  of: 'cash_counts',
  sort: {},
  order: '-created_at',
  columns: ['created_at', 'user.name', 'currency', 'expected', 'counted', 'difference', 'reason', 'is_opening'],
  filters: {
    user_id: is('cash_counts.user_id', ref()),
    created_from: from('cash_counts.created_at', moment()),
    created_to: until('cash_counts.created_at', moment()),
  },
})
const difference = labelled(Type.Number({ examples: [-100], written: 'money' }), ['差額', 'Difference'])
const ShownCount = RecordOf(CashCount, { user: OfUser, difference })

const counts = (db: Db, reader: Acting) =>
  db
    .selectFrom('cash_counts')
    .select(columnsOf('cash_counts', CashCount))
    .select([userIn('cash_counts.user_id').as('user'), sql<number>`counted - expected`.as('difference')])
    .where(isCashSeen(reader, 'cash_counts.user_id'))
const countPage = countList.over(counts)
const oneCount = jsonRecord((db, { id, ...reader }: Acting & { id: number }) =>
  counts(db, reader).where('cash_counts.id', '=', id),
)

export function countRoutes(on: On) {
  on.get(
    '/counts',
    {
      name: 'listCashCounts',
      access: cashReaders,
      summary: 'Counts of drawers with what should have been there, newest first; sales see their own',
      ...countList.of(ShownCount),
      etag: 'none',
    },
    ({ db, actor, query }) => countPage(db, actingOf(actor), query),
  )
  on.get(
    '/counts/:id',
    { name: 'readCashCount', access: cashReaders, summary: 'One count of a drawer', returns: ShownCount },
    ({ db, actor, params }) => oneCount(db, { ...actingOf(actor), ...params }),
  )
  on.create(
    '/counts',
    {
      name: 'countCash',
      access: cashiers,
      summary: 'Count the own drawer; a difference needs a reason, and the first count opens the drawer',
      body: NewCount,
      returns: ShownCount,
    },
    async ({ tx, actor, body }) => {
      const id = await countCash(tx, actor.id, body)
      return { id, ...(await oneCount(tx, { ...actingOf(actor), id })) }
    },
  )
}
