import type { Database } from '../../kit/db/connect.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { Refusal, refuse } from '../../kit/errors.ts'
import type { Events } from '../../kit/events.ts'
import type { Actor } from '../../kit/http/server/access.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { hashPassword, isOutdated, isPassword } from '../../kit/secrets/passwords.ts'
import { refuseOver, throttle } from '../../kit/throttle.ts'
import { keepPasswordHash, noteSignIn } from '../users/actions.ts'
import { lockedUser, ownUser, userByEmail } from '../users/queries.ts'
import { admit, isHome, noteHome } from './guard.ts'
import type { Login } from './schema.ts'
import { endLinks, endTokens, openSession, useLink } from './tokens.ts'

type From = { account: string; address: string; request_id: string }

/** The password is hashed between two short transactions, so that no connection is held meanwhile. */
export const login = async ({ db, transaction }: Database, given: Login, from: From) => {
  const { over, first } = await transaction(from, async (tx) => {
    const first = await isHome(tx, from)
    return { over: await admit(tx, from, first), first }
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
    await noteHome(tx, from)
    return begin(tx, user.id, given.device_name)
  })
}

/** The answer is the same whether the account exists or not. */
export const askForLink = async (
  tx: Tx,
  kind: 'auth.password-reset' | 'auth.sign-in',
  address: string,
  from: Pick<From, 'account' | 'address'>,
) => {
  await throttle(tx, { key: `${kind} ${from.account}`, most: 5, seconds: 3600 })
  await throttle(tx, { key: `${kind} ${from.address}`, most: 30, seconds: 3600 })
  const user = await userByEmail(tx, address)
  const mayHave = user?.status === 'active' && (kind === 'auth.password-reset' || user.role === 'customer')
  enqueue(tx, kind, { user_id: mayHave ? user.id : 0 })
}

export const resetPassword = async (tx: Tx, token: string, password: string) => {
  const userId = await useLink(tx, ['invitation', 'password_reset'], token)
  await setPassword(tx, userId, password)
  await endTokens(tx, userId)
}

export const signInByLink = async (tx: Tx, token: string, device?: string) => {
  const user = await lockedUser(tx, await useLink(tx, ['sign_in'], token))
  if (user.status !== 'active') refuse('invalid_credentials')
  return begin(tx, user.id, device)
}

/** Ends all other sessions. A wrong attempt must be counted, so its refusal is returned and not thrown. */
export const changePassword = async (tx: Tx, actor: Actor, current: string, password: string) => {
  await throttle(tx, { key: `password ${actor.id}`, most: 20, seconds: 900 })
  const user = await ownUser(tx, actor.id)
  if (!(await isPassword(current, user.password_hash)))
    return new Refusal('invalid_input', {
      errors: { current_password: [['目前的密碼不正確。', 'This is not the current password.']] },
    })
  await setPassword(tx, actor.id, password)
  await endTokens(tx, actor.id, { except: actor.token_id })
  return null
}

const begin = async (tx: Tx, user_id: number, device?: string) => {
  await noteSignIn(tx, user_id)
  return { user_id, ...(await openSession(tx, user_id, device)) }
}

const setPassword = async (tx: Tx, userId: number, password: string) => {
  await keepPasswordHash(tx, userId, await hashPassword(password))
  await endLinks(tx, userId)
}

/** Ends all tokens and links of a locked-out account. */
export const endAccess = async (tx: Tx, { user_id }: Events['user.locked-out']) => {
  await endTokens(tx, user_id)
  await endLinks(tx, user_id)
}

/** Invalidates links that were mailed to the old address. */
export const endMailedLinks = (tx: Tx, { user_id }: Events['user.readdressed']) => endLinks(tx, user_id)

export const invite = (tx: Tx, { user_id }: Events['user.invited']) => enqueue(tx, 'auth.invitation', { user_id })
