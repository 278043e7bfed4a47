import { type FieldFaults, Refusal, unavailable } from '../errors.ts'
import type { Words } from '../words/words.ts'

/** Turns an error of PostgreSQL into a refusal that names the field. Returns undefined for an error that is a bug. */
export function refusalOf(error: unknown): Refusal | undefined {
  const { code = '', constraint = '', detail = '' } = error as DatabaseError
  if (refusals.has(constraint)) return refusals.get(constraint)?.(error as DatabaseError)
  if (code === '23505')
    return new Refusal('duplicate', { errors: perField(detail, ['此值已被使用。', 'This value is taken already.']) })
  if (code === '23503' && /is not present/.test(detail))
    return new Refusal('invalid_input', { errors: perField(detail, ['沒有這筆資料。', 'There is no such record.']) })
  if (code === '23503') return new Refusal('in_use')
  // A sum that no check of a field has refused before.
  if (code === '22003') return new Refusal('invalid_input', { errors: { body: [tooHigh] } })
  return isOutage(error as DatabaseError) ? unavailable() : undefined
}

/** Registers the refusal for a violated constraint. Each module registers its own constraints. */
export function constraint(name: string, field: string, ...words: Words[]) {
  return refusals.set(name, () => new Refusal('invalid_input', { errors: { [field]: words } }))
}
export function constraintRefusal(name: string, refusal: (error: DatabaseError) => Refusal) {
  return refusals.set(name, refusal)
}

/**
 * Whether the connection must be discarded, because the fault is not in the statement: the server closed it, does not answer or
 * accepts no more writes, or a cached plan is older than a change of its table.
 */
export function isConnectionUnusable(error: unknown) {
  return (
    isSilence(error) || isOutdatedPlan(error) || isConnectionLost(error) || (error as DatabaseError).code === '25006'
  )
}

/** Whether the server or the network closed the connection. */
export function isConnectionLost(error: unknown) {
  const { code = '', message = '' } = error as DatabaseError
  return /^(08|57P0)/.test(code) || ['ECONNRESET', 'EPIPE'].includes(code) || /terminated|not queryable/.test(message)
}

/** A prepared statement whose result has other columns since a migration; its connection cannot prepare it again. */
export function isOutdatedPlan(error: unknown) {
  return (error as DatabaseError).code === '0A000'
}

/** The statement was sent with the name of a prepared statement whose preparation failed. */
export function isUnprepared(error: unknown) {
  return (error as DatabaseError).code === '26000'
}

/** Whether the database sent nothing within the longest time that an answer may take. */
export function isSilence(error: unknown) {
  return (error as DatabaseError).code === 'SILENT'
}

type DatabaseError = {
  code?: string
  constraint?: string
  column?: string
  detail?: string
  message?: string
  syscall?: string
}
const refusals = new Map<string, (error: DatabaseError) => Refusal>()
const tooHigh = ['數字過大，超過可記錄的範圍。', 'A number is too large to be stored: enter a smaller one.'] as const

// `Key (lower(email), role)=(…)` names the columns; functions around them are removed.
const perField = (detail: string, words: Words): FieldFaults => {
  const columns = detail.match(/^Key \((.*?)\)=/)?.[1] ?? ''
  const names = columns.split(', ').map((column) => column.replace(/^\w+\(|\)$/g, '').split('::')[0])
  return Object.fromEntries(names.filter(Boolean).map((name) => [name, [words]]))
}

// Temporary faults, answered with 503: the server is unreachable, overloaded or a standby (25006), a disk is full (the
// server's or this machine's), a timeout expired, or a serialization failure or deadlock remained after all retries.
const isOutage = ({ code = '', message = '', syscall = '' }: DatabaseError) =>
  /^(08|57P|53)/.test(code) ||
  ['57014', '55P03', '25P03', '25006', '40001', '40P01', '0A000'].includes(code) ||
  ['connect', 'getaddrinfo'].includes(syscall) ||
  ['ENOSPC', 'EDQUOT', 'EIO'].includes(code) ||
  ['SILENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
  /connection terminated|not queryable|timeout exceeded when trying to connect|timeout expired/i.test(message)
