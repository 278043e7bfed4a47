import { type Static, type TObject, type TOptional, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './terms.ts'
import type { Words } from './words/words.ts'

// The types of fields. A field is declared once; validation of requests, the schema of answers, the OpenAPI text and the type
// of the column are derived from it.

const MAX_INT = 2_147_483_647

/**
 * One line of text: a name, a title, a number on a ticket. Blanks around it are cut off, and a line of Latin letters, digits and signs alone may
 * be typed full-width.
 */
export function line(max: number, example?: string) {
  return string({
    minLength: 1,
    maxLength: max,
    format: 'line',
    takes: 'line',
    width: 'half of Latin',
    ...given(example),
  })
}
/** Several lines of text. */
export function text(max: number, example?: string) {
  return string({ minLength: 1, maxLength: max, format: 'text', ...given(example) })
}
/** An upper-case code such as `SEAT_UPGRADE`. */
export function code(max: number, example?: string) {
  return string({ maxLength: max, pattern: '^[A-Z][A-Z0-9_]*$', width: 'half', ...given(example) })
}
/** A text that matches a pattern, such as the three letters of an airport. */
export function formed(pattern: string, example: string) {
  return string({ pattern, width: 'half', examples: [example] })
}
export function email() {
  return string({ maxLength: 254, format: 'mail', width: 'half', examples: ['mei@example.com'] })
}
/** A telephone number as people write it, also with an extension: `02-2555 0100 轉 33`, `#33`, `分機33`, `ext. 33`. */
export function phone() {
  return string({ maxLength: 30, pattern: PHONE, width: 'half', examples: ['0912-345-678'] })
}
const PHONE = '^\\+?\\(?[0-9][0-9 ()#-]{4,28}([ ,]*(轉|分機|[Ee][Xx][Tt]\\.?) *[0-9]{1,6})?$'
/** Whether a field takes a telephone number. */
export function isPhone(schema: TSchema) {
  return (schema as { pattern?: string }).pattern === PHONE
}

export function url() {
  return string({ maxLength: 500, format: 'link', examples: ['https://example.com/a'] })
}
export function currency() {
  return string({ pattern: '^[A-Z]{3}$', format: 'currency', examples: ['TWD'] })
}
/** 統一編號: the eight digits of a company in Taiwan, with the check digit of the Ministry of Finance. */
export function taxId() {
  return string({ pattern: '^[0-9]{8}$', format: 'tax-id', width: 'half', examples: ['12345675'] })
}
export function timezone() {
  return string({ maxLength: 60, format: 'timezone', examples: ['Asia/Taipei'] })
}
export function color() {
  return string({ pattern: '^#[0-9A-Fa-f]{6}$', examples: ['#1E6FB8'] })
}

/** A local calendar day, `2027-01-28`. */
export function day() {
  return string({ format: 'day', examples: ['2027-01-28'] })
}
/** A local time of day, `19:30`. */
export function clock() {
  return string({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['19:30'] })
}
/** An instant. Answered in UTC; accepted with an offset, or without one as local time of the installation (`TIME_ZONE`). */
export function moment() {
  return Type.Unsafe<string>({ type: 'string', takes: 'moment', examples: ['2027-01-28T11:30:00Z'] })
}
/** A local time at its place, or an instant. The time zone is known from other fields of the record. */
export function scheduled() {
  return string({ format: 'scheduled', examples: ['2027-01-28T09:30'] })
}
/** Answered as a number; accepted as a number or a decimal string with at most two decimal places. */
export function money() {
  return Type.Unsafe<number>({ type: ['number', 'string'], takes: 'money', examples: [1200] })
}

/** What one unit of a currency is worth in another: above 0, at most six digits before and eight after the point, so that it is exact. */
export function rate() {
  return Type.Unsafe<number>({ type: ['number', 'string'], takes: 'rate', examples: [0.2152] })
}

export function whole(min = 0, max = MAX_INT) {
  return Type.Integer({ minimum: min, maximum: max, examples: [Math.max(min, 1)] })
}
export function decimal(min: number, max: number) {
  return Type.Number({ minimum: min, maximum: max })
}
export function ref() {
  return Type.Integer({ minimum: 1, maximum: MAX_INT, examples: [1] })
}
export function flag() {
  return Type.Boolean({ examples: [true] })
}
export function oneOf<const V extends string>(values: readonly V[]) {
  return Type.Unsafe<V>({ type: 'string', enum: [...values] })
}
export function list<T extends TSchema>(of: T, max = 100) {
  return Type.Array(of, { maxItems: max, uniqueItems: true })
}
export function refs(max = 300) {
  return list(ref(), max)
}
/** A free JSON object, stored as it is, with at most `max` keys. */
export function details(max = 50) {
  return Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    maxProperties: max,
    takes: 'json',
    examples: [{ seat: '12A' }],
  })
}

/** A personal field: encrypted in the database and masked in answers, completely or except for its last three characters. */
export function personal<T extends TSchema>(schema: T, shows: 'nothing' | 'ending' = 'nothing') {
  return Type.Unsafe<Static<T>>({ ...schema, personal: shows })
}

/** A file from a form, inspected and stored under `place`. It is removed again unless a transaction keeps it (`keepFile`). */
export type Received = {
  name: string
  media_type: string
  size: number
  sha256: string
  width: number | null
  height: number | null
  readonly place: string
}

/** A file in a multipart form. */
export function upload() {
  return Type.Unsafe<Received>({ contentMediaType: 'application/octet-stream' })
}

/** A picture in a multipart form that everybody may see: it is stored without metadata, such as where it was taken. */
export function publicUpload() {
  return Type.Unsafe<Received>({ contentMediaType: 'application/octet-stream', isPublicPicture: true })
}

