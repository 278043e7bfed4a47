import { sql } from 'kysely'
import { Type } from 'typebox'
import { type Json, jsonRow } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { oneOf } from '../../kit/fields.ts'
import { conditionsOf, parametersOf, queryParameters } from '../../kit/list/filters.ts'
import { departments } from '../roles.ts'
import type { Reader } from '../users/reader.ts'
import { countedBy } from './conversation/stats.ts'
import { filters } from './queries.ts'
import { pricingTypes, priorities, responses, statuses } from './schema.ts'
import { requestsSeenBy } from './visible.ts'

/** What requests are counted by, with all values of each. */
const dimensions = {
  status: statuses,
  department: departments,
  priority: priorities,
  customer_response: responses,
  pricing_type: pricingTypes,
} as const
type Dimension = keyof typeof dimensions
const names = Object.keys(dimensions) as Dimension[]

const counts = Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: { type: 'integer' } })
/** The query and the answer of the counts: the filters of the list, and what to count by. */
export const counting = {
  query: Type.Object(
    {
      by: Type.Array(oneOf(names), { minItems: 1, maxItems: names.length, separator: ',' }),
      ...queryParameters(filters),
    },
    { additionalProperties: false },
  ),
  returns: Type.Object({
    total: Type.Integer(),
    ...Object.fromEntries(names.map((name) => [`by_${name}`, Type.Optional(counts)])),
  }),
}

/** How many of the requests a reader may see have each value, up to a bound. */
export const countRequests = (db: Db, reader: Reader, { by, ...query }: { by: Dimension[] }): Promise<Json> => {
  const asked = Object.fromEntries(by.map((name) => [`by_${name}`, true]))
  return counted(db, { ...parametersOf(filters, query), ...asked, ...reader })
}

// So that nobody counts all requests of many years at once; open ones are never so many.
const MOST = 100_000

const counted = jsonRow((db, given: Reader & Record<string, unknown>) => {
  const all = requestsSeenBy(db, given).leftJoin('addon_request_types as t', 't.id', 'r.type_id')
  const rows = conditionsOf(filters, given)
    .reduce((some, condition) => some.where(condition), all)
    .select(['r.status', 't.pricing_type'])
    .select([sql.ref('r.department').as('department'), sql.ref('r.priority').as('priority')])
    .select(sql.ref('r.customer_response').as('customer_response'))
    .limit(sql.lit(MOST))
  const asked = names.filter((name) => given[`by_${name}`] !== undefined)
  return db
    .selectFrom(rows.as('r'))
    .select(sql<number>`count(*)`.as('total'))
    .select(asked.map((name) => countedBy(sql.ref(`r.${name}`), dimensions[name]).as(`by_${name}`)))
})
