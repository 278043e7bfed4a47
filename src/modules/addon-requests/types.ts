import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { type Json, jsonArray, jsonRecord } from '../../kit/db/json.ts'
import { lockRow, packed, remove } from '../../kit/db/rows.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import {
  anyText,
  code,
  currency,
  defaulted,
  described,
  flag,
  formed,
  labelled,
  line,
  list,
  money,
  nullable,
  oneOf,
  orNull,
  ref,
  refs,
  shown,
  text,
  whole,
  without,
} from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { isDay } from '../../kit/http/routes/formats.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { conditionsOf, type Filter, is, parametersOf, queryParameters, search } from '../../kit/list/filters.ts'
import { linkColumns, writeLinks } from '../../kit/resource/links.ts'
import { Option, OptionMeta, optionQuery, optionsOver } from '../../kit/resource/option-list.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { resource } from '../../kit/resource/resource.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import { referenceAccess } from '../reference-data.ts'
import { departments } from '../roles.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { timelineReaders } from './flow.ts'
import { type PricingType, pricingTypes } from './request.ts'
import { isOfCustomer, isTypeSeen } from './visible.ts'
import { pricingTypeWords } from './words.ts'

/** @public */
export const Category = Type.Object({
  name: line(100, '機票'),
  name_en: nullable(line(100, 'Flight tickets')),
  department: oneOf(departments),
  notes: nullable(text(2000)),
  is_active: defaulted(flag()),
  sort_order: defaulted(whole()),
})

const detailKinds = ['text', 'number', 'date', 'flag'] as const

/** A key of `details` that requests of a type have, with its name for people. */
const DetailsField = Type.Object({
  key: labelled(formed('^[a-z][a-z0-9_]{0,39}$', 'seat'), ['鍵', 'Key']),
  label: line(100, '座位'),
  label_en: orNull(line(100, 'Seat')),
  kind: oneOf(detailKinds),
  is_required: flag(),
})
export const DetailsSchema = list(DetailsField, 50)
export type DetailsField = Static<typeof DetailsField>

/** `base_cost` is the price of one piece; all prices of a request are for its whole quantity. @public */
export const RequestType = Type.Object({
  category_id: ref(),
  name: line(100, '座位升等'),
  name_en: nullable(line(100, 'Seat upgrade')),
  type_code: labelled(code(50, 'SEAT_UPGRADE'), ['代碼', 'Code']),
  pricing_type: oneOf(pricingTypes),
  base_cost: labelled(nullable(money()), ['單位成本', 'Unit cost']),
  cost_currency: labelled(defaulted(currency()), ['成本幣別', 'Cost currency']),
  requires_approval: labelled(defaulted(flag()), ['需核准', 'Needs approval']),
  processing_time_hours: labelled(defaulted(whole(0, 8760)), ['處理時數', 'Hours to process']),
  is_active: defaulted(flag()),
  sort_order: defaulted(whole()),
  description: nullable(text(2000)),
  description_en: nullable(text(2000)),
  first_month: labelled(nullable(whole(1, 12)), ['適用月份（起）', 'First month of departure']),
  last_month: labelled(nullable(whole(1, 12)), ['適用月份（迄）', 'Last month of departure']),
  min_days: labelled(nullable(whole(1, 366)), ['行程至少天數', 'Fewest days of the trip']),
  most_per_person: labelled(defaulted(whole(1, 999)), ['每人最多', 'Most per person']),
  customer_visible: labelled(defaulted(flag()), ['客戶看得到', 'Visible to the customer']),
  is_refundable: labelled(defaulted(flag()), ['可退費', 'Refundable']),
  is_sold_on_the_road: labelled(defaulted(flag()), ['途中可加購', 'Sold during trips']),
  details_schema: labelled(defaulted(DetailsSchema), ['要填的細節', 'Details to fill in']),
})
/** The countries of the trips for which customers are offered a type; everywhere without any. */
const countries = { country_ids: { table: 'addon_type_countries', from: 'type_id', to: 'country_id' } }
const ofCountries = 'The countries of the trips whose customers are offered the type; empty for all trips.'
const TakenType = Type.Object({ ...RequestType.properties, country_ids: defaulted(described(refs(), ofCountries)) })
type NewType = Static<typeof TakenType>
/** The columns of an import file. */
export const ImportedType = without(RequestType, ['details_schema'])
export type ImportedType = Static<typeof ImportedType>

declare module '../../kit/db/tables.ts' {
  interface Tables {
    addon_categories: Table<typeof Category>
    addon_type_countries: { type_id: number; country_id: number }
    addon_request_types: Omit<Table<typeof RequestType>, 'pricing_type'> & { pricing_type: PricingType }
  }
}

