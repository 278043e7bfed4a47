import { Type } from 'typebox'
import type { Json } from '../../../kit/db/json.ts'
import { shown } from '../../../kit/fields.ts'
import type { Actor } from '../../../kit/http/access.ts'
import { guardVersion } from '../../../kit/http/answer.ts'
import { routes } from '../../../kit/http/routes.ts'
import { askedOf, parametersOf } from '../../../kit/list/filters.ts'
import { Option, optionQuery } from '../../../kit/resource/option-list.ts'
import { RecordOf } from '../../../kit/resource/record.ts'
import { held, remove } from '../../../kit/resource.ts'
import { type Locale, say } from '../../../kit/words.ts'
import { pricingTypeWords } from '../labels.ts'
import { typeWarnings } from '../rules.ts'
import { type NewType, pricingTypes, RequestType } from '../schema.ts'
import { PricingOption } from '../shapes.ts'
import { oneType, typeArray, typeFilters, typeOptions } from './queries.ts'

const readers = ['admin', 'sales', 'department', 'customer'] as const
const admins = ['admin'] as const
const TypeRecord = RecordOf(RequestType)
const TypeChange = Type.Partial(RequestType, { minProperties: 1 })
const Warned = Type.Object({ warnings: Type.Array(Type.String()) })
const { pricing_type, base_cost, cost_currency } = shown(RequestType).properties

/** The three ways to price an extra, for forms. */
const pricingOptions = pricingTypes.map((value) => {
  const {
    label: [label, label_en],
    description,
  } = pricingTypeWords[value]
  return { value, label, label_en, description }
})

const seen = ({ role }: Actor) => (role === 'customer' ? { customer: true as const } : {})

export default routes((on) => {
  on.get(
    '/pricing-types',
    { access: 'signed-in', says: 'The ways to price an extra', gives: Type.Array(PricingOption), tagged: 'content' },
    async () => pricingOptions,
  )

  on.get(
    '/list/options',
    {
      access: readers,
      says: 'Types a traveler may ask for, for a form',
      query: optionQuery({}),
      gives: Type.Array(Option({ pricing_type, base_cost, cost_currency })),
      tagged: 'content',
    },
    ({ db, query }) => typeOptions(db, query),
  )

  on.get(
    '',
    {
      access: readers,
      says: 'All types of extras',
      query: Type.Object(askedOf(typeFilters), { additionalProperties: false }),
      gives: Type.Array(TypeRecord),
      meta: Type.Object({ pricing_types: Type.Array(PricingOption) }),
      tagged: 'content',
    },
    async ({ db, actor, query }) => {
      const all = await typeArray(db, { ...seen(actor), ...parametersOf(typeFilters, query) })
      return { ...all, meta: { pricing_types: pricingOptions } }
    },
  )

  on.get('/:id', { access: readers, says: 'One type', gives: TypeRecord }, ({ db, actor, params }) =>
    oneType(db, { ...seen(actor), ...params }),
  )

  on.create(
    '',
    {
      access: admins,
      says: 'Create a type',
      body: RequestType,
      gives: TypeRecord,
      meta: Warned,
      refuses: ['duplicate'],
    },
    async ({ tx, body, locale }) => {
      const type = await tx
        .insertInto('addon_request_types')
        .values(body)
        .returning(['id', 'pricing_type', 'base_cost'])
        .executeTakeFirstOrThrow()
      return { id: type.id, ...warned(await oneType(tx, { id: type.id }), type, locale) }
    },
  )

  on.put(
    '/:id',
    {
      access: admins,
      says: 'Change any fields of a type',
      body: TypeChange,
      gives: TypeRecord,
      meta: Warned,
      refuses: ['duplicate', 'stale'],
    },
    async ({ tx, params, body, expected, locale }) => {
      guardVersion(await held(tx, 'addon_request_types', params.id), expected)
      const type = await tx
        .updateTable('addon_request_types')
        .set(body)
        .where('id', '=', params.id)
        .returning(['pricing_type', 'base_cost'])
        .executeTakeFirstOrThrow()
      return warned(await oneType(tx, params), type, locale)
    },
  )

  on.delete(
    '/:id',
    { access: admins, says: 'Remove a type nobody asked for yet', gives: Type.Null(), refuses: ['in_use', 'stale'] },
    async ({ tx, params, expected }) => {
      guardVersion(await held(tx, 'addon_request_types', params.id), expected)
      await remove(tx, 'addon_request_types', params.id)
      return null
    },
  )
})

const warned = (type: Json, priced: Pick<NewType, 'pricing_type' | 'base_cost'>, locale: Locale): Json => {
  const warnings = typeWarnings(priced).map((words) => say(words, locale))
  return { ...type, ...(warnings.length && { meta: { warnings } }) }
}
