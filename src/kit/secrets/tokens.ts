import { hash, randomBytes } from 'node:crypto'

/** A new token of a session or a link. Its holder gets the token; the database keeps only the hash. */
export function newToken(prefix = '') {
  const token = `${prefix}${randomBytes(32).toString('base64url')}`
  return { token, token_hash: hashOf(token) }
}

export function hashOf(token: string) {
  return hash('sha256', token, 'buffer')
}
