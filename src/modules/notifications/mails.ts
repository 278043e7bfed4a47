import { oneRow } from '../../kit/db/statement.ts'
import { job } from '../../kit/jobs.ts'
import { letter } from '../../kit/mail.ts'

declare module '../../kit/jobs.ts' {
  interface Jobs {
    'notifications.mail': { notification_id: number }
  }
}

job(
  'notifications.mail',
  async (given, { database, mailer }, id) => {
    const told = await mailed(database.db, given)
    if (!told) return
    const { title, body, name, email, locale } = told
    await mailer.send({ id, to: email, subject: title, text: letter(locale, name, [[body, body]]) })
  },
  { lot: 20 },
)

const mailed = oneRow((db, { notification_id }: { notification_id: number }) =>
  db
    .selectFrom('notifications as n')
    .innerJoin('users as u', 'u.id', 'n.user_id')
    .select(['n.title', 'n.body', 'u.name', 'u.email', 'u.locale'])
    .where('n.id', '=', notification_id)
    .where('u.status', '=', 'active'),
)
