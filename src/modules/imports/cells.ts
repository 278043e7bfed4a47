import { Temporal } from 'temporal-polyfill'
import type { TSchema } from 'typebox'
import type { Cell } from '../../kit/files/workbook.ts'
import type { Words } from '../../kit/words/words.ts'

/** What the codes of a column are called, if they have words. */
export type CodeWords = (code: string) => Words | undefined

type Field = { type?: string | string[]; format?: string; takes?: string; enum?: (string | null)[] }

/**
 * The text of a cell in the form that the field takes: `115/03/05` becomes `2026-03-05`, `39,900` becomes `39900`, `女` becomes `female`.
 * What cannot be read stays as it was written, and is then refused by the schema of the field.
 */
export function readCell({ text, is }: Cell, schema: TSchema, words: CodeWords | undefined, startsIn1904: boolean) {
  const { type, format, takes, enum: codes } = schema as Field
  const written = withoutApostrophe(text.trim())
  const plain = written.normalize('NFKC').trim()
  const isA = (kind: string) => [type].flat().includes(kind)
  if (codes) return codeOf(written, codes, words) ?? written
  if (format === 'day') return dayOf(plain, startsIn1904) ?? written
  if (format === 'scheduled') return momentOf(plain, startsIn1904)?.slice(0, 16) ?? written
  if (takes === 'moment') return momentOf(plain, startsIn1904) ?? written
  if (takes === 'money' || takes === 'rate') return amountOf(plain)
  if (isA('integer') || isA('number')) return is === 'number' ? plain : plain.replaceAll(',', '')
  if (isA('boolean')) return flagOf(plain) ?? written
  return written
}

// An export puts an apostrophe before what a spreadsheet would take for a formula.
export function withoutApostrophe(text: string) {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}

const codeOf = (text: string, codes: readonly (string | null)[], words: CodeWords | undefined) => {
  const same = asWord(text)
  return codes.find(
    (code) => code !== null && [code, ...(words?.(code) ?? [])].some((called) => asWord(called) === same),
  )
}
/** A word as words are compared. */
export function asWord(text: string) {
  return text.normalize('NFKC').trim().toLowerCase()
}

const amountOf = (text: string) => text.replace(/^(NT\$|NTD|TWD|\$)\s*/i, '').replaceAll(',', '')

const flagOf = (text: string) => {
  if (/^(true|yes|y|1|v|是|有|✓|✔|○)$/i.test(text)) return 'true'
  if (/^(false|no|n|0|x|否|無|沒有)$/i.test(text)) return 'false'
  return undefined
}

/** A day as people and spreadsheets write it: `2026-03-05`, `2026/3/5`, `2026年3月5日`, `115/03/05`, `民國115年3月5日`, `20260305`, `46086`. */
export function dayOf(text: string, startsIn1904 = false): string | undefined {
  const serial = /^(\d{5})(?:\.\d+)?$/.exec(text)
  if (serial) return dayOfSerial(Number(serial[1]), startsIn1904)
  const parts =
    /^(?:民國)?\s*(\d{2,4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/.exec(text) ??
    /^(\d{3,4})(\d\d)(\d\d)$/.exec(text)
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number)
  return isoDay(year < 1000 ? year + FIRST_YEAR_OF_THE_REPUBLIC : year, month, day)
}

// The year 115 of the Republic is 2026. Years of two digits are of the Republic too, as in birth dates.
const FIRST_YEAR_OF_THE_REPUBLIC = 1911

const isoDay = (year: number, month: number, day: number) => {
  try {
    return String(Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }))
  } catch {
    return undefined
  }
}

// Excel counts days from 1900, which it takes for a leap year; so the count that is right from March 1900 on begins on 30 December 1899.
const dayOfSerial = (days: number, startsIn1904: boolean) =>
  String(Temporal.PlainDate.from(startsIn1904 ? '1904-01-01' : '1899-12-30').add({ days }))

/** A moment as people and spreadsheets write it: a day with a time of 12 or 24 hours, a day alone, or a number of days with a fraction. */
export function momentOf(text: string, startsIn1904 = false): string | undefined {
  const [, days, fraction = '0'] = /^(\d{5})(\.\d+)?$/.exec(text) ?? []
  if (days !== undefined) {
    const seconds = Math.round(Number(`0${fraction}`) * 86_400)
    return `${Temporal.PlainDateTime.from(dayOfSerial(Number(days), startsIn1904)).add({ seconds })}`
  }
  const at = text.search(/[T\s]/)
  const [day, time] = at < 0 ? [text, '00:00'] : [text.slice(0, at), text.slice(at + 1).trim()]
  const [, before = '', hour, minute, second = '00', after = ''] =
    /^(上午|下午|AM|PM)?\s?(\d{1,2}):(\d\d)(?::(\d\d))?\s?(AM|PM)?$/i.exec(time) ?? []
  const date = dayOf(day)
  if (!date || hour === undefined) return undefined
  return `${date}T${hourOf(Number(hour), before || after)}:${minute}:${second}`
}

const hourOf = (hour: number, half: string) => {
  const isAfternoon = /下午|pm/i.test(half)
  const counted = half ? (hour % 12) + (isAfternoon ? 12 : 0) : hour
  return String(counted).padStart(2, '0')
}
