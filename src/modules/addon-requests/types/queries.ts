import { sql } from 'kysely'
import { jsonArray, jsonRecord } from '../../../kit/db/json.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { flag, oneOf, ref } from '../../../kit/fields.ts'
import { conditionsOf, type Filter, is, search } from '../../../kit/list/filters.ts'
import { optionsOver } from '../../../kit/resource/option-list.ts'
import { columnsOf } from '../../../kit/resource/record.ts'
import { isOutside, type Reader } from '../../users/reader.ts'
import { pricingTypes, RequestType } from '../schema.ts'
import { isTypeSeen } from '../visible.ts'

export const optionFilters = {
  category_id: is('t.category_id', ref()),
  pricing_type: is('t.pricing_type', oneOf(pricingTypes)),
}
export const typeFilters: Record<string, Filter> = {
  ...optionFilters,
  is_active: is('t.is_active', flag()),
  q: search(['t.name', 't.name_en', 't.type_code']),
}

const typesSeenBy = (db: Db, reader: Reader) => db.selectFrom('addon_request_types as t').where(isTypeSeen(reader))

/** For a customer, only requestable types exist. */
const types = (db: Db, reader: Reader) =>
  typesSeenBy(db, reader)
    .select(columnsOf('t', RequestType))
    .$if(isOutside(reader), (rows) => rows.where('t.is_active', '=', true))

const MOST = 500

/** All types; there are never many. */
export const typeArray = jsonArray((db, given: Reader & Record<string, unknown>) =>
  conditionsOf(typeFilters, given)
    .reduce((rows, condition) => rows.where(condition), types(db, given))
    .orderBy('t.sort_order')
    .orderBy('t.id')
    .limit(MOST),
)

export const oneType = jsonRecord((db, given: Reader & { id: number }) => types(db, given).where('t.id', '=', given.id))

export const typeOptions = optionsOver(typesSeenBy, {
  of: 't',
  labels: ['t.name', 't.name_en'],
  more: ['category_id', 'pricing_type', 'base_cost', 'cost_currency'],
  search: ['t.name', 't.name_en', 't.type_code'],
  filters: optionFilters,
  active: sql<boolean>`t.is_active`,
  order: ['t.sort_order', 't.id'],
})
