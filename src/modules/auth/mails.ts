import type { JobTools } from '../../kit/jobs/jobs.ts'
import { type AccountLink, makeLink } from '../links/links.ts'
import { mailOf } from '../notifications/letter.ts'
import { sendLetter } from '../notifications/send.ts'
import { senderOfHouse } from '../notifications/sender.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'auth.invitation': { user_id: number }
    'auth.password-reset': { user_id: number }
    'auth.sign-in': { user_id: number }
  }
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
