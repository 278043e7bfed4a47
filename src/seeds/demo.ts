import { sql } from 'kysely'
import type { Database } from '../kit/db/connect.ts'
import type { Tx } from '../kit/db/tables.ts'
import { remind } from '../modules/addon-requests/deadlines.ts'
import { bookTrips } from './demo/bookings.ts'
import { calendarFrom } from './demo/calendar.ts'
import { playConversations } from './demo/conversations.ts'
import { markOldAsRead, moveReminders, settleDates, withAPast } from './demo/past.ts'
import { type Account, welcomePeople } from './demo/people.ts'
import { onceForAll } from './prepare.ts'

/** The demo comes once, and never among the bookings of others. Gives its accounts, or why there are none. */
export const seedDemoOnce = async (database: Database, zone: string): Promise<Account[] | 'here' | 'lived in'> => {
  let accounts: Account[] = []
  const isFirst = await onceForAll(database, 'demo', async (tx) => {
    if (await isLivedIn(tx)) throw new LivedIn()
    accounts = await seedDemo(tx, zone)
  }).catch((error) => {
    if (error instanceof LivedIn) return 'lived in' as const
    throw error
  })
  return isFirst === true ? accounts : isFirst || 'here'
}

/** A lively operator seen from today; `db/seeds/demo` tells who they are and what they say to each other. */
const seedDemo = async (given: Tx, zone: string): Promise<Account[]> => {
  const tx = withoutJobs(given)
  const calendar = calendarFrom(await nowIn(tx), zone)
  const { people, accounts } = await welcomePeople(tx)
  const travelers = await bookTrips(tx, calendar, people)
  await withAPast(tx, async () => {
    const requests = await playConversations(tx, { calendar, people, travelers })
    await settleDates(tx, requests)
    await remind(tx)
    await moveReminders(tx)
    await markOldAsRead(tx, requests)
  })
  return accounts
}

class LivedIn extends Error {}

const isLivedIn = async (tx: Tx) => !!(await tx.selectFrom('bookings').select('id').limit(1).executeTakeFirst())

/** The same transaction, from which no mail will ever leave the house. */
const withoutJobs = (tx: Tx): Tx => Object.assign(tx.withoutPlugins(), { send: async () => {} })

const nowIn = async (tx: Tx) => {
  const { rows } = await sql<{ now: string }>`select now()`.execute(tx)
  return rows[0]?.now ?? ''
}
