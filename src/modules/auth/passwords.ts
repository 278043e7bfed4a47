import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { Refusal } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { password } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { hashPassword, isPassword } from '../../kit/secrets/passwords.ts'
import { endAccountLinks } from '../links/links.ts'
import { keepPasswordHash, ownUser } from '../users/user.ts'
import { admitPassword, comingFrom } from './guard.ts'
import { Address, askForLink, linkToken, ownerOfLink } from './links.ts'
import { endChallenges, enteredPassword } from './sign-in.ts'
import { endTokens } from './tokens.ts'

export const Reset = Type.Object({ token: linkToken, password: password() })
export const PasswordChange = Type.Object({ current_password: enteredPassword, password: password() })

/** Sets the password with a mailed link, which confirms the address. */
export async function resetPasswordByMail(tx: Tx, token: string, password: string) {
  return emit(tx, 'user.proved', { user_id: await resetPassword(tx, token, password) })
}

export async function resetPassword(tx: Tx, token: string, password: string) {
  const userId = await ownerOfLink(tx, ['invitation', 'password'], token)
  await setPassword(tx, userId, password)
  await endTokens(tx, userId)
  return userId
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

export function wrongPassword() {
  return new Refusal('invalid_input', {
    errors: { current_password: [['目前的密碼不正確。', 'This is not the current password.']] },
  })
}

export function resetRoutes(on: On, app: FastifyInstance) {
  on.post(
    '/forgot-password',
    {
      access: 'public',
      summary: 'Request a link to choose a new password; the answer is the same for every address',
      body: Address,
      returns: Type.Null(),
      refuses: ['too_many_requests'],
    },
    async ({ tx, body, request }) => {
      await askForLink(tx, 'auth.password-reset', body.email, comingFrom(app, request, body.email))
      return null
    },
  )

  on.post(
    '/reset-password',
    {
      access: 'public',
      summary: 'Choose a password with the link of a reset or an invitation',
      body: Reset,
      returns: Type.Null(),
      refuses: ['invalid_credentials'],
    },
    async ({ tx, body }) => {
      await resetPasswordByMail(tx, body.token, body.password)
      return null
    },
  )
}

export function passwordRoute(on: On) {
  on.put(
    '/password',
    {
      access: 'signed-in',
      summary: 'Change the password; all other sessions end',
      body: PasswordChange,
      returns: Type.Null(),
      refuses: ['too_many_requests'],
    },
    ({ tx, actor, body }) => changePassword(tx, actor, body.current_password, body.password),
  )
}
