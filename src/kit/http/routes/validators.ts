import { Ajv, type FuncKeywordDefinition, type ValidateFunction } from 'ajv'
import type { FastifySchemaValidationError as Fault } from 'fastify/types/schema.js'
import { type Static, type TSchema, Type } from 'typebox'
import { Refusal } from '../../errors.ts'
import { formats, isDay, isSkipped, isStorableJson, momentOf, moneyOf, rateOf } from './formats.ts'
import { faultsOf } from './validation-sentences.ts'

export type Validators = ReturnType<typeof validators>

/** Bodies are JSON and are validated as they are. Paths, queries and forms are texts and are converted to the types of their schemas. */
export function validators(zone: string) {
  const compile = compilerIn(zone)
  return {
    body: (schema: ObjectSchema) =>
      checking(
        () => compile(schema),
        (given) => tooLongLists(schema, given),
      ),
    text: (schema: ObjectSchema) =>
      checking(
        () => compile(schema),
        (given) => convert(schema, given),
        (faults) => ofParameters(schema, faults),
      ),
  }
}

/** Validates and converts texts from a file or a command line by the schema of a body. */
export function textParser<S extends TSchema>(schema: S, zone: string) {
  const check = validators(zone).text(closed(schema))
  return (texts: Record<string, string | undefined>): Static<S> => {
    const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))
    if (!check(given)) throw new Refusal('invalid_input', { errors: faultsOf(check.errors ?? []) })
    return given as Static<S>
  }
}

type ObjectSchema = {
  type?: string | string[]
  properties?: Record<string, ObjectSchema>
  items?: ObjectSchema
  maxItems?: number
  /** The parameter is a list, written as one text with this separator. */
  separator?: string
  /** A boolean that may be written as 1 and 0. */
  digits?: boolean
  /** A day alone means its start, or its end, in the time zone of the installation. */
  day?: 'start' | 'end'
}
export type Check = { (given: unknown): boolean; errors?: Fault[] | null }

/**
 * A check with Ajv's interface: returns whether the value is valid and sets `errors`. A schema is compiled at its first use,
 * because compiling all of them would delay every start.
 */
const checking = (
  compile: () => ValidateFunction,
  first: (given: unknown) => Fault[],
  named: (faults: Fault[]) => Fault[] = (faults) => faults,
) => {
  let compiled: ValidateFunction | undefined
  const check: Check = (given) => {
    compiled ??= compile()
    const early = first(given)
    check.errors = early.length ? early : compiled(given) ? null : named(compiled.errors as Fault[])
    return !check.errors
  }
  return check
}

const convert = ({ properties = {} }: ObjectSchema, given: unknown): Fault[] => {
  const texts = given as Record<string, unknown>
  for (const [name, schema] of Object.entries(properties))
    if (Object.hasOwn(texts, name)) texts[name] = converted(texts[name], schema)
  return []
}

const converted = (text: unknown, schema: ObjectSchema) => {
  const { separator, items } = schema
  if (!separator || !items) return convertedText(text, schema)
  const parts = [text].flat().flatMap((each) => String(each).split(separator))
  return parts.map((part) => convertedText(part, items))
}

// A wrong value in a list is a fault of its parameter, because the caller sent one text.
const ofParameters = ({ properties = {} }: ObjectSchema, faults: Fault[]) => {
  const named = new Set<string>()
  return faults.flatMap((fault) => {
    const [, name = ''] = fault.instancePath.split('/')
    if (!properties[name]?.separator) return [fault]
    const sentence = `${name} ${fault.keyword}`
    if (named.has(sentence)) return []
    named.add(sentence)
    return [{ ...fault, instancePath: `/${name}` }]
  })
}

// Only plain digits are converted. `0x1F`, `1e3` and `007` stay text and are refused, so that a record has only one URL.
const convertedText = (text: unknown, { type, day, digits }: ObjectSchema) => {
  const isA = (kind: string) => [type].flat().includes(kind)
  if (typeof text !== 'string') return text
  if (day && isDay(text)) return `${text}T${day === 'end' ? '23:59:59.999' : '00:00:00'}`
  if (digits && (text === '1' || text === '0')) return text === '1'
  if (isA('integer') && /^-?(0|[1-9]\d{0,15})$/.test(text)) return Number(text)
  if (isA('number') && /^-?(0|[1-9]\d{0,15})(\.\d{1,9})?$/.test(text)) return Number(text)
  if (isA('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

// A list that is too long is refused before its items are validated and compared with each other.
const tooLongLists = (
  { properties = {}, items, maxItems: limit }: ObjectSchema,
  value: unknown,
  path = '',
): Fault[] => {
  if (Array.isArray(value)) {
    if (limit !== undefined && value.length > limit)
      return [{ keyword: 'maxItems', instancePath: path, schemaPath: '', params: { limit } }]
    return items ? value.flatMap((each, i) => tooLongLists(items, each, `${path}/${i}`)) : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    return schema ? tooLongLists(schema, inner, `${path}/${name}`) : []
  })
}

const alreadyClosed = new WeakMap<TSchema, TSchema>()

/**
 * The schema with `additionalProperties: false` at every depth, so that unknown fields are refused. Repeated calls return the same
 * object.
 */
export function closed(schema: TSchema): TSchema {
  const made = alreadyClosed.get(schema) ?? close(schema)
  alreadyClosed.set(schema, made)
  return made
}

const close = (schema: TSchema): TSchema => {
  const { properties, items, ...rest } = schema as { properties?: Record<string, TSchema>; items?: TSchema }
  if (properties) {
    const inner = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, closed(field)]))
    return Type.Unsafe({ ...rest, properties: inner, additionalProperties: false })
  }
  return items ? Type.Unsafe({ ...rest, items: closed(items) }) : schema
}

