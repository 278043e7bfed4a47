import { refuseField } from '../errors.ts'

/** Where a reader stands in a list: the sort it was made for, and the keys of the last row it saw. */
export const writeCursor = (sort: string, keys: unknown[]) =>
  Buffer.from(JSON.stringify([sort, ...keys])).toString('base64url')

export const readCursor = (cursor: string, sort: string, length: number): unknown[] => {
  const [madeFor, ...keys] = parsed(cursor)
  if (madeFor !== sort || keys.length !== length || !keys.every(isPlain)) return refuseCursor()
  return keys
}

const parsed = (cursor: string): unknown[] => {
  try {
    const value = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(value) ? value : refuseCursor()
  } catch {
    return refuseCursor()
  }
}

const isPlain = (value: unknown) =>
  value === null ||
  ['boolean', 'number'].includes(typeof value) ||
  (typeof value === 'string' && /^[^\0]{0,500}$/s.test(value) && value.isWellFormed())

const refuseCursor = () =>
  refuseField('cursor', [
    '請使用前一頁 meta.next_cursor 的值，且排序與篩選不變。',
    'Use the value of meta.next_cursor with the same sort and filters.',
  ])
