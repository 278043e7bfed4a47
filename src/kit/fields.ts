import { type Static, type TObject, type TOptional, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox'

// The house's vocabulary. A field is declared once and is, at the same time,
// the request rule, the answer's shape, the OpenAPI text and the column type.

const MAX_INT = 2_147_483_647

/** One line of text: a name, a title, a number on a ticket. */
export const line = (max: number, example?: string) =>
  string({ minLength: 1, maxLength: max, format: 'line', ...given(example) })
/** Several lines of text. */
export const text = (max: number, example?: string) =>
  string({ minLength: 1, maxLength: max, format: 'text', ...given(example) })
/** An upper-case code such as `SEAT_UPGRADE`. */
export const code = (max: number, example?: string) =>
  string({ maxLength: max, pattern: '^[A-Z][A-Z0-9_]*$', ...given(example) })
/** A text of one fixed form, such as an airport's three letters. */
export const formed = (pattern: string, example: string) => string({ pattern, examples: [example] })
export const email = () => string({ maxLength: 254, format: 'mail', examples: ['mei@example.com'] })
export const phone = () =>
  string({ maxLength: 30, pattern: '^\\+?[0-9][0-9 ()#-]{4,28}$', examples: ['+886 912 345 678'] })
export const url = () => string({ maxLength: 500, format: 'link', examples: ['https://example.com/a'] })
export const currency = () => string({ pattern: '^[A-Z]{3}$', format: 'currency', examples: ['TWD'] })
export const timezone = () => string({ maxLength: 60, format: 'timezone', examples: ['Asia/Taipei'] })
export const color = () => string({ pattern: '^#[0-9A-Fa-f]{6}$', examples: ['#1E6FB8'] })

/** A local calendar day, `2027-01-28`. */
export const day = () => string({ format: 'day', examples: ['2027-01-28'] })
/** A local time of day, `19:30`. */
export const clock = () => string({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['19:30'] })
/** An instant. Goes out in UTC; taken with an offset, or without one in the house's time zone. */
export const moment = () => Type.Unsafe<string>({ type: 'string', takes: 'moment', examples: ['2027-01-28T11:30:00Z'] })
/** A time as the clock on the spot shows it, or an instant; the zone is known from what stands beside it. */
export const scheduled = () => string({ format: 'scheduled', examples: ['2027-01-28T09:30'] })
/** Goes out as a number; taken as a number or a decimal string of at most two places. */
export const money = () => Type.Unsafe<number>({ type: ['number', 'string'], takes: 'money', examples: [1200] })

export const whole = (min = 0, max = MAX_INT) =>
  Type.Integer({ minimum: min, maximum: max, examples: [Math.max(min, 1)] })
export const decimal = (min: number, max: number) => Type.Number({ minimum: min, maximum: max })
export const ref = () => Type.Integer({ minimum: 1, maximum: MAX_INT, examples: [1] })
export const flag = () => Type.Boolean({ examples: [true] })
export const oneOf = <const V extends string>(values: readonly V[]) =>
  Type.Unsafe<V>({ type: 'string', enum: [...values] })
export const list = <T extends TSchema>(of: T, max = 100) => Type.Array(of, { maxItems: max, uniqueItems: true })
export const refs = (max = 300) => list(ref(), max)
/** Free form, stored as it comes: at most `max` keys of any JSON. */
export const details = (max = 50) =>
  Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    maxProperties: max,
    takes: 'json',
    examples: [{ seat: '12A' }],
  })

/** Of a person: kept sealed and shown masked, wholly or but for its last three characters. */
export const personal = <T extends TSchema>(schema: T, shows: 'nothing' | 'ending' = 'nothing') =>
  Type.Unsafe<Static<T>>({ ...schema, personal: shows })

/** A file that came with a form: checked, and stored under `place`. It stays only if a transaction keeps it. */
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
export const upload = () => Type.Unsafe<Received>({ contentMediaType: 'application/octet-stream' })

