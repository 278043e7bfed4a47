import { type AliasedExpression, type OperationNode, SelectQueryNode, sql } from 'kysely'
import type { Rows } from '../db/json.ts'
import type { Db } from '../db/tables.ts'

/** The query of a list with a constant for each row, to be counted. */
export const countableRows = (db: Db, rows: Rows) => withoutColumns(db, rows, sql`1`.as('one'))

/**
 * The query of a list with only this column. Left joins that no condition and no order uses are removed, so that PostgreSQL can
 * use an index-only scan. This does not change the rows, because a left join of a list matches at most one row.
 */
export const withoutColumns = (db: Db, rows: Rows, column: AliasedExpression<unknown, string>) => {
  const node = rows.clearSelect().select(column).toOperationNode()
  if (!SelectQueryNode.is(node)) throw new Error('a list is a select')
  return { toOperationNode: () => withoutUnusedJoins(db, node) }
}

const withoutUnusedJoins = (db: Db, node: SelectQueryNode) => {
  let kept = node
  for (const join of [...(node.joins ?? [])].reverse()) {
    const without = { ...kept, joins: (kept.joins ?? []).filter((other) => other !== join) }
    if (isLeft(join.joinType) && !mentions(db, without, aliasOf(join.table))) kept = without
  }
  return kept
}

const isLeft = (kind: string) => kind === 'LeftJoin' || kind === 'LateralLeftJoin'

const mentions = (db: Db, node: SelectQueryNode, alias: string) => {
  const { sql: text } = db.getExecutor().compileQuery(node, { queryId: '' })
  return new RegExp(`\\b${alias}"?\\.`).test(text)
}

const aliasOf = (table: OperationNode) => {
  const { alias } = table as { alias?: { name?: string } }
  return alias?.name ?? ''
}
