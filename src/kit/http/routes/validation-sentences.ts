import type { ErrorObject } from 'ajv'
import type { FieldFaults } from '../../errors.ts'
import type { Words } from '../../words/words.ts'
import { momentOf, skippedTime } from './formats.ts'

/** All wrong fields with the sentence of the broken rule: `travelers.0.name` → sentences. */
export function faultsOf(errors: readonly Partial<ErrorObject>[]): FieldFaults {
  const faults = new Map<string, Words[]>()
  for (const error of errors.slice(0, MOST)) {
    const sentence = sentenceOf(error)
    const at = fieldOf(error)
    // An empty text breaks further rules; that it is empty says enough.
    if (error.data === '' && faults.has(at)) continue
    if (sentence) faults.set(at, [...(faults.get(at) ?? []), sentence])
  }
  return Object.fromEntries(faults)
}

// Limits the size of the answer to a body with very many faults.
const MOST = 300

const fieldOf = ({ instancePath = '', params = {} }: Partial<ErrorObject>) => {
  const inner = params.missingProperty ?? params.additionalProperty
  const path = [...instancePath.split('/').slice(1), ...(inner === undefined ? [] : [inner])]
  return path.map((part) => String(part).replace(/~1/g, '/').replace(/~0/g, '~')).join('.') || 'body'
}

const sentenceOf = ({ keyword = '', params = {}, parentSchema, data }: Partial<ErrorObject>): Words | undefined => {
  if (keyword === 'format' && params.format === 'day' && data === '') return ['請填日期。', 'Give the day.']
  if (keyword === 'format') return formatSentences[params.format] ?? ['格式不正確。', 'Invalid format.']
  if (keyword === 'takes' && isMoment(parentSchema, data)) return skippedTime
  if (keyword === 'takes')
    return takesSentences[String((parentSchema as { takes?: string })?.takes)] ?? takesSentences.money
  if (keyword === 'pattern') return likeExample(parentSchema)
  return keywordSentences[keyword]?.(params) ?? ['不符合規則。', 'Does not meet the rule.']
}

// An instant in a valid form is refused because summer time of the installation skips it.
const isMoment = (schema: Partial<ErrorObject>['parentSchema'], data: unknown) =>
  (schema as { takes?: string })?.takes === 'moment' && typeof data === 'string' && momentOf(data, 'UTC') !== undefined

// People see an example; the pattern is for programs, which find it in the API document.
const likeExample = (schema: Partial<ErrorObject>['parentSchema']): Words => {
  const [example] = (schema as { examples?: unknown[] })?.examples ?? []
  return example === undefined
    ? ['格式不正確。', 'Invalid format.']
    : [`格式不正確，例如 ${example}。`, `Invalid format; valid is, for example, ${example}.`]
}

// The most values that a refusal lists. Of a longer list it gives the number of the others.
const MOST_VALUES = 60

type Params = Record<string, unknown>
const types: Record<string, Words> = {
  string: ['文字', 'text'],
  number: ['數字', 'a number'],
  integer: ['整數', 'a whole number'],
  boolean: ['是或否', 'yes or no (true or false)'],
  object: ['物件', 'an object'],
  array: ['陣列', 'an array'],
  null: ['null', 'null'],
}
const typeNames = (type: unknown): Words => {
  const names = [type]
    .flat()
    .map(String)
    .map((name) => types[name] ?? [name, name])
  return [names.map(([zh]) => zh).join('或'), names.map(([, en]) => en).join(' or ')]
}

