import { Temporal } from 'temporal-polyfill'
import { isTaxId } from '../../tax-id.ts'
import type { Words } from '../../words/words.ts'

// Values that PostgreSQL would refuse are refused here, with an error at their field.

const CONTROL = /(?![\n\r\t])[\p{Cc}\p{Zl}\p{Zp}]/u
// Invisible characters, and those that make a name look like another one: zero-width spaces, direction marks, the replacement
// character. Joiners and variation selectors are parts of emojis and of some scripts, but not a name by themselves.
const INVISIBLE =
  /\u034F|\u17B4|\u17B5|[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFD]/
const filled = (value: string) =>
  value.isWellFormed() && /[^\s\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFD]/u.test(value)

export const formats: Record<string, (value: string) => boolean> = {
  text: (value) => filled(value) && !CONTROL.test(value),
  // Spaces around the text are removed (`takes: 'line'`), so that a byte order mark at the beginning of a pasted file does no harm.
  line: (value) => filled(value) && !CONTROL.test(value) && !/[\r\n\t]/.test(value) && !INVISIBLE.test(value.trim()),
  query: (value) => value.isWellFormed() && !CONTROL.test(value),
  mail: (value) =>
    /^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/.test(
      value,
    ),
  link: (value) => /^https?:\/\/[^\s]+$/.test(value) && filled(value) && !CONTROL.test(value) && URL.canParse(value),
  day: (value) => isDay(value),
  scheduled: (value) => momentOf(value, 'UTC') !== undefined,
  currency: (value) => currencies.has(value),
  timezone: (value) => isZone(value),
  // What is not eight digits is told by its pattern.
  'tax-id': (value) => isTaxId(value) || !/^[0-9]{8}$/.test(value),
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

export function isDay(value: string) {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(value)) return false
  return refuses(() => Temporal.PlainDate.from(value, { overflow: 'reject' })) === false
}
const isZone = (value: string) =>
  /^[A-Za-z]+(\/[A-Za-z0-9_+-]+)*$/.test(value) &&
  refuses(() => new Intl.DateTimeFormat('en', { timeZone: value })) === false

/** Whether a local time does not exist in a zone, because summer time skips it. */
export function isSkipped(value: string, zone: string) {
  const local = LOCAL.exec(value)?.[1]
  if (!local || momentOf(value, 'UTC') === undefined) return false
  const written = Temporal.PlainDateTime.from(local.replace(' ', 'T'))
  return !written.toZonedDateTime(zone).toPlainDateTime().equals(written)
}
const LOCAL = /^(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)$/

export const skippedTime: Words = [
  '當地沒有這個時間：時鐘在這時往前撥（夏令時間）；請改填撥鐘之後的時間。',
  'There is no such local time: the clocks go forward over it. Give a time after the change.',
]

/** The instant in UTC, or `undefined` if the text is not an instant. */
export function momentOf(value: string, zone: string): string | undefined {
  const written = /^((?:19|20|21)\d\d-\d\d-\d\d[T ]\d\d:\d\d(?::[0-5]\d(?:\.\d{1,6})?)?)(Z|[+-]\d\d:\d\d)?$/.exec(value)
  if (!written?.[1]) return undefined
  try {
    const local = Temporal.PlainDateTime.from(written[1].replace(' ', 'T'), { overflow: 'reject' })
    const instant = written[2]
      ? Temporal.Instant.from(`${local}${written[2]}`)
      : local.toZonedDateTime(zone).toInstant()
    return instant.toString()
  } catch {
    return undefined
  }
}

/** The number, or `undefined` if the value is not an amount with at most two decimal places. */
export function moneyOf(value: unknown): number | undefined {
  const digits = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
  return /^\d{1,10}(\.\d{1,2})?$/.test(digits) ? Number(digits) : undefined
}

/** The number, or `undefined` if the value is not a rate above 0 with at most six digits before and eight after the point. */
export function rateOf(value: unknown): number | undefined {
  const digits = typeof value === 'number' ? plainDigits(value) : typeof value === 'string' ? value : ''
  return /^\d{1,6}(\.\d{1,8})?$/.test(digits) && /[1-9]/.test(digits) ? Number(digits) : undefined
}

// JavaScript writes numbers below 0.000001 with an exponent.
const plainDigits = (value: number) => (Number(value.toFixed(8)) === value ? value.toFixed(8) : String(value))

const MOST_JSON = 16_384

/** Whether free JSON can be stored: all texts in it are valid for PostgreSQL, and it has at most 16 KB. */
export function isStorableJson(value: unknown) {
  return Buffer.byteLength(JSON.stringify(value)) <= MOST_JSON && isStorable(value)
}

const isStorable = (value: unknown, depth = 5): boolean => {
  if (depth === 0) return false
  if (typeof value === 'string') return value.length <= 2_000 && value.isWellFormed() && !value.includes('\0')
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  const pairs = Object.entries(value)
  return pairs.length <= 100 && pairs.every(([key, inner]) => isStorable(key, 2) && isStorable(inner, depth - 1))
}

const refuses = (does: () => unknown) => {
  try {
    does()
    return false
  } catch {
    return true
  }
}
