import { packed } from '../../../kit/db/json-columns.ts'
import { lockRow, remove } from '../../../kit/db/rows.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import { type NewType, RequestType } from '../schema.ts'

const table = 'addon_request_types'
const priced = ['id', 'pricing_type', 'base_cost'] as const

export const createType = (tx: Tx, type: NewType) =>
  tx.insertInto(table).values(packed(RequestType, type)).returning(priced).executeTakeFirstOrThrow()

export const changeType = async (tx: Tx, id: number, change: Partial<NewType>, expected: Expected) => {
  guardVersion(await lockRow(tx, table, id), expected)
  return tx
    .updateTable(table)
    .set(packed(RequestType, change))
    .where('id', '=', id)
    .returning(priced)
    .executeTakeFirstOrThrow()
}

export const removeType = async (tx: Tx, id: number, expected: Expected) => {
  guardVersion(await lockRow(tx, table, id), expected)
  await remove(tx, table, id)
}
