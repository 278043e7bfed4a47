import { hash, randomBytes, randomInt } from 'node:crypto'
import { base32 } from './base32.ts'

/** A new token of a session or a link. Its holder gets the token; the database keeps only the hash. */
export function newToken(prefix = '') {
  const token = `${prefix}${randomBytes(32).toString('base64url')}`
  return { token, token_hash: hashOf(token) }
}

/** A number of 20 letters and digits that nobody guesses, for a system that keeps it for ever. */
export function newNumber() {
  return base32(randomBytes(12))
}

/** A short code that is read from a screen and typed: letters and digits that nobody mistakes for others. */
export function newCode(length: number) {
  return Array.from({ length }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join('')
}
export const CODE_SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

export function hashOf(token: string) {
  return hash('sha256', token, 'buffer')
}
