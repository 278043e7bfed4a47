import type { JobTools } from '../../../kit/jobs/jobs.ts'
import { mailOf } from '../../notifications/letter.ts'
import { sendLetter } from '../../notifications/send.ts'
import type { SecondFactorChange } from './schema.ts'

declare module '../../../kit/jobs/jobs.ts' {
  interface Jobs {
    'auth.second-factor': { user_id: number; change: SecondFactorChange }
  }
}

/** Mails the owner of an account what was changed about its second factor. */
export async function mailSecondFactorChange(
  { user_id, change }: { user_id: number; change: SecondFactorChange },
  tools: JobTools,
  id: string,
) {
  const user = await tools.database.db
    .selectFrom('users')
    .select(['name', 'name_en', 'email', 'locale'])
    .where('id', '=', user_id)
    .executeTakeFirst()
  if (!user) return
  await sendLetter(tools, { id, to: user.email }, mailOf(`second-factor.${change}`, {}, user))
}
