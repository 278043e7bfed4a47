import { type OperationNode, SelectQueryNode, sql } from 'kysely'
import type { Rows } from '../db/json.ts'
import type { Db } from '../db/tables.ts'

/**
 * The query of a list with a constant for each row, to be counted. Left joins that no condition uses are removed, so that
 * PostgreSQL can count with an index-only scan. This does not change the count, because a left join of a list matches at most
 * one row.
 */
export const countableRows = (db: Db, rows: Rows) => {
  const node = rows.clearSelect().select(sql`1`.as('one')).toOperationNode()
  if (!SelectQueryNode.is(node)) throw new Error('a list is a select')
  return { toOperationNode: () => withoutUnusedJoins(db, node) }
}

const withoutUnusedJoins = (db: Db, node: SelectQueryNode) => {
  let kept = node
  for (const join of [...(node.joins ?? [])].reverse()) {
    const without = { ...kept, joins: (kept.joins ?? []).filter((other) => other !== join) }
    if (join.joinType === 'LeftJoin' && !mentions(db, without, aliasOf(join.table))) kept = without
  }
  return kept
}

const mentions = (db: Db, node: SelectQueryNode, alias: string) => {
  const { sql: text } = db.getExecutor().compileQuery(node, { queryId: '' })
  return new RegExp(`\\b${alias}"?\\.`).test(text)
}

const aliasOf = (table: OperationNode) => {
  const { alias } = table as { alias?: { name?: string } }
  return alias?.name ?? ''
}