/** A file from a form that the handler reads itself, whatever is in it; it is neither inspected nor stored. */
export type Arrived = { name: string; size: number; sha256: string; readonly bytes: Buffer }

/** A file in a multipart form, of at most so many megabytes, that is read and not kept. */
export function arrival(megabytes: number) {
  return Type.Unsafe<Arrived>({ contentMediaType: 'application/octet-stream', megabytes })
}

/** The fields of a record for a form. Form values are texts and cannot be null, so nullable fields become optional. */
export function inForm<F extends TProperties>(fields: F): F {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      name,
      isNullable(schema) ? Type.Optional(notNull(schema)) : schema,
    ]),
    // A cast, because the types still allow null, which a form cannot send.
  ) as F
}

const notNull = (schema: TSchema) => {
  const { type, enum: values } = schema as { type?: string | string[]; enum?: unknown[] }
  const [kind, ...others] = [type].flat().filter((each) => each !== 'null')
  return Type.Unsafe({
    ...schema,
    type: others.length ? [kind, ...others] : kind,
    ...(values && { enum: values.filter((value) => value !== null) }),
  })
}

/** The database has a default; a create may leave it out. */
export function defaulted<T extends TSchema>(schema: T) {
  return Type.Optional(schema)
}

/** May be null. */
export function orNull<T extends TSchema>(schema: T): TUnsafe<Static<T> | null> {
  const { type, enum: values } = schema as { type?: string | string[]; enum?: unknown[] }
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [...new Set([type, 'null'].flat())],
    ...(values && { enum: [...values, null] }),
  })
}
/** May be null, and a create may leave it out. */
export function nullable<T extends TSchema>(schema: T): TOptional<TUnsafe<Static<T> | null>> {
  return Type.Optional(orNull(schema))
}

/** Taken in, never shown. */
export function secret<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T>>({ ...schema, writeOnly: true })
}
/** A password a person chooses. */
export function password() {
  return secret(
    string({
      minLength: SHORTEST_PASSWORD.count,
      maxLength: LONGEST_PASSWORD,
      format: 'line',
      examples: ['correct horse battery'],
    }),
  )
}

/** The same with a sentence for the documentation, in both languages. */
export function described<T extends TSchema>(schema: T, description: string) {
  return Type.Unsafe<Static<T>>({ ...schema, description })
}

/** The same with what people call the field, in both languages. `/api/words/field`, forms and audits show it. */
export function labelled<T extends TSchema>(schema: T, label: Words): T {
  // Not a spread, which would leave out the property that says that a field is optional.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as unknown as T
  return Object.assign(copy, { label })
}

export function isNullable(schema: TSchema) {
  return [(schema as { type?: string }).type].flat().includes('null')
}

/** The same without some fields. */
export function without<P extends TProperties, K extends keyof P & string>(
  { properties }: TObject<P>,
  names: readonly K[],
): TObject<Omit<P, K>> {
  const left = Object.entries<TSchema>(properties).filter(([name]) => !names.some((each) => each === name))
  // The cast: the compiler does not follow names through entries.
  return Type.Object(Object.fromEntries(left)) as unknown as TObject<Omit<P, K>>
}

/** Null for every field that may be null, except those named. */
export function nulls<F extends TObject>({ properties }: F, except: readonly (keyof F['properties'])[] = []) {
  return Object.fromEntries(
    Object.entries<TSchema>(properties).flatMap(([name, schema]) =>
      isNullable(schema) && !except.includes(name) ? [[name, null]] : [],
    ),
  )
}

/** The schema of an answer, from the schema of what is taken: every key present, money a number. */
export function shown<F extends TObject>(fields: F) {
  const visible = Object.entries(fields.properties).filter(([, field]) => !('writeOnly' in field))
  return Type.Object(
    Object.fromEntries(visible.map(([name, field]) => [name, shownField(field)])),
  ) as unknown as TObject<Shown<F>>
}
type Shown<F extends TObject> = {
  [K in keyof F['properties']]: TUnsafe<Exclude<Static<F['properties'][K]>, undefined>>
}

/** The same for some fields, to be spread among others. */
export function shownFields<P extends TProperties>(fields: P) {
  return shown(Type.Object(fields)).properties
}

/** A text of an answer, which has no rules. */
export function anyText(example?: string) {
  return Type.String(given(example))
}

const shownField = (field: TSchema): TSchema => {
  const { takes, width, examples, items, properties, personal, ...rest } = field as Record<string, unknown>
  if (personal) return Type.Unsafe({ type: rest.type, examples: [personal === 'ending' ? '•••789' : '•••'] })
  if (properties)
    return Type.Unsafe({ ...shown(field as TObject), ...(isNullable(field) && { type: ['object', 'null'] }) })
  if (items) return Type.Unsafe({ ...rest, items: shownField(items as TSchema) })
  const isExact = takes === 'money' || takes === 'rate'
  const type = [rest.type].flat().map((kind) => (isExact && kind === 'string' ? 'number' : kind))
  const kinds = [...new Set(type)]
  const seen = {
    ...rest,
    ...(examples !== undefined && { examples }),
    ...(rest.type !== undefined && { type: kinds.length === 1 ? kinds[0] : kinds }),
    // So that files write it with thousands.
    ...(takes === 'money' && { written: 'money' }),
  }
  return Type.Unsafe(takes === 'moment' ? { ...seen, format: 'date-time' } : seen)
}

const string = (rules: Record<string, unknown>) => Type.Unsafe<string>({ type: 'string', ...rules })
const given = (example: string | undefined) => (example === undefined ? {} : { examples: [example] })
