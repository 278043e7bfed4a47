import { type OperationNode, SelectQueryNode, sql } from 'kysely'
import type { Rows } from '../db/json.ts'
import type { Db } from '../db/tables.ts'

/**
 * A one for each row of a list, to be counted. What is joined only to be shown is left out: PostgreSQL would leave it
 * out as well, but not answer from the index alone any more. A left join of a list adds one row at most.
 */
export const onesOf = (db: Db, rows: Rows) => {
  const node = rows.clearSelect().select(sql`1`.as('one')).toOperationNode()
  if (!SelectQueryNode.is(node)) throw new Error('a list is a select')
  return { toOperationNode: () => withoutIdleJoins(db, node) }
}

const withoutIdleJoins = (db: Db, node: SelectQueryNode) => {
  let kept = node
  for (const join of [...(node.joins ?? [])].reverse()) {
    const without = { ...kept, joins: (kept.joins ?? []).filter((other) => other !== join) }
    if (join.joinType === 'LeftJoin' && !speaksOf(db, without, aliasOf(join.table))) kept = without
  }
  return kept
}

const speaksOf = (db: Db, node: SelectQueryNode, alias: string) => {
  const { sql: text } = db.getExecutor().compileQuery(node, { queryId: '' })
  return new RegExp(`\\b${alias}"?\\.`).test(text)
}

const aliasOf = (table: OperationNode) => {
  const { alias } = table as { alias?: { name?: string } }
  return alias?.name ?? ''
}
