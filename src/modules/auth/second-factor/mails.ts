import type { JobTools } from '../../../kit/jobs/jobs.ts'
import { letter } from '../../../kit/mail.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import type { SecondFactorChange } from './schema.ts'

declare module '../../../kit/jobs/jobs.ts' {
  interface Jobs {
    'auth.second-factor': { user_id: number; change: SecondFactorChange }
  }
}

/** Mails the owner of an account what was changed about its second factor. */
export const mailSecondFactorChange = async (
  { user_id, change }: { user_id: number; change: SecondFactorChange },
  { database, mailer }: JobTools,
  id: string,
) => {
  const user = await database.db
    .selectFrom('users')
    .select(['name', 'email', 'locale'])
    .where('id', '=', user_id)
    .executeTakeFirst()
  if (!user) return
  const { subject, what } = changes[change]
  const text = letter(user.locale, user.name, [what, wayOut])
  await mailer.send({ id, to: user.email, subject: say(subject, user.locale), text })
}

const changes: Record<SecondFactorChange, { subject: Words; what: Words }> = {
  confirmed: {
    subject: ['已啟用兩步驟驗證', 'Your second factor is set up'],
    what: [
      '您的帳號已啟用兩步驟驗證：今後登入除密碼外還需要驗證碼。請將備用碼收在安全的地方。',
      'Your account has a second factor: from now on signing in also asks for a code. Keep the recovery codes in a safe place.',
    ],
  },
  removed: {
    subject: ['已移除兩步驟驗證', 'Your second factor was removed'],
    what: [
      '您的帳號已移除兩步驟驗證：今後登入不再需要驗證碼。',
      'The second factor of your account was removed: signing in no longer asks for a code.',
    ],
  },
  reset: {
    subject: ['管理員已重設您的兩步驟驗證', 'An administrator reset your second factor'],
    what: [
      '管理員已移除您帳號的兩步驟驗證，並登出所有裝置。請重新登入，再設定一次。',
      'An administrator removed the second factor of your account, and all its sessions ended. Sign in again and set it up anew.',
    ],
  },
  recovery_code_used: {
    subject: ['有人以備用碼登入', 'A recovery code was used'],
    what: [
      '您的帳號剛以一組備用碼登入；該組備用碼已失效。',
      'Somebody signed in to your account with a recovery code; that code is used up.',
    ],
  },
}

const wayOut: Words = [
  '若非您本人要求，請立即更改密碼並通知管理員。',
  'If you did not ask for it, change your password at once and tell an administrator.',
]
