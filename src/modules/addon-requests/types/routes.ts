import { Type } from 'typebox'
import type { Json } from '../../../kit/db/json.ts'
import { shown } from '../../../kit/fields.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { parametersOf, queryParameters } from '../../../kit/list/filters.ts'
import { Option, OptionMeta, optionQuery } from '../../../kit/resource/option-list.ts'
import { RecordOf } from '../../../kit/resource/record.ts'
import { type Locale, say } from '../../../kit/words/words.ts'
import { readerOf } from '../../users/reader.ts'
import { readers } from '../flow.ts'
import { pricingTypeWords } from '../labels.ts'
import { typeWarnings } from '../rules.ts'
import { type NewType, pricingTypes, RequestType } from '../schema.ts'
import { PricingOption } from '../shapes.ts'
import { changeType, createType, removeType } from './actions.ts'
import { oneType, optionFilters, typeArray, typeFilters, typeOptions } from './queries.ts'

const access = ['admin'] as const
const returns = RecordOf(RequestType)
const Warned = Type.Object({ warnings: Type.Array(Type.String()) })
const { category_id, pricing_type, base_cost, cost_currency } = shown(RequestType).properties

/** The three pricing types, for forms. */
const pricing_types = pricingTypes.map((value) => {
  const { label, description } = pricingTypeWords[value]
  return { value, label: label[0], label_en: label[1], description }
})

export default routes((on) => {
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
      access: readers,
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
      access: readers,
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

  on.get('/:id', { access: readers, summary: 'One add-on type', returns }, ({ db, actor, params }) =>
    oneType(db, { ...readerOf(actor), ...params }),
  )
}

const creation = (on: On) => {
  on.create(
    '',
    { access, summary: 'Create: add-on type', body: RequestType, returns, meta: Warned, refuses: ['duplicate'] },
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
      body: Type.Partial(RequestType, { minProperties: 1 }),
      returns,
      meta: Warned,
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
