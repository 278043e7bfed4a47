import type { Schema } from './schema.ts'

/** Converts our keywords and formats (`takes`, `line`, `personal` …) to standard JSON Schema ones, or to a description. */
export const standard = (schema: Schema): Schema => {
  const { takes, format, personal, description, ...rest } = schema
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

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const inside = (keyword: string, value: unknown): unknown => {
  if (keyword === 'properties' && isSchema(value))
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, standard(field as Schema)]))
  if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(keyword) && Array.isArray(value)) return value.map(standard)
  if (['items', 'additionalProperties', 'not'].includes(keyword) && isSchema(value)) return standard(value)
  return value
}
