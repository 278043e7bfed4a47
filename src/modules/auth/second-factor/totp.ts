import { createHmac, timingSafeEqual } from 'node:crypto'
import { base32 } from '../../../kit/secrets/base32.ts'

// RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, a new code every thirty seconds.
const PERIOD = 30
const DIGITS = 6
/** The clock of a phone may be one period fast or slow. */
const DRIFT = 1

export const SECRET_BYTES = 20

/** The counter of the code if it is right and newer than the last accepted one. */
export function acceptedCounter(secret: Buffer, code: string, { seconds, last }: { seconds: number; last: number }) {
  const now = Math.floor(seconds / PERIOD)
  const counters = Array.from({ length: 2 * DRIFT + 1 }, (_, n) => now - DRIFT + n)
  // All counters are compared, so that the duration does not reveal which one matched.
  const right = counters.filter((counter) => isSame(codeAt(secret, counter), code))
  return right.find((counter) => counter > last)
}

export function codeAt(secret: Buffer, counter: number) {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const digest = createHmac('sha1', secret).update(message).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The content of the QR code for an authenticator app. */
export function otpauthUri(secret: Buffer, email: string) {
  return `otpauth://totp/${ISSUER}:${encodeURIComponent(email)}?secret=${base32(secret)}&issuer=${ISSUER}&algorithm=SHA1&digits=${DIGITS}&period=${PERIOD}`
}

const ISSUER = 'Guidon'

const isSame = (right: string, code: string) =>
  right.length === code.length && timingSafeEqual(Buffer.from(right), Buffer.from(code))
