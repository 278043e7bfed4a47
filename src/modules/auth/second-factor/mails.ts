import type { JobTools } from '../../../kit/jobs/jobs.ts'
import { mailOf } from '../../notifications/letter.ts'
import type { SecondFactorChange } from './schema.ts'

declare module '../../../kit/jobs/jobs.ts' {
  interface Jobs {
    'auth.second-factor': { user_id: number; change: SecondFactorChange }
  }
}

/** Mails the owner of an account what was changed about its second factor. */
export async function mailSecondFactorChange(
  { user_id, change }: { user_id: number; change: SecondFactorChange },
  { database, mailer }: JobTools,
  id: string,
) {
  const user = await database.db
    .selectFrom('users')
    .select(['name', 'name_en', 'email', 'locale'])
    .where('id', '=', user_id)
    .executeTakeFirst()
  if (!user) return
  await mailer.send({ id, to: user.email, ...mailOf(`second-factor.${change}`, {}, user) })
}
