import type { TSchema } from 'typebox'
import { refuseField } from '../errors.ts'
import { isNullable } from '../fields.ts'
import { isDay, momentOf } from '../http/routes/formats.ts'
import type { Key } from './order.ts'

/** A cursor: the sort order it was made for, and the sort keys of the last row that was shown. */
export const writeCursor = (sort: string, keys: unknown[]) =>
  Buffer.from(JSON.stringify([sort, ...keys])).toString('base64url')

export const readCursor = (cursor: string, sort: string, keys: Key[]): unknown[] => {
  const [madeFor, ...values] = parsed(cursor)
  const isOurs = madeFor === sort && values.length === keys.length
  return isOurs && keys.every(({ schema }, i) => couldBe(schema, values[i])) ? values : refuseCursor()
}

const parsed = (cursor: string): unknown[] => {
  try {
    const value = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(value) ? value : refuseCursor()
  } catch {
    return refuseCursor()
  }
}

// Whether PostgreSQL can compare the value with the column. Any other value is refused before the query.
const couldBe = (schema: TSchema, value: unknown): boolean => {
  const { type, format, takes } = schema as { type?: string | string[]; format?: string; takes?: string }
  const isA = (kind: string) => [type].flat().includes(kind)
  if (value === null) return isNullable(schema)
  if (typeof value === 'boolean') return isA('boolean')
  if (typeof value === 'number')
    return isA('number') || (isA('integer') && Math.abs(value) < 2 ** 31 && value % 1 === 0)
  if (typeof value !== 'string' || !isA('string') || isA('number')) return false
  if (takes === 'moment') return momentOf(value, 'UTC') !== undefined
  return format === 'day' ? isDay(value) : value.isWellFormed() && !value.includes('\0')
}

const refuseCursor = () =>
  refuseField('cursor', [
    '請使用前一頁 meta.next_cursor 的值，且排序與篩選不變。',
    'Use the value of meta.next_cursor with the same sort and filters.',
  ])
