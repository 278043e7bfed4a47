import { sql } from 'kysely'
import type { Database } from '../../kit/db/connect.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import type { Store } from '../../kit/files/store.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { hashPassword } from '../../kit/secrets/passwords.ts'
import { remind } from '../../modules/addon-requests/deadlines.ts'
import { demoLeaders } from '../../modules/tour-leaders/demo.ts'
import { onceForAll, remembered } from '../prepare.ts'
import { payExtras } from './accounts.ts'
import { assignBranches, openAgency, openSite } from './agency.ts'
import { bookTrips } from './bookings.ts'
import { calendarFrom } from './calendar.ts'
import { playConversations } from './conversations.ts'
import { bookFlights } from './flights.ts'
import { noteForOffice } from './notes.ts'
import { addPackages } from './packages.ts'
import { backgroundEnded, markOldAsRead, moveReminders, settleDates, withAPast } from './past.ts'
import { type Account, one, PASSWORD, welcomePeople } from './people.ts'
import { publishTrips } from './promises.ts'
import { runSeminars } from './seminars.ts'
import { stayInHotels } from './stays.ts'
import { planDemoTrips } from './trips.ts'
import { askForApprovals } from './work/approvals.ts'
import { readFileOfBank } from './work/bank-lines.ts'
import { askToLeave, moveCancellations } from './work/cancellations.ts'
import { holdCash } from './work/cash.ts'
import { takeCheques } from './work/cheques.ts'
import { invoiceMargins, planCosts } from './work/costs.ts'
import { enterEnquiries } from './work/enquiries.ts'
import { answerQuestions } from './work/feedback.ts'
import { giveLeadersAccounts, handTripsOver } from './work/handovers.ts'
import { recordSteps } from './work/histories.ts'
import { keepLeaderPapers } from './work/leader-papers.ts'
import { issueReceipts } from './work/legal-receipts.ts'
import { mergeTrips } from './work/merges.ts'
import { writeMessages } from './work/messages.ts'
import { lockAMonth } from './work/months.ts'
import { writeOnTheRoad } from './work/on-the-road.ts'
import { askForChanges, collectPapers, enterRequests } from './work/papers.ts'
import { remindCustomers } from './work/payment-reminders.ts'
import { askForPayments } from './work/payment-requests.ts'
import { orderRefunds } from './work/refunds.ts'
import { reportPayments } from './work/reported-payments.ts'
import { settleCards } from './work/settlements.ts'
import { writeTimetables } from './work/timetables.ts'

export type DemoOptions = { zone: string; serialPattern: string; keys: Keys; files: Store }

/** Creates the demo once, and only in a database without bookings. Returns its accounts, or why there are none. */
export async function seedDemoOnce(database: Database, options: DemoOptions): Promise<Account[] | 'here' | 'lived in'> {
  if (await remembered(database, 'demo')) return 'here'
  if (await isLivedIn(database.db)) return 'lived in'
  let accounts: Account[] = []
  const isFirst = await onceForAll(database, 'demo', async (tx) => {
    // Some statements run hundreds of times with other values. Planned once, they take half as long.
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
    accounts = await seedDemo(tx, options)
  })
  return isFirst ? accounts : 'here'
}

/** Creates an operator with data around today. People, trips and conversations are in `db/seeds/demo`. */
const seedDemo = async (given: Tx, options: DemoOptions): Promise<Account[]> => {
  const tx = withoutJobs(given)
  const calendar = calendarFrom(await nowIn(tx), options.zone)
  const [packages, password] = await Promise.all([addPackages(tx, calendar), hashPassword(PASSWORD)])
  await openAgency(tx, calendar)
  await openSite(tx)
  const { people, accounts } = await welcomePeople(tx, password)
  const leaders = await demoLeaders(tx, {
    keys: options.keys,
    office: one(people, 'line-control'),
    account: one(people, 'leader'),
    day: calendar.day,
  })
  const trips = await planDemoTrips(tx, { calendar, people, packages, leaders, options })
  await assignBranches(tx, one(people, 'sales2'))
  await stayInHotels(tx, { actor_id: one(people, 'admin').id, ...options })
  await bookFlights(tx, calendar, people, trips)
  await publishTrips(tx, calendar, trips)
  const travelers = await bookTrips(tx, { calendar, people, trips, keys: options.keys })
  await workOn(tx, one(people, 'line-control'), password, options.files)
  await runSeminars(tx, { calendar, people, leaders, trips, options })
  await withAPast(tx, async () => {
    const requests = await playConversations(tx, { calendar, people, travelers })
    await settleDates(tx, requests)
    await payExtras(tx)
    await remind(tx)
    await moveReminders(tx)
    await markOldAsRead(tx, requests)
  })
  await askForApprovals(tx, { calendar, people, leaders, keys: options.keys })
  await orderRefunds(tx, { people, keys: options.keys })
  await askToLeave(tx)
  await mergeTrips(tx, one(people, 'op'), trips, options)
  await reportPayments(tx)
  await askForPayments(tx)
  await readFileOfBank(tx, one(people, 'finance'))
  await remindCustomers(tx)
  await holdCash(tx)
  await takeCheques(tx, one(people, 'sales'))
  await settleCards(tx, one(people, 'finance'))
  await issueReceipts(tx, one(people, 'finance'))
  await invoiceMargins(tx)
  await lockAMonth(tx, one(people, 'finance'))
  await enterEnquiries(tx, calendar, people)
  await forgetMails(tx)
  return accounts
}

/** What the office and its leaders have done for the trips so far. */
const workOn = async (tx: Tx, controller: Actor, password_hash: string, files: Store) => {
  await noteForOffice(tx, controller)
  await writeTimetables(tx)
  await giveLeadersAccounts(tx, password_hash)
  await keepLeaderPapers(tx, files, controller)
  await recordSteps(tx)
  await handTripsOver(tx)
  await collectPapers(tx)
  await enterRequests(tx)
  await writeMessages(tx)
  await askForChanges(tx)
  await planCosts(tx)
  await answerQuestions(tx)
  await writeOnTheRoad(tx)
}

// What happened in the demo is never mailed, also not with the next notice of a person. Notices are written until here.
const forgetMails = async (tx: Tx) => {
  await backgroundEnded(tx)
  await sql`delete from deliveries`.execute(tx)
  await sql`delete from trip_news`.execute(tx)
  await moveCancellations(tx)
}

const isLivedIn = async (db: Db) => !!(await db.selectFrom('bookings').select('id').limit(1).executeTakeFirst())

/** The same transaction with a separate list of jobs, which is discarded, so that no mail is sent. */
const withoutJobs = (tx: Tx): Tx => {
  const { background, subscriptions } = tx
  return Object.assign(tx.withoutPlugins(), { jobs: [], background, subscriptions })
}

const nowIn = async (tx: Tx) => {
  const { rows } = await sql<{ now: string }>`select now()`.execute(tx)
  return rows[0]?.now ?? ''
}
