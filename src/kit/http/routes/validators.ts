import { Ajv, type FuncKeywordDefinition, type ValidateFunction } from 'ajv'
import type { FastifySchemaValidationError as Fault } from 'fastify/types/schema.js'
import { formats, isStorableJson, momentOf, moneyOf } from './formats.ts'

export type Validators = ReturnType<typeof validators>

/** Bodies are JSON and are taken at their word; paths and queries arrive as text and become what their schema names. */
export const validators = (zone: string) => {
  const ajv = ajvIn(zone)
  return {
    body: (schema: ObjectSchema) =>
      checking(
        () => ajv.compile(schema),
        (given) => overlong(schema, given),
      ),
    text: (schema: ObjectSchema) =>
      checking(
        () => ajv.compile(schema),
        (given) => become(schema, given),
      ),
  }
}

type ObjectSchema = {
  type?: string | string[]
  properties?: Record<string, ObjectSchema>
  items?: ObjectSchema
  maxItems?: number
}
export type Check = { (given: unknown): boolean; errors?: Fault[] | null }

/**
 * Checks in Ajv's own manner: whether it holds, and beside that what does not. A rule is compiled when it is first asked
 * for: all of them at once would make every start wait.
 */
const checking = (compile: () => ValidateFunction, first: (given: unknown) => Fault[]) => {
  let compiled: ValidateFunction | undefined
  const check: Check = (given) => {
    compiled ??= compile()
    const early = first(given)
    check.errors = early.length ? early : compiled(given) ? null : (compiled.errors as Fault[])
    return !check.errors
  }
  return check
}

const become = ({ properties = {} }: ObjectSchema, given: unknown): Fault[] => {
  const texts = given as Record<string, unknown>
  for (const [name, schema] of Object.entries(properties))
    if (Object.hasOwn(texts, name)) texts[name] = meantBy(texts[name], schema)
  return []
}

// Plain digits and nothing else: `0x1F`, `1e3` and `007` stay text and are refused as such, so a record has one address.
const meantBy = (text: unknown, { type }: ObjectSchema) => {
  const isA = (kind: string) => [type].flat().includes(kind)
  if (typeof text !== 'string') return text
  if (isA('integer') && /^-?(0|[1-9]\d{0,15})$/.test(text)) return Number(text)
  if (isA('number') && /^-?(0|[1-9]\d{0,15})(\.\d{1,9})?$/.test(text)) return Number(text)
  if (isA('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

// A list that is too long is refused before each of its entries is looked at and compared with all others.
const overlong = ({ properties = {}, items, maxItems: limit }: ObjectSchema, value: unknown, path = ''): Fault[] => {
  if (Array.isArray(value)) {
    if (limit !== undefined && value.length > limit)
      return [{ keyword: 'maxItems', instancePath: path, schemaPath: '', params: { limit } }]
    return items ? value.flatMap((each, i) => overlong(items, each, `${path}/${i}`)) : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    return schema ? overlong(schema, inner, `${path}/${name}`) : []
  })
}

const ajvIn = (zone: string) => {
  // That the shapes are shapes is for the tests: the schema that checks them would be compiled at every start.
  const trusting = { strict: false, meta: false, validateSchema: false }
  const made = new Ajv({ verbose: true, allErrors: true, messages: false, ...trusting })
  for (const [name, format] of Object.entries(formats)) made.addFormat(name, format)
  return made.removeKeyword('uniqueItems').addKeyword(uniqueItems).addKeyword(takes(zone))
}

// Ajv's own compares objects by calling their `valueOf` and `toString`, which a caller may have sent as data.
const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  errors: false,
  validate: (_: true, items: unknown[]) => new Set(items.map(canonical)).size === items.length,
}

/** Equal for equal JSON values, whatever the order of their keys. */
const canonical = (value: unknown) =>
  JSON.stringify(value, (_, inner) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/** `takes: 'money' | 'moment' | 'json'`: a value with more than one spelling becomes its one meaning. */
const takes = (zone: string): FuncKeywordDefinition => ({
  keyword: 'takes',
  modifying: true,
  errors: false,
  validate: (
    kind: string,
    value: unknown,
    _schema?: unknown,
    place?: { parentData: Record<string, unknown>; parentDataProperty: string | number },
  ) => {
    if (value === null) return true
    const meant = meaning(kind, value, zone)
    if (meant === undefined) return false
    if (place) place.parentData[place.parentDataProperty] = meant
    return true
  },
})

const meaning = (kind: string, value: unknown, zone: string) => {
  if (kind === 'money') return moneyOf(value)
  if (kind === 'moment') return typeof value === 'string' ? momentOf(value, zone) : undefined
  return isStorableJson(value) ? value : undefined
}