type Compile = (schema: object) => ValidateFunction
const byZone = new Map<string, Compile>()
const compilerIn = (zone: string) => {
  const made = byZone.get(zone) ?? compilerOf(newAjv(zone))
  byZone.set(zone, made)
  return made
}

/**
 * Compiles equal schemas once. Many routes have the same parameters, and each service in a process, as in tests, creates its
 * schemas anew.
 */
const compilerOf = (ajv: Ajv): Compile => {
  const known = new Map<string, ValidateFunction>()
  return (schema) => {
    const text = JSON.stringify(schema)
    const made = known.get(text) ?? ajv.compile(schema)
    known.set(text, made)
    return made
  }
}

const newAjv = (zone: string) => {
  // Schemas are not validated here, because the meta-schema would be compiled at every start; tests validate them.
  const unchecked = { strict: false, meta: false, validateSchema: false }
  // The optimizer of Ajv takes nearly half of the time of a compilation, and validation is not measurably faster with it.
  const code = { optimize: false }
  const made = new Ajv({ verbose: true, allErrors: true, messages: false, code, ...unchecked })
  for (const [name, format] of Object.entries(formats)) made.addFormat(name, format)
  return made
    .removeKeyword('uniqueItems')
    .addKeyword(uniqueItems)
    .addKeyword(unmasked)
    .addKeyword(width)
    .addKeyword(takes(zone))
}

// Replaces Ajv's own `uniqueItems`, which calls `valueOf` and `toString` of objects; a caller may have sent these as data.
const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  errors: false,
  validate: (_: true, items: unknown[]) => new Set(items.map(canonical)).size === items.length,
}

// A mask that is sent back would replace the personal value that it hides.
const unmasked: FuncKeywordDefinition = {
  keyword: 'personal',
  errors: false,
  validate: (_: string, value: unknown) => typeof value !== 'string' || !value.startsWith('•••'),
}

/**
 * The keyword `width: 'half' | 'half of Latin'` turns full-width letters, digits and signs, as a Chinese keyboard types them, into those of ASCII,
 * before the text is compared with its rules. `half of Latin` keeps a text with other characters as it is: `北海道（五日）` is well written.
 */
const width: FuncKeywordDefinition = {
  keyword: 'width',
  type: 'string',
  // Of the keywords for texts this is the first; `pattern` and `format` read what it leaves.
  before: 'maxLength',
  modifying: true,
  errors: false,
  validate: (kind: 'half' | 'half of Latin', value: string, _schema?: unknown, within?: Within) => {
    if (!within) return true
    const half = halfWidth(value)
    if (kind === 'half') within.parentData[within.parentDataProperty] = withoutOuterSpaces(half)
    else if (LATIN.test(half)) within.parentData[within.parentDataProperty] = half
    return true
  },
}
type Within = { parentData: Record<string, unknown>; parentDataProperty: string | number }
const LATIN = /^[ -~\u00C0-\u024F]*$/

const halfWidth = (text: string) =>
  text
    .replaceAll('\u3000', ' ')
    .replace(/[\uFF01-\uFF5E]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - FROM_FULL_WIDTH))
const FROM_FULL_WIDTH = 0xfee0

const withoutOuterSpaces = (text: string) => {
  let [start, end] = [0, text.length]
  while (text[start] === ' ') start += 1
  while (end > start && text[end - 1] === ' ') end -= 1
  return text.slice(start, end)
}

/** The same text for equal JSON values, independent of the order of their keys. */
const canonical = (value: unknown) =>
  JSON.stringify(value, (_, inner) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/** The keyword `takes: 'line' | 'money' | 'rate' | 'moment' | 'json'` converts a value that can be written in several ways to one form. */
const takes = (zone: string): FuncKeywordDefinition => ({
  keyword: 'takes',
  modifying: true,
  errors: false,
  validate: (kind: string, value: unknown, _schema?: unknown, within?: Within) => {
    if (value === null) return true
    const meant = meaning(kind, value, zone)
    if (meant === undefined) return false
    if (within) within.parentData[within.parentDataProperty] = meant
    return true
  },
})

const meaning = (kind: string, value: unknown, zone: string) => {
  if (kind === 'line') return typeof value === 'string' ? value.trim() || value : value
  if (kind === 'money') return moneyOf(value)
  if (kind === 'rate') return rateOf(value)
  if (kind === 'moment') return typeof value === 'string' && !isSkipped(value, zone) ? momentOf(value, zone) : undefined
  return isStorableJson(value) ? value : undefined
}
