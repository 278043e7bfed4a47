import type { Database } from '../../kit/db/connect.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { Who } from '../../kit/db/transaction.ts'
import { refuse } from '../../kit/errors.ts'
import { type Events, emit } from '../../kit/events.ts'
import type { Actor } from '../../kit/http/server/access.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { hashPassword, isOutdated, isPassword } from '../../kit/secrets/passwords.ts'
import { refuseOver, throttle } from '../../kit/throttle.ts'
import { limits } from '../../limits.ts'
import { endAccountLinks } from '../links/links.ts'
import { keepPasswordHash, lockedUser, ownUser, userByEmail } from '../users/user.ts'
import { admit, isHome, noteHome } from './guard.ts'
import { admitPassword, wrongPassword } from './own-password.ts'
import type { Login } from './schema.ts'
import { endChallenges } from './second-factor/challenges.ts'
import { beginSession } from './sign-in.ts'
import { endTokens, ownerOfLink } from './tokens.ts'

declare module '../../kit/events.ts' {
  interface Events {
    /** Emitted when the owner of an account uses a mailed link, which confirms the address. */
    'user.proved': { user_id: number }
  }
}

type From = { account: string; address: string } & Who

/** The password is hashed between two short transactions, so that no connection is held meanwhile. */
export async function login({ db, transaction }: Database, given: Login, from: From) {
  const { over, first } = await transaction(from, async (tx) => {
    const first = await isHome(tx, from)
    return { over: await admit(tx, from, first, 'login'), first }
  })
  if (over) refuseOver(over)
  const user = await userByEmail(db, given.email)
  const isRight = await isPassword(given.password, user?.password_hash, { first })
  if (!user || !isRight) return refuse('invalid_credentials')
  const renewed = user.password_hash && isOutdated(user.password_hash) ? await hashPassword(given.password) : undefined

  return transaction({ ...from, actor_id: user.id }, async (tx) => {
    // While the password was hashed it may have been changed, or the account suspended.
    const { password_hash, status } = await lockedUser(tx, user.id)
    if (password_hash !== user.password_hash || status !== 'active') refuse('invalid_credentials')
    if (renewed) await keepPasswordHash(tx, user.id, renewed)
    const begun = await beginSession(tx, user.id, given.device_name)
    if ('token' in begun) await noteHome(tx, from)
    return begun
  })
}

/** The answer is the same whether the account exists or not. */
export async function askForLink(
  tx: Tx,
  kind: 'auth.password-reset' | 'auth.sign-in',
  address: string,
  from: Pick<From, 'account' | 'address'>,
) {
  const { ofAccount, fromAddress } = linkLimits[kind]
  await throttle(tx, ofAccount, from.account)
  await throttle(tx, fromAddress, from.address)
  const user = await userByEmail(tx, address)
  const mayHave = user?.status === 'active' && (kind === 'auth.password-reset' || user.role === 'customer')
  enqueue(tx, kind, { user_id: mayHave ? user.id : 0 })
}

const linkLimits = {
  'auth.password-reset': {
    ofAccount: limits['password links of account'],
    fromAddress: limits['password links from address'],
  },
  'auth.sign-in': {
    ofAccount: limits['sign-in links of account'],
    fromAddress: limits['sign-in links from address'],
  },
}

export async function resetPassword(tx: Tx, token: string, password: string) {
  const userId = await ownerOfLink(tx, ['invitation', 'password'], token)
  await setPassword(tx, userId, password)
  await endTokens(tx, userId)
  return userId
}

/** Sets the password with a mailed link, which confirms the address. */
export async function resetPasswordByMail(tx: Tx, token: string, password: string) {
  return emit(tx, 'user.proved', { user_id: await resetPassword(tx, token, password) })
}

export async function signInByLink(tx: Tx, token: string, device?: string) {
  const user = await lockedUser(tx, await ownerOfLink(tx, ['sign-in'], token))
  if (user.status !== 'active') refuse('invalid_credentials')
  await emit(tx, 'user.proved', { user_id: user.id })
  return beginSession(tx, user.id, device)
}

/** Ends all other sessions. A wrong attempt must be counted, so its refusal is returned and not thrown. */
export async function changePassword(tx: Tx, actor: Actor, current: string, password: string) {
  await admitPassword(tx, actor)
  const user = await ownUser(tx, actor.id)
  if (!(await isPassword(current, user.password_hash))) return wrongPassword()
  await setPassword(tx, actor.id, password)
  await endTokens(tx, actor.id, { except: actor.token_id })
  return null
}

const setPassword = async (tx: Tx, userId: number, password: string) => {
  await keepPasswordHash(tx, userId, await hashPassword(password))
  await endAccountLinks(tx, userId)
  await endChallenges(tx, userId)
}

/** Ends all tokens, links and unfinished sign-ins of a locked-out account. */
export async function endAccess(tx: Tx, { user_id }: Events['user.locked-out']) {
  await endTokens(tx, user_id)
  await endAccountLinks(tx, user_id)
  await endChallenges(tx, user_id)
}

/** Invalidates links that were mailed to the old address. */
export function endMailedLinks(tx: Tx, { user_id }: Events['user.readdressed']) {
  return endAccountLinks(tx, user_id)
}

export function invite(tx: Tx, { user_id }: Events['user.invited']) {
  return enqueue(tx, 'auth.invitation', { user_id })
}