/** The fields of a record as a form takes them: as texts, which are never null; what may be null may be left out. */
export const inForm = <F extends TProperties>(fields: F): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      name,
      isNullable(schema) ? Type.Optional(notNull(schema)) : schema,
    ]),
    // The cast: the types still allow null, which no text is.
  ) as F

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
export const defaulted = <T extends TSchema>(schema: T) => Type.Optional(schema)

/** May be null. */
export const orNull = <T extends TSchema>(schema: T): TUnsafe<Static<T> | null> => {
  const { type, enum: values } = schema as { type?: string | string[]; enum?: unknown[] }
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [...new Set([type, 'null'].flat())],
    ...(values && { enum: [...values, null] }),
  })
}
/** May be null, and a create may leave it out. */
export const nullable = <T extends TSchema>(schema: T): TOptional<TUnsafe<Static<T> | null>> =>
  Type.Optional(orNull(schema))

/** Taken in, never shown. */
const secret = <T extends TSchema>(schema: T) => Type.Unsafe<Static<T>>({ ...schema, writeOnly: true })
/** A password a person chooses. */
export const password = () =>
  secret(string({ minLength: 10, maxLength: 200, format: 'line', examples: ['correct horse battery'] }))

export const isNullable = (schema: TSchema) => [(schema as { type?: string }).type].flat().includes('null')

/** The same without some fields. */
export const without = <P extends TProperties, K extends keyof P & string>(
  { properties }: TObject<P>,
  names: readonly K[],
): TObject<Omit<P, K>> => {
  const left = Object.entries<TSchema>(properties).filter(([name]) => !names.some((each) => each === name))
  // The cast: the compiler does not follow names through entries.
  return Type.Object(Object.fromEntries(left)) as unknown as TObject<Omit<P, K>>
}

/** Null for every field that may be null, except those named. */
export const nulls = <F extends TObject>({ properties }: F, except: readonly (keyof F['properties'])[] = []) =>
  Object.fromEntries(
    Object.entries<TSchema>(properties).flatMap(([name, schema]) =>
      isNullable(schema) && !except.includes(name) ? [[name, null]] : [],
    ),
  )

/** The schema of an answer, from the schema of what is taken: every key present, money a number. */
export const shown = <F extends TObject>(fields: F) => {
  const visible = Object.entries(fields.properties).filter(([, field]) => !('writeOnly' in field))
  return Type.Object(
    Object.fromEntries(visible.map(([name, field]) => [name, shownField(field)])),
  ) as unknown as TObject<Shown<F>>
}
type Shown<F extends TObject> = {
  [K in keyof F['properties']]: TUnsafe<Exclude<Static<F['properties'][K]>, undefined>>
}

/** The same for some fields, to be spread among others. */
export const shownFields = <P extends TProperties>(fields: P) => shown(Type.Object(fields)).properties

/** A text of an answer, which has no rules. */
export const anyText = (example?: string) => Type.String(given(example))

const shownField = (field: TSchema): TSchema => {
  const { takes, examples, items, properties, personal, ...rest } = field as Record<string, unknown>
  if (personal) return Type.Unsafe({ type: rest.type, examples: [personal === 'ending' ? '•••789' : '•••'] })
  if (properties)
    return Type.Unsafe({ ...shown(field as TObject), ...(isNullable(field) && { type: ['object', 'null'] }) })
  if (items) return Type.Unsafe({ ...rest, items: shownField(items as TSchema) })
  const type = takes === 'money' ? [rest.type].flat().map((t) => (t === 'string' ? 'number' : t)) : [rest.type].flat()
  const kinds = [...new Set(type)]
  const seen = {
    ...rest,
    ...(examples !== undefined && { examples }),
    ...(rest.type !== undefined && { type: kinds.length === 1 ? kinds[0] : kinds }),
  }
  return Type.Unsafe(takes === 'moment' ? { ...seen, format: 'date-time' } : seen)
}

const string = (rules: Record<string, unknown>) => Type.Unsafe<string>({ type: 'string', ...rules })
const given = (example: string | undefined) => (example === undefined ? {} : { examples: [example] })
