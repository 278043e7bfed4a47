import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { Refusal, refuse } from '../../../kit/errors.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import { enqueue } from '../../../kit/jobs/jobs.ts'
import { base32 } from '../../../kit/secrets/base32.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import { isPassword } from '../../../kit/secrets/passwords.ts'
import { refuseOver } from '../../../kit/throttle.ts'
import { lockedUser, ownUser } from '../../users/user.ts'
import { accountFingerprint, admit, isHome, noteHome } from '../guard.ts'
import { admitPassword, wrongPassword } from '../own-password.ts'
import { signIn } from '../sign-in.ts'
import { endTokens } from '../tokens.ts'
import { challengedUser, consumeChallenge } from './challenges.ts'
import { drawSecret, endSecondFactor, isAccepted, provenBy } from './factors.ts'
import { confirmedFactors, emailOf, enrolledFactor } from './queries.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import type { BothFactors, ChallengeAnswer } from './schema.ts'
import { otpauthUri } from './totp.ts'

/** The keys that open secrets, and the fingerprint of the caller's address, for which attempts are counted. */
export type Asking = { keys: Keys; address: string }

/** The second step of a sign-in. A wrong code must be counted, so its refusal is returned and not thrown. */
export async function answerChallenge(tx: Tx, { challenge, code }: ChallengeAnswer, asking: Asking) {
  const { id, email } = await challengedUser(tx, challenge)
  const attempt = await admitCode(tx, email, asking)
  await challengedUser(tx, challenge, { locked: true })
  const method = await provenBy(tx, asking.keys, id, code)
  if (!method) return new Refusal('invalid_credentials', { detail: wrongCode })
  const { device_name } = await consumeChallenge(tx, challenge)
  if (method === 'recovery_code') enqueue(tx, 'auth.second-factor', { user_id: id, change: 'recovery_code_used' })
  await noteHome(tx, attempt)
  return signIn(tx, id, device_name ?? undefined)
}

/** Returns a new secret, which is shown only here. A second call before the confirmation replaces it. */
export async function enrol(tx: Tx, { id }: Actor, { keys }: Asking) {
  const { email } = await ownUser(tx, id)
  if ((await confirmedFactors(tx, id)).length) refuseStep(isThere)
  const secret = await drawSecret(tx, keys, id)
  return { kind: 'totp', secret: base32(secret), otpauth_uri: otpauthUri(secret, email) }
}

/** Confirms the second factor, which sign-in then requires. All other sessions end, because they were opened without it. */
export async function confirm(tx: Tx, { id, token_id }: Actor, code: string, asking: Asking) {
  await admitCode(tx, await emailOf(tx, id), asking)
  await ownUser(tx, id)
  const factor = (await enrolledFactor(tx, id)) ?? refuseStep(isMissing)
  if (!(await isAccepted(tx, asking.keys, factor, code))) return refusedCode()
  await tx.updateTable('second_factors').set({ confirmed_at: sql`now()` }).where('id', '=', factor.id).execute()
  await endTokens(tx, id, { except: token_id, kind: 'session' })
  enqueue(tx, 'auth.second-factor', { user_id: id, change: 'confirmed' })
  return { recovery_codes: await renewRecoveryCodes(tx, id) }
}

export async function removeOwn(tx: Tx, { id }: Actor, given: BothFactors, asking: Asking) {
  const refusal = await proveBoth(tx, id, given, asking)
  if (refusal) return refusal
  await endSecondFactor(tx, id)
  enqueue(tx, 'auth.second-factor', { user_id: id, change: 'removed' })
  return null
}

export async function renewOwnCodes(tx: Tx, { id }: Actor, given: BothFactors, asking: Asking) {
  return (await proveBoth(tx, id, given, asking)) ?? { recovery_codes: await renewRecoveryCodes(tx, id) }
}

/** Removes the second factor of an account whose owner lost the device and the recovery codes. All sessions and personal tokens end. */
export async function resetSecondFactor(tx: Tx, user_id: number) {
  await lockedUser(tx, user_id)
  if (!(await endSecondFactor(tx, user_id))) refuse('not_found')
  await endTokens(tx, user_id)
  enqueue(tx, 'auth.second-factor', { user_id, change: 'reset' })
}

/** Counts an attempt. Called before the account is locked, so that all transactions take these locks in the same order. */
const admitCode = async (tx: Tx, email: string, { keys, address }: Asking) => {
  const attempt = { account: accountFingerprint(keys, email), address }
  const over = await admit(tx, attempt, await isHome(tx, attempt), 'code')
  if (over) refuseOver(over)
  return attempt
}

// If the password is wrong, the code is not checked, so that it is not used up.
const proveBoth = async (tx: Tx, id: number, { current_password = '', code }: BothFactors, asking: Asking) => {
  await admitPassword(tx, { id })
  await admitCode(tx, await emailOf(tx, id), asking)
  const { password_hash } = await ownUser(tx, id)
  if (!(await confirmedFactors(tx, id)).length) refuseStep(isMissing)
  if (password_hash && !(await isPassword(current_password, password_hash))) return wrongPassword()
  return (await provenBy(tx, asking.keys, id, code)) ? undefined : refusedCode()
}

const wrongCode = [
  '驗證碼不正確或已使用過；請等候下一組，或改用備用碼。',
  'The code is wrong or was used; wait for the next one, or use a recovery code.',
] as const
const refusedCode = () => new Refusal('invalid_input', { errors: { code: [wrongCode] } })

const isThere = [
  '已啟用兩步驟驗證；如要更換裝置，請先移除。',
  'There is a second factor; to change the device, remove it first.',
] as const
const isMissing = [
  '尚未設定兩步驟驗證；請先在「我的帳號」設定。',
  'There is no second factor; begin with setting one up in your account.',
] as const
const refuseStep = (detail: typeof isThere | typeof isMissing) =>
  refuse('step_not_possible', { detail, also: { possible: [] } })
