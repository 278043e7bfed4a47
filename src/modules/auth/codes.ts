import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { type ColumnType, type Generated, sql } from 'kysely'
import { Type } from 'typebox'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { base32 } from '../../kit/secrets/base32.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { resealing } from '../../kit/secrets/rotation.ts'

/** The kinds of second factors. Passkeys and the operator's own single sign-on may be added. */
export const kinds = ['totp'] as const
/** The methods to answer a challenge. */
export const methods = [...kinds, 'recovery_code'] as const
type Method = (typeof methods)[number]

/** Six digits of an authenticator app, or a recovery code. */
export const code = Type.Unsafe<string>({
  type: 'string',
  pattern: '^([0-9]{6}|[A-Za-z2-7]{4}(-?[A-Za-z2-7]{4}){3})$',
  writeOnly: true,
  examples: ['492039'],
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    second_factors: Stamps & {
      user_id: number
      kind: (typeof kinds)[number]
      sealed: Buffer
      last_counter: Generated<number>
      confirmed_at: ColumnType<string | null, unknown, unknown>
    }
    recovery_codes: {
      id: Generated<number>
      user_id: number
      code_hash: Buffer
      created_at: Generated<string>
    }
  }
}

/** The methods by which an account may answer a challenge; empty if sign-in requires no second factor. */
export async function methodsOf(tx: Tx, user_id: number): Promise<Method[]> {
  const factors = await confirmedFactors(tx, user_id)
  if (!factors.length) return []
  const code = await tx.selectFrom('recovery_codes').select('id').where('user_id', '=', user_id).executeTakeFirst()
  return [...factors.map(({ kind }) => kind), ...(code ? (['recovery_code'] as const) : [])]
}

export function confirmedFactors(db: Db, user_id: number) {
  return db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute()
}

/** The method that a code belongs to, or undefined if it is wrong or was used before. Uses the code up. The account must be locked. */
export async function provenBy(tx: Tx, keys: Keys, user_id: number, code: string): Promise<Method | undefined> {
  if (code.length > 6) return (await useRecoveryCode(tx, user_id, code)) ? 'recovery_code' : undefined
  for (const factor of await confirmedFactors(tx, user_id)) if (await isAccepted(tx, keys, factor, code)) return 'totp'
  return undefined
}

type Factor = { id: number; user_id: number; sealed: Buffer; last_counter: number }

/** Whether a code is right and newer than the last accepted one. If so, records it as the last accepted one. */
export async function isAccepted(tx: Tx, keys: Keys, { id, user_id, sealed, last_counter }: Factor, code: string) {
  const secret = keys.open(PURPOSE, sealed, `${user_id}`)
  const counter = acceptedCounter(secret, code, { seconds: await secondsNow(tx), last: last_counter })
  if (counter === undefined) return false
  await tx.updateTable('second_factors').set({ last_counter: counter }).where('id', '=', id).execute()
  return true
}

// Seconds since 1970 by the clock of the database, which is the same for all processes.
const secondsNow = async (db: Db) => {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from clock_timestamp())::double precision as seconds`.execute(db)
  return rows[0]?.seconds ?? 0
}

/** Generates a new secret. Sign-in does not require it until it is confirmed with a code. */
export async function drawSecret(tx: Tx, keys: Keys, user_id: number) {
  const secret = randomBytes(SECRET_BYTES)
  const sealed = keys.seal(PURPOSE, secret, `${user_id}`)
  await tx
    .insertInto('second_factors')
    .values({ user_id, kind: 'totp', sealed, confirmed_at: null })
    .onConflict((earlier) => earlier.columns(['user_id', 'kind']).doUpdateSet({ sealed, last_counter: 0 }))
    .execute()
  return secret
}

const PURPOSE = 'second factor'
export const secondFactorRotation = resealing('second_factors', 'sealed', { purpose: PURPOSE, bound: 'user_id' })

// RFC 6238 with the parameters that every authenticator app supports: SHA-1, six digits, a new code every thirty seconds.
const SECRET_BYTES = 20
const PERIOD = 30
const DIGITS = 6
/** The clock of a phone may be one period fast or slow. */
const DRIFT = 1

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

const isSame = (right: string, code: string) =>
  right.length === code.length && timingSafeEqual(Buffer.from(right), Buffer.from(code))

/** The content of the QR code for an authenticator app. */
export function otpauthUri(secret: Buffer, email: string) {
  return `otpauth://totp/${ISSUER}:${encodeURIComponent(email)}?secret=${base32(secret)}&issuer=${ISSUER}&algorithm=SHA1&digits=${DIGITS}&period=${PERIOD}`
}

const ISSUER = 'Guidon'

const RECOVERY_CODES = 10
/** 80 bits, so that nobody finds a code from its hash by trying. */
const RECOVERY_BYTES = 10

/** Replaces all recovery codes by new ones. They are shown only here; only their hashes are stored. */
export async function renewRecoveryCodes(tx: Tx, user_id: number) {
  await endRecoveryCodes(tx, user_id)
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(RECOVERY_BYTES)))
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id, code_hash: hashOfCode(code) })))
    .execute()
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
}

// Consumes a code; of two simultaneous uses one fails.
const useRecoveryCode = async (tx: Tx, user_id: number, code: string) => {
  const used = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', user_id)
    .where('code_hash', '=', hashOfCode(code))
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

export function endRecoveryCodes(tx: Tx, user_id: number) {
  return tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
}

const hashOfCode = (code: string) => hash('sha256', code.replaceAll('-', '').toUpperCase(), 'buffer')
