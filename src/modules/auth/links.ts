import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { type Events, emit } from '../../kit/events.ts'
import { email, line } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { onBehalfOf } from '../../kit/http/server/deadline.ts'
import { enqueue, type JobTools } from '../../kit/jobs/jobs.ts'
import { throttle } from '../../kit/throttle.ts'
import { limits } from '../../limits.ts'
import { type AccountLink, endAccountLinks, makeLink, useLink } from '../links/links.ts'
import { mailOf } from '../notifications/letter.ts'
import { senderOfHouse } from '../notifications/letter-sender.ts'
import { sendLetter } from '../notifications/send-letter.ts'
import { lockedUser, userByEmail } from '../users/user.ts'
import { comingFrom } from './guard.ts'
import { answerBegun, beginSession, SignedIn, unfinished } from './sign-in.ts'

export const linkToken = Type.Unsafe<string>({
  type: 'string',
  pattern: '^[\\w-]{43}$',
  writeOnly: true,
  examples: ['Jb3kq0dWc2X8vZr5tYh1mLp7nSa4fGe6uIo9wBx_QyE'],
})

export const Address = Type.Object({ email: email() })
const Redeem = Type.Object({ token: linkToken, device_name: Type.Optional(line(100)) })

declare module '../../kit/events.ts' {
  interface Events {
    /** Emitted when the owner of an account uses a mailed link, which confirms the address. */
    'user.proved': { user_id: number }
  }
}

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'auth.invitation': { user_id: number }
    'auth.password-reset': { user_id: number }
    'auth.sign-in': { user_id: number }
  }
}

/** The answer is the same whether the account exists or not. */
export async function askForLink(
  tx: Tx,
  kind: 'auth.password-reset' | 'auth.sign-in',
  mailbox: string,
  { account, address }: { account: string; address: string },
) {
  const { ofAccount, fromAddress } = linkLimits[kind]
  await throttle(tx, ofAccount, account)
  await throttle(tx, fromAddress, address)
  const user = await userByEmail(tx, mailbox)
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

export function invite(tx: Tx, { user_id }: Events['user.invited']) {
  return enqueue(tx, 'auth.invitation', { user_id })
}

const mailed =
  (kind: AccountLink) =>
  ({ user_id }: { user_id: number }, tools: JobTools, id: string) =>
    mailLink(tools, id, user_id, kind)

export const mailInvitation = mailed('invitation')
export const mailPasswordReset = mailed('password')
export const mailSignInLink = mailed('sign-in')

// The link is created when the mail is sent, so that no secret is stored in the job queue.
const mailLink = async (tools: JobTools, id: string, userId: number, kind: AccountLink) => {
  const { database, publicUrl } = tools
  const user = await database.db
    .selectFrom('users')
    .select(['name', 'name_en', 'email', 'locale', 'status', 'role'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user?.status !== 'active') return
  const { token } = await database.transaction({}, (tx) => makeLink(tx, kind, userId))
  const sender = user.role === 'customer' ? await senderOfHouse(database.db) : null
  const link = `${publicUrl}/l/${kind}/${token}`
  await sendLetter(tools, { id, to: user.email }, mailOf(`account.${kind}`, { link }, { ...user, sender }))
}

export async function signInByLink(tx: Tx, token: string, device?: string) {
  const user = await lockedUser(tx, await ownerOfLink(tx, ['sign-in'], token))
  if (user.status !== 'active') refuse('invalid_credentials')
  await emit(tx, 'user.proved', { user_id: user.id })
  return beginSession(tx, user.id, device)
}

/** Consumes a link and returns its owner; of two simultaneous uses one fails. */
export async function ownerOfLink(tx: Tx, allowed: readonly AccountLink[], token: string) {
  return (
    (await useLink(tx, allowed, token)) ??
    refuse('invalid_credentials', {
      detail: [
        '連結已使用、已過期或不正確，請重新申請。',
        'The link was used, has expired or is wrong; ask for a new one.',
      ],
    })
  )
}

/** Invalidates links that were mailed to the old address. */
export function endMailedLinks(tx: Tx, { user_id }: Events['user.readdressed']) {
  return endAccountLinks(tx, user_id)
}

export function signInLinkRoutes(on: On, app: FastifyInstance) {
  on.post(
    '/sign-in-links',
    {
      name: 'requestSignInLink',
      access: 'public',
      summary: 'Request a sign-in link for customers; the answer is the same for every address',
      body: Address,
      returns: Type.Null(),
      refuses: ['too_many_requests'],
    },
    async ({ tx, body, request }) => {
      await askForLink(tx, 'auth.sign-in', body.email, comingFrom(app, request, body.email))
      return null
    },
  )

  on.raw(
    'POST',
    '/sign-in-links/redeem',
    {
      access: 'public',
      summary: 'Sign in with the link of a mail',
      body: Redeem,
      returns: SignedIn,
      otherwise: unfinished,
      refuses: ['invalid_credentials'],
    },
    async (request, reply) => {
      const { token, device_name } = request.body as Static<typeof Redeem>
      const begun = await app.database.transaction(onBehalfOf(request), (tx) => signInByLink(tx, token, device_name))
      return answerBegun(app, request, reply, begun)
    },
  )
}
