import type { JobTools } from '../../kit/jobs/jobs.ts'
import { letter } from '../../kit/mail.ts'
import type { Words } from '../../kit/words/words.ts'
import { say } from '../../kit/words/words.ts'
import { makeLink } from '../links/actions.ts'
import type { AccountLink } from '../links/schema.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'auth.invitation': { user_id: number }
    'auth.password-reset': { user_id: number }
    'auth.sign-in': { user_id: number }
  }
}

type Letter = { kind: AccountLink; path: string; subject: Words; what: Words; until: Words }

// The link is created when the mail is sent, so that no secret is stored in the job queue.
const mailed =
  (about: Letter) =>
  ({ user_id }: { user_id: number }, tools: JobTools, id: string) =>
    mailLink(tools, id, user_id, about)

export const mailInvitation = mailed({
  kind: 'invitation',
  path: 'api/reset-password',
  subject: ['歡迎使用 Guidon', 'Welcome to Guidon'],
  what: [
    '已為您建立帳號，請用這個一次性代碼設定密碼：',
    'An account was made for you. Choose a password with this one-time code:',
  ],
  until: ['七天內有效。', 'It is good for seven days.'],
})

export const mailPasswordReset = mailed({
  kind: 'password',
  path: 'api/reset-password',
  subject: ['重設密碼', 'Reset your password'],
  what: ['請用這個一次性代碼設定新密碼：', 'Choose a new password with this one-time code:'],
  until: [
    '一小時內有效；若非您本人申請，請忽略本信。',
    'It is good for one hour. If you did not ask for it, ignore this mail.',
  ],
})

export const mailSignInLink = mailed({
  kind: 'sign-in',
  path: 'api/sign-in-links/redeem',
  subject: ['登入連結', 'Your sign-in link'],
  what: ['請用這個一次性代碼登入：', 'Sign in with this one-time code:'],
  until: ['十五分鐘內有效，只能使用一次。', 'It is good for fifteen minutes and one use.'],
})

const mailLink = async (
  { database, mailer, publicUrl }: JobTools,
  id: string,
  userId: number,
  { kind, path, subject, what, until }: Letter,
) => {
  const user = await database.db
    .selectFrom('users')
    .select(['name', 'email', 'locale', 'status'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user?.status !== 'active') return
  const { token } = await database.transaction({}, (tx) => makeLink(tx, kind, userId))
  const code: Words = [token, token]
  const where: Words = [`送至 POST ${publicUrl}/${path}`, `Send it to POST ${publicUrl}/${path}`]
  await mailer.send({
    id,
    to: user.email,
    subject: say(subject, user.locale),
    text: letter(user.locale, user.name, [what, code, where, until]),
  })
}
