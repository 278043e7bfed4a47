import { randomBytes } from 'node:crypto'
import { secondsNow } from '../../../kit/clock.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import { resealing } from '../../../kit/secrets/rotation.ts'
import { endChallenges } from './challenges.ts'
import { confirmedFactors } from './queries.ts'
import { endRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import { acceptedCounter, SECRET_BYTES } from './totp.ts'

type Factor = { id: number; user_id: number; sealed: Buffer; last_counter: number }

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

/** The method that a code belongs to, or undefined if it is wrong or was used before. Uses the code up. The account must be locked. */
export async function provenBy(tx: Tx, keys: Keys, user_id: number, code: string) {
  if (code.length > 6) return (await useRecoveryCode(tx, user_id, code)) ? 'recovery_code' : undefined
  for (const factor of await confirmedFactors(tx, user_id)) if (await isAccepted(tx, keys, factor, code)) return 'totp'
  return undefined
}

/** Whether a code is right and newer than the last accepted one. If so, records it as the last accepted one. */
export async function isAccepted(tx: Tx, keys: Keys, { id, user_id, sealed, last_counter }: Factor, code: string) {
  const secret = keys.open(PURPOSE, sealed, `${user_id}`)
  const counter = acceptedCounter(secret, code, { seconds: await secondsNow(tx), last: last_counter })
  if (counter === undefined) return false
  await tx.updateTable('second_factors').set({ last_counter: counter }).where('id', '=', id).execute()
  return true
}

/** Deletes the second factor with its recovery codes and challenges. Returns whether sign-in required it. */
export async function endSecondFactor(tx: Tx, user_id: number) {
  const factors = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', user_id)
    .returning('confirmed_at')
    .execute()
  await endRecoveryCodes(tx, user_id)
  await endChallenges(tx, user_id)
  return factors.some(({ confirmed_at }) => confirmed_at !== null)
}

const PURPOSE = 'second factor'
export const secondFactorRotation = resealing('second_factors', 'sealed', { purpose: PURPOSE, bound: 'user_id' })
