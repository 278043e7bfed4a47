import { sql } from 'kysely'
import { jsonArray, jsonRecord, type Rows } from '../../../kit/db/json.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { flag, oneOf, ref } from '../../../kit/fields.ts'
import { conditionsOf, type Filter, is, search } from '../../../kit/list/filters.ts'
import { optionReader } from '../../../kit/resource/option-list.ts'
import { columnsOf } from '../../../kit/resource/record.ts'
import { pricingTypes, RequestType } from '../schema.ts'

export const optionFilters = {
  category_id: is('t.category_id', ref()),
  pricing_type: is('t.pricing_type', oneOf(pricingTypes)),
}
export const typeFilters: Record<string, Filter> = {
  ...optionFilters,
  is_active: is('t.is_active', flag()),
  q: search(['t.name', 't.name_en', 't.type_code']),
}

/** To a customer, only what it may ask for exists. */
type Reader = { customer?: true }
const types = (db: Db, { customer }: Reader) =>
  db
    .selectFrom('addon_request_types as t')
    .select(columnsOf('t', RequestType))
    .$if(customer !== undefined, (rows) => rows.where(sql<boolean>`t.customer_visible and t.is_active`))

const MOST = 500

/** All types there are; there are never many. */
export const typeArray = jsonArray((db, given: Reader & Record<string, unknown>) =>
  conditionsOf(typeFilters, given)
    .reduce((rows, condition) => rows.where(condition), types(db, given))
    .orderBy('t.sort_order')
    .orderBy('t.id')
    .limit(MOST),
)

export const oneType = jsonRecord((db, given: Reader & { id: number }) => types(db, given).where('t.id', '=', given.id))

// What a form offers to the house is all that is active; to a customer, what it may see of that.
const optionsOf = (rows: (db: Db) => Rows) =>
  optionReader(rows, {
    of: 't',
    labels: ['t.name', 't.name_en'],
    more: ['category_id', 'pricing_type', 'base_cost', 'cost_currency'],
    search: ['t.name', 't.name_en', 't.type_code'],
    filters: optionFilters,
    active: sql<boolean>`t.is_active`,
    order: ['t.sort_order', 't.id'],
  })

export const typeOptions = {
  house: optionsOf((db) => db.selectFrom('addon_request_types as t')),
  customer: optionsOf((db) => db.selectFrom('addon_request_types as t').where('t.customer_visible', '=', true)),
}