export const addonCategories = resource({
  table: 'addon_categories',
  noun: ['加購分類', 'add-on category'],
  fields: Category,
  search: ['name', 'name_en'],
  filter: ['department', 'is_active'],
  sort: ['sort_order', 'name'],
  order: 'sort_order',
  option: ['department'],
  access: { read: timelineReaders, write: ['admin'], internal: referenceAccess.internal },
})

// What a type says about its requests: the price and the details

type Priced = { pricing_type: PricingType; base_cost?: number | null | undefined }

/** The price of a request on the day it is created; null if it needs a quotation. */
export function estimatedCost({ pricing_type, base_cost }: Priced, quantity: number): number | null {
  if (pricing_type === 'free') return 0
  if (pricing_type === 'quotation_required' || base_cost == null) return null
  return Math.round(base_cost * 100 * quantity) / 100
}

/** Whether a quotation is needed, by the pricing type or because the fixed price is missing. */
export function needsQuote({ pricing_type, base_cost }: Priced) {
  return pricing_type === 'quotation_required' || (pricing_type === 'fixed_price' && base_cost == null)
}

export function typeWarnings(type: Priced): Words[] {
  return type.pricing_type === 'fixed_price' && type.base_cost == null
    ? [
        [
          '尚未填寫固定價格，申請將比照需報價處理。',
          'A fixed price without an amount: its requests are treated as ones to be quoted.',
        ],
      ]
    : []
}

/** Refuses details that lack what their type requires, or have it in the wrong form. Other keys are free. */
export function refuseDetails(fields: readonly DetailsField[], details: Record<string, unknown>) {
  const faults = fields.flatMap((field): [string, Words[]][] => {
    const fault = faultOf(field, details[field.key])
    return fault ? [[`details.${field.key}`, [fault]]] : []
  })
  if (faults.length) refuse('invalid_input', { errors: Object.fromEntries(faults) })
}

const faultOf = ({ label, label_en, kind, is_required }: DetailsField, value: unknown): Words | undefined => {
  const name = label_en ?? label
  if (value === undefined || value === null || value === '')
    return is_required ? [`請填寫「${label}」。`, `Please give “${name}”.`] : undefined
  const [zh, en] = detailForms[kind]
  return isOf[kind](value) ? undefined : [`「${label}」必須是${zh}。`, `“${name}” must be ${en}.`]
}

const isOf: Record<DetailsField['kind'], (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  date: (value) => typeof value === 'string' && isDay(value),
  flag: (value) => typeof value === 'boolean',
}
const detailForms: Record<DetailsField['kind'], Words> = {
  text: ['文字', 'a text'],
  number: ['數字', 'a number'],
  date: ['日期（例如 2027-01-28）', 'a date such as 2027-01-28'],
  flag: ['是或否（true、false）', 'yes or no (true or false)'],
}

// Statements

const optionFilters = {
  category_id: is('t.category_id', ref()),
  pricing_type: is('t.pricing_type', oneOf(pricingTypes)),
}
const typeFilters: Record<string, Filter> = {
  ...optionFilters,
  is_active: is('t.is_active', flag()),
  q: search(['t.name', 't.name_en', 't.type_code']),
}

const typesSeenBy = (db: Db, reader: Reader) => db.selectFrom('addon_request_types as t').where(isTypeSeen(reader))

/** For a customer, only requestable types exist. */
const types = (db: Db, reader: Reader) =>
  typesSeenBy(db, reader)
    .select(columnsOf('t', RequestType))
    .select(linkColumns('t', countries))
    .$if(isOfCustomer(reader), (rows) => rows.where('t.is_active', '=', true))

const MOST = 500

/** All types; there are never many. */
const typeArray = jsonArray((db, given: Reader & Record<string, unknown>) =>
  conditionsOf(typeFilters, given)
    .reduce((rows, condition) => rows.where(condition), types(db, given))
    .orderBy('t.sort_order')
    .orderBy('t.id')
    .limit(MOST),
)

const oneType = jsonRecord((db, given: Reader & { id: number }) => types(db, given).where('t.id', '=', given.id))

const typeOptions = optionsOver(typesSeenBy, {
  of: 't',
  labels: ['t.name', 't.name_en'],
  more: ['category_id', 'pricing_type', 'base_cost', 'cost_currency'],
  search: ['t.name', 't.name_en', 't.type_code'],
  filters: optionFilters,
  active: sql<boolean>`t.is_active`,
  order: ['t.sort_order', 't.id'],
})

const table = 'addon_request_types'
const priced = ['id', 'pricing_type', 'base_cost'] as const

const createType = async (tx: Tx, { country_ids, ...type }: NewType) => {
  const made = await tx.insertInto(table).values(packed(RequestType, type)).returning(priced).executeTakeFirstOrThrow()
  await writeTypeCountries(tx, made.id, country_ids)
  return made
}

