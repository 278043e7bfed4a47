import { sql } from 'kysely'
import { remove } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseDoubts } from '../../kit/doubts.ts'
import { found } from '../../kit/errors.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { doubtOfRate } from './queries.ts'
import type { NewRate, RateChange } from './schema.ts'

export async function addRate(tx: Tx, { confirmed_rate, reason, ...rate }: NewRate) {
  const confirm_reason = refuseDoubts([await doubtOf(tx, rate)], { confirmed_rate, reason })
  const row = { ...rate, confirm_reason }
  return (await tx.insertInto('exchange_rates').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Changes a rate. It is asked about again only if the change could make it wrong. */
export async function changeRate(
  tx: Tx,
  id: number,
  { confirmed_rate, reason, ...change }: RateChange,
  expected: Expected,
) {
  const was = found(
    await tx.selectFrom('exchange_rates').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  )
  guardVersion(was, expected)
  const isOther = decisive.some((field) => change[field] !== undefined && change[field] !== was[field])
  const doubt = isOther ? await doubtOf(tx, { ...was, ...change }) : undefined
  const confirm_reason = refuseDoubts([doubt], { confirmed_rate, reason })
  await tx
    .updateTable('exchange_rates')
    .set({ ...change, ...(isOther && { confirm_reason }), updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}
const decisive = ['from_currency', 'to_currency', 'rate', 'valid_from'] as const

type Rate = Pick<NewRate, (typeof decisive)[number]>

const doubtOf = (tx: Tx, { from_currency: from, to_currency: to, rate, valid_from }: Rate) =>
  doubtOfRate(tx, { from, to, rate, valid_from })

export async function removeRate(tx: Tx, id: number, expected: Expected) {
  guardVersion(
    found(await tx.selectFrom('exchange_rates').select('version').where('id', '=', id).forUpdate().executeTakeFirst()),
    expected,
  )
  await remove(tx, 'exchange_rates', id)
}
