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

type Letter = { kind: AccountLink; subject: Words; what: Words; until: Words }

// The link is created when the mail is sent, so that no secret is stored in the job queue.
const mailed =
  (about: Letter) =>
  ({ user_id }: { user_id: number }, tools: JobTools, id: string) =>
    mailLink(tools, id, user_id, about)

export const mailInvitation = mailed({
  kind: 'invitation',
  subject: ['歡迎使用 Guidon', 'Welcome to Guidon'],
  what: ['已為您建立帳號，請由此設定密碼：', 'An account was made for you. Choose your password here:'],
  until: ['七天內有效。', 'It is good for seven days.'],
})

export const mailPasswordReset = mailed({
  kind: 'password',
  subject: ['重設密碼', 'Reset your password'],
  what: ['請由此設定新密碼：', 'Choose a new password here:'],
  until: [
    '一小時內有效；若非您本人申請，請忽略本信。',
    'It is good for one hour. If you did not ask for it, ignore this mail.',
  ],
})

export const mailSignInLink = mailed({
  kind: 'sign-in',
  subject: ['登入連結', 'Your sign-in link'],
  what: ['請由此登入：', 'Sign in here:'],
  until: ['十五分鐘內有效，只能使用一次。', 'It is good for fifteen minutes and one use.'],
})

const mailLink = async (
  { database, mailer, publicUrl }: JobTools,
  id: string,
  userId: number,
  { kind, subject, what, until }: Letter,
) => {
  const user = await database.db
    .selectFrom('users')
    .select(['name', 'email', 'locale', 'status'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user?.status !== 'active') return
  const { token } = await database.transaction({}, (tx) => makeLink(tx, kind, userId))
  const link = `${publicUrl}/l/${kind}/${token}`
  await mailer.send({
    id,
    to: user.email,
    subject: say(subject, user.locale),
    text: letter(user.locale, user.name, [what, [link, link], until]),
  })
}
