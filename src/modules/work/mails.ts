import { shortDay } from 'guidon-design/formats'
import type { Db } from '../../kit/db/tables.ts'
import { enqueue, type JobTools } from '../../kit/jobs/jobs.ts'
import { defaultLocale, type Locale, say } from '../../kit/words/words.ts'
import { mailOf } from '../notifications/letter.ts'
import { sendLetter } from '../notifications/send-letter.ts'
import { moneyReaders } from '../roles.ts'
import { hasRole } from '../users/has-role.ts'
import { workOf } from './queries.ts'
import { teamsOf, workOfOwn } from './whose.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'work.morning': object
    'work.mail': { user_id: number }
  }
}

const readers = [...moneyReaders, 'leader'] as const

/** Queues a mail for every account that wants the morning mail. */
export function mailMorning(_nothing: object, { database }: JobTools) {
  return database.transaction({}, async (tx) => {
    for (const { id } of await wanting(tx).select('id').execute()) enqueue(tx, 'work.mail', { user_id: id })
  })
}

/** Mails a person the waiting work in the language of the person. No mail if nothing waits or the person has switched it off. */
export async function mailWork({ user_id }: { user_id: number }, tools: JobTools, id: string) {
  const { database, publicUrl } = tools
  const user = await wanting(database.db).selectAll().where('id', '=', user_id).executeTakeFirst()
  if (!user) return
  const person = { ...user, departments: user.departments ?? [], locale: user.locale ?? defaultLocale }
  const groups = await workOf(database.db, teamsOf(person), workOfOwn(person))
  if (groups.length === 0) return
  await sendLetter(tools, { id, to: person.email }, written(person, groups, `${publicUrl}/desk`))
}

const wanting = (db: Db) =>
  db
    .selectFrom('users')
    .where('morning_mail', '=', true)
    .where('status', '=', 'active')
    .where(hasRole('users', ...readers))

const written = (person: { name: string; name_en: string | null; locale: Locale }, groups: Found[], link: string) => {
  const sum = (of: 'count' | 'overdue') => groups.reduce((all, group) => all + group[of], 0)
  const given = {
    count: sum('count'),
    lines: groups.map((group) => paragraphOf(person.locale, group)).join('\n\n'),
    link,
  }
  const overdue = sum('overdue')
  return overdue > 0
    ? mailOf('work.morning/late', { ...given, overdue }, person)
    : mailOf('work.morning', given, person)
}

type Found = Awaited<ReturnType<typeof workOf>>[number]

const SHOWN = 3

/** A paragraph for each group: its name, its count, and its first records. */
const paragraphOf = (locale: Locale, { label, label_en, count, items }: Found) => {
  const first = items
    .slice(0, SHOWN)
    .map(({ record: { number, name, name_en }, due_on }) =>
      [
        '・',
        [number, name === null ? null : say([name, name_en ?? name], locale), due_on && shortDay(due_on, locale)]
          .filter(Boolean)
          .join(' '),
      ].join(''),
    )
  return [say([`${label}（${count}）`, `${label_en} (${count})`], locale), ...first].join('\n')
}