/** Replaces the countries of a type; without a list they stay. */
export function writeTypeCountries(tx: Tx, id: number, country_ids: readonly number[] | undefined) {
  return writeLinks(tx, id, countries, { country_ids })
}

const changeType = async (tx: Tx, id: number, { country_ids, ...change }: Partial<NewType>, expected: Expected) => {
  guardVersion(await lockRow(tx, table, id), expected)
  await writeTypeCountries(tx, id, country_ids)
  return tx
    .updateTable(table)
    .set({ ...packed(RequestType, change), ...(country_ids && { updated_at: sql`now()` }) })
    .where('id', '=', id)
    .returning(priced)
    .executeTakeFirstOrThrow()
}

const removeType = async (tx: Tx, id: number, expected: Expected) => {
  guardVersion(await lockRow(tx, table, id), expected)
  await remove(tx, table, id)
}

// Routes

const access = ['admin'] as const
const returns = RecordOf(RequestType, { country_ids: described(Type.Array(ref()), ofCountries) })
const Warned = Type.Object({ warnings: Type.Array(Type.String()) })

const PricingOption = Type.Object({
  value: oneOf(pricingTypes),
  label: anyText('固定價格'),
  label_en: anyText('Fixed Price'),
  description: anyText('依類型設定的基本費用計價。'),
})

/** The three pricing types, for forms. */
const pricing_types = pricingTypes.map((value) => {
  const { label, description } = pricingTypeWords[value]
  return { value, label: label[0], label_en: label[1], description }
})
const { category_id, pricing_type, base_cost, cost_currency } = shown(RequestType).properties

export const addonTypes = routes((on) => {
  options(on)
  reads(on)
  creation(on)
  change(on)
  removal(on)
})

const options = (on: On) => {
  on.get(
    '/pricing-types',
    {
      name: 'listPricingTypes',
      access: 'signed-in',
      summary: 'List the pricing types',
      returns: Type.Array(PricingOption),
      etag: 'content',
    },
    async () => pricing_types,
  )

  on.get(
    '/list/options',
    {
      access: timelineReaders,
      summary: 'Option list: requestable types',
      query: optionQuery(optionFilters),
      returns: Type.Array(Option({ category_id, pricing_type, base_cost, cost_currency })),
      meta: OptionMeta,
      etag: 'content',
    },
    ({ db, actor, query }) => typeOptions(db, readerOf(actor), query),
  )
}

const reads = (on: On) => {
  on.get(
    '',
    {
      access: timelineReaders,
      summary: 'List: add-on types',
      query: Type.Object(queryParameters(typeFilters), { additionalProperties: false }),
      returns: Type.Array(returns),
      meta: Type.Object({ pricing_types: Type.Array(PricingOption) }),
      etag: 'content',
    },
    async ({ db, actor, query }) => ({
      ...(await typeArray(db, { ...parametersOf(typeFilters, query), ...readerOf(actor) })),
      meta: { pricing_types },
    }),
  )

  on.get('/:id', { access: timelineReaders, summary: 'One add-on type', returns }, ({ db, actor, params }) =>
    oneType(db, { ...readerOf(actor), ...params }),
  )
}

const creation = (on: On) => {
  on.create(
    '',
    { access, summary: 'Create: add-on type', body: TakenType, returns, meta: Warned, refuses: ['duplicate'] },
    async ({ tx, actor, body, locale }) => {
      const type = await createType(tx, body)
      return { id: type.id, ...withWarnings(await oneType(tx, { ...readerOf(actor), id: type.id }), type, locale) }
    },
  )
}

const change = (on: On) => {
  on.put(
    '/:id',
    {
      access,
      summary: 'Change any of its fields: add-on type',
      body: Type.Partial(TakenType),
      returns,
      meta: Warned,
      unchanged: { warnings: [] },
      refuses: ['duplicate', 'stale'],
    },
    async ({ tx, actor, params, body, expected, locale }) => {
      const type = await changeType(tx, params.id, body, expected)
      return withWarnings(await oneType(tx, { ...readerOf(actor), ...params }), type, locale)
    },
  )
}

const removal = (on: On) => {
  on.delete(
    '/:id',
    { access, summary: 'Remove: add-on type without requests', returns: Type.Null(), refuses: ['in_use', 'stale'] },
    async ({ tx, params, expected }) => {
      await removeType(tx, params.id, expected)
      return null
    },
  )
}

const withWarnings = (type: Json, priced: Pick<NewType, 'pricing_type' | 'base_cost'>, locale: Locale): Json => ({
  ...type,
  meta: { warnings: typeWarnings(priced).map((words) => say(words, locale)) },
})
