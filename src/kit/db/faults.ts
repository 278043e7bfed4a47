import { type FieldFaults, Refusal, unavailable } from '../errors.ts'
import type { Words } from '../words/words.ts'

/** PostgreSQL decides conflicts; here its answer becomes a refusal that names the field. Anything else is our mistake. */
export const refusalOf = (error: unknown): Refusal | undefined => {
  const { code = '', constraint = '', detail = '' } = error as DatabaseError
  if (told.has(constraint)) return told.get(constraint)?.()
  if (code === '23505')
    return new Refusal('duplicate', { errors: perField(detail, ['此值已被使用。', 'This value is taken already.']) })
  if (code === '23503' && /is not present/.test(detail))
    return new Refusal('invalid_input', { errors: perField(detail, ['沒有這筆資料。', 'There is no such record.']) })
  if (code === '23503') return new Refusal('in_use')
  return isOutage(error as DatabaseError) ? unavailable() : undefined
}

/** A module says once what the breach of one of its constraints means. */
export const constraint = (name: string, field: string, ...words: Words[]) =>
  told.set(name, () => new Refusal('invalid_input', { errors: { [field]: words } }))
export const constraintRefusal = (name: string, refusal: () => Refusal) => told.set(name, refusal)

/**
 * The connection is at fault, not the statement: the server left, fell silent or takes no more writes, or a plan outlived
 * a change of its table.
 */
export const isSpent = (error: unknown) => {
  const { code = '', message = '' } = error as DatabaseError
  return (
    isSilence(error) ||
    /^57P0/.test(code) ||
    ['0A000', '25006', 'ECONNRESET', 'EPIPE'].includes(code) ||
    /terminated|not queryable/.test(message)
  )
}

/** Nothing was heard in all the time that an answer may take. */
export const isSilence = (error: unknown) => (error as DatabaseError).code === 'SILENT'

type DatabaseError = { code?: string; constraint?: string; detail?: string; message?: string; syscall?: string }
const told = new Map<string, () => Refusal>()

// `Key (lower(email), role)=(…)` names the columns; functions around them are taken off.
const perField = (detail: string, words: Words): FieldFaults => {
  const columns = detail.match(/^Key \((.*?)\)=/)?.[1] ?? ''
  const names = columns.split(', ').map((column) => column.replace(/^\w+\(|\)$/g, '').split('::')[0])
  return Object.fromEntries(names.filter(Boolean).map((name) => [name, [words]]))
}

// What passes by itself, or by somebody's making room: the server is away, overloaded or a standby (25006), a disk is
// full (its or ours), a wait was too long, a collision came again and again.
const isOutage = ({ code = '', message = '', syscall = '' }: DatabaseError) =>
  /^(08|57P|53)/.test(code) ||
  ['57014', '55P03', '25P03', '25006', '40001', '40P01', '0A000'].includes(code) ||
  ['connect', 'getaddrinfo'].includes(syscall) ||
  ['ENOSPC', 'EDQUOT', 'EIO'].includes(code) ||
  ['SILENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
  /connection terminated|not queryable|timeout exceeded when trying to connect|timeout expired/i.test(message)
