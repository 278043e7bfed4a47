import type { Words } from '../../words/words.ts'

/** A JSON schema, as far as this folder reads it. */
export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  examples?: unknown[]
  description?: string
  format?: string
  label?: Words
  pattern?: string
  maxLength?: number
  minimum?: number
  /** All other keywords, including our own. */
  [keyword: string]: unknown
}

/** Converts our keywords and formats (`takes`, `width`, `line`, `personal` …) to standard JSON Schema ones, or to a description. */
export function standard(schema: Schema): Schema {
  const { takes, width: _width, format, personal, description, label: _, ...others } = schema
  const { megabytes: _most, isPublicPicture: _public, written: _written, ...rest } = others
  const meant = { ...(formats[String(format)] ?? (format ? { format } : {})), ...spellings[String(takes)] }
  const said = [description, meant.description, personal && sealedWords].filter(Boolean).join(' ')
  return {
    ...Object.fromEntries(Object.entries(rest).map(([keyword, value]) => [keyword, inside(keyword, value)])),
    ...meant,
    ...(said && { description: said }),
  }
}

const sealedWords = '個人資料：加密保存，回答時遮罩。Personal data: sealed, and masked in answers.'

const formats: Record<string, Schema> = {
  line: {},
  text: {},
  query: {},
  day: { format: 'date' },
  mail: { format: 'email' },
  link: { format: 'uri' },
  currency: { description: 'ISO 4217 幣別代碼。ISO 4217 currency code.' },
  timezone: { description: 'IANA 時區。IANA time zone.' },
  'tax-id': { description: '統一編號，檢查碼須正確。A Taiwanese tax ID with the right check digit.' },
  scheduled: {
    description: '當地時間；有時差則為時間點。The time on the spot; with an offset it is an instant.',
  },
}

const spellings: Record<string, Schema> = {
  money: {
    minimum: 0,
    maximum: 9_999_999_999.99,
    pattern: '^[0-9]{1,10}(\\.[0-9]{1,2})?$',
    description: '金額：數字或十進位文字，最多兩位小數。An amount: a number or a decimal string, at most two places.',
  },
  rate: {
    exclusiveMinimum: 0,
    pattern: '^[0-9]{1,6}(\\.[0-9]{1,8})?$',
    description: '匯率：數字或十進位文字，最多八位小數。A rate: a number or a decimal string, at most eight places.',
  },
  moment: {
    format: 'date-time',
    description:
      '時間點；沒有時差則以服務的時區計。An instant; without an offset it is in the time zone of the service.',
  },
  json: { description: '自由格式的 JSON。JSON of any form.' },
}

const written = [...Object.values(formats), ...Object.values(spellings)].flatMap(({ description }) => description ?? [])
/** The descriptions that tell how a value is written, and nothing of what it means. */
export const formatWords: ReadonlySet<string> = new Set([
  ...written,
  sealedWords,
  ...written.map((words) => `${words} ${sealedWords}`),
])

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const inside = (keyword: string, value: unknown): unknown => {
  if (keyword === 'properties' && isSchema(value))
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, standard(field as Schema)]))
  if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(keyword) && Array.isArray(value)) return value.map(standard)
  if (['items', 'additionalProperties', 'not'].includes(keyword) && isSchema(value)) return standard(value)
  return value
}

/** An example of a schema, built from the examples of its fields; `undefined` if there is none. */
export function exampleOf(schema: Schema): unknown {
  const { examples, enum: values, anyOf, type } = schema
  if (examples) return examples[0]
  if ('const' in schema) return schema.const
  if (values) return values[0]
  if (anyOf?.[0]) return exampleOf(anyOf[0])
  return byType[String([type].flat()[0])]?.(schema)
}

const byType: Record<string, (schema: Schema) => unknown> = {
  object: ({ properties = {} }) =>
    Object.fromEntries(
      Object.entries(properties)
        .map(([name, field]) => [name, exampleOf(field)])
        .filter(([, example]) => example !== undefined),
    ),
  array: ({ items }) => {
    const example = items && exampleOf(items)
    return example === undefined ? [] : [example]
  },
  string: ({ pattern, maxLength }) => (pattern ? undefined : '文字'.slice(0, maxLength)),
  integer: ({ minimum = 1 }) => minimum,
  number: ({ minimum = 1 }) => minimum,
  boolean: () => true,
}

/** Stores a schema under the first free name, or finds an equal one; returns a `$ref` to it. */
export type NameSchema = (schema: Schema, ...names: string[]) => Schema

export function namedSchemas(schemas: Record<string, Schema>): NameSchema {
  const known = new Map<string, string>()
  return (schema, ...names) => {
    if (!schema.properties) return schema
    const text = JSON.stringify(schema)
    const name = known.get(text) ?? names.find((name) => !(name in schemas))
    if (!name) return schema
    schemas[name] ??= schema
    known.set(text, name)
    return { $ref: `#/components/schemas/${name}` }
  }
}