const keywordSentences: Record<string, (params: Params) => Words> = {
  required: () => ['此欄位必填。', 'This field is required.'],
  additionalProperties: () => ['沒有這個欄位；請檢查拼字。', 'There is no such field here; check the spelling.'],
  setByService: () => [
    '這個欄位由系統填寫：請不要送出，或照目前的值送回。',
    'The service sets this field: leave it out, or send it back as it is now.',
  ],
  personal: () => [
    '這是遮住後的樣子：不更改就不要送出，要更改請填完整的內容。',
    'This is only how the value is shown: leave it out to keep it, or give the whole value.',
  ],
  type: ({ type }) => {
    const [zh, en] = typeNames(type)
    return [`必須是${zh}。`, `Must be ${en}.`]
  },
  enum: ({ allowedValues }) => {
    const all = (allowedValues as unknown[]).filter((value) => value !== null)
    const [values, left] = [all.slice(0, MOST_VALUES).join(', '), all.length - MOST_VALUES]
    if (left <= 0) return [`必須是其中之一：${values}。`, `Must be one of: ${values}.`]
    return [`必須是其中之一：${values}，另有 ${left} 個。`, `Must be one of: ${values}, and ${left} more.`]
  },
  minLength: ({ limit }) =>
    limit === 1 ? ['不可空白。', 'Must not be empty.'] : [`至少 ${limit} 個字元。`, `At least ${limit} characters.`],
  maxLength: ({ limit }) => [`最多 ${limit} 個字元。`, `At most ${limit} characters.`],
  minimum: ({ limit }) => [`不可小於 ${limit}。`, `Not below ${limit}.`],
  maximum: ({ limit }) => [`不可大於 ${limit}。`, `Not above ${limit}.`],
  minItems: ({ limit }) => [`至少 ${limit} 項。`, `At least ${limit} entries.`],
  maxItems: ({ limit }) => [`最多 ${limit} 項。`, `At most ${limit} entries.`],
  uniqueItems: () => ['不可重複。', 'Entries must differ.'],
  minProperties: () => ['至少要有一個欄位。', 'Give at least one field.'],
  maxProperties: ({ limit }) => [`最多 ${limit} 個欄位。`, `At most ${limit} fields.`],
  const: ({ allowedValue }) => [`必須是 ${allowedValue}。`, `Must be ${allowedValue}.`],
}

const formatSentences: Record<string, Words> = {
  text: ['不可空白，也不可含控制字元。', 'Must not be blank nor hold control characters.'],
  line: [
    '須為一行看得見的文字，不可空白，也不可含控制字元或看不見的字元。',
    'One line of text, not blank, without control characters or invisible ones.',
  ],
  query: ['不可含控制字元。', 'No control characters.'],
  mail: ['須為電子郵件地址，例如 mei@example.com。', 'Must be an email address such as mei@example.com.'],
  link: ['須為 http(s) 網址。', 'Must be an http(s) address.'],
  day: ['須為真實日期，格式 YYYY-MM-DD。', 'Must be a real date, YYYY-MM-DD.'],
  scheduled: [
    '須為當地時間，例如 2027-01-28T09:30，或帶時差的 ISO 8601 時間。',
    'A local time such as 2027-01-28T09:30, or an ISO 8601 instant with its offset.',
  ],
  currency: ['須為 ISO 4217 幣別代碼，例如 TWD。', 'Must be an ISO 4217 currency code such as TWD.'],
  timezone: ['須為 IANA 時區，例如 Asia/Taipei。', 'Must be an IANA time zone such as Asia/Taipei.'],
  'tax-id': [
    '檢查碼不符，可能有一碼打錯；請對照公司登記再輸入。',
    'The check digit does not fit, so a digit is probably wrong: compare it with the company registration.',
  ],
}

const takesSentences: Record<string, Words> & { money: Words } = {
  money: [
    '須為 0 到 9999999999.99 的金額，最多兩位小數。',
    'An amount from 0 to 9999999999.99 with at most two decimals.',
  ],
  rate: [
    '須為大於 0 的匯率，整數最多六位、小數最多八位。',
    'A rate above 0 with at most six digits before the point and eight after it.',
  ],
  moment: [
    '須為 ISO 8601 時間，例如 2027-01-28T19:30:00+08:00。',
    'An ISO 8601 instant such as 2027-01-28T19:30:00+08:00.',
  ],
  json: ['JSON 過深、過大，或含無法儲存的文字。', 'JSON too deep, too large, or with text that cannot be stored.'],
}
