import { sql } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { paper } from '../../kit/http/routes/paper.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { localTime } from '../../kit/words/words.ts'
import { roadReport } from '../on-the-road/report.ts'
import { moneyReaders } from '../roles.ts'
import { readerOf } from '../users/reader.ts'
import { tripOnPaper } from './trip.ts'

const readers = [...moneyReaders, 'leader'] as const
const bookkeepers = ['admin', 'manager', 'department', 'finance', 'leader'] as const

/** `/api/planned-trips/{id}`: what leaders wrote and spent, as papers. Both print what the page of the trip shows. */
export default routes((on) => {
  accounts(on)
  report(on)
})

const accounts = (on: On) => {
  const summary =
    'The accounts of the leaders of a trip as a PDF, to be signed: advances, each expense with its rate, what is to be returned'
  const spec = { name: 'printLeaderAccounts', access: bookkeepers, summary, template: 'leader-account' } as const
  paper(on, '/:id/leader-account/paper', spec, async ({ db, actor, params: { id = 0 } }) => {
    const { trip, road } = await onPaper(db, actor, id)
    const { accounts, advances, expenses } = road
    return { file: `${trip.serial}-leader-account`, facts: { trip, accounts, advances, expenses } }
  })
}

const report = (on: On) => {
  const summary =
    'The report of a trip as a PDF: notes of the days, roll calls with who was missing, incidents, and the accounts of its leaders'
  const spec = { name: 'printTripReport', access: readers, summary, template: 'trip-report' } as const
  paper(on, '/:id/trip-report', spec, async ({ db, actor, params: { id = 0 } }) => {
    const { trip, road } = await onPaper(db, actor, id)
    const { day_notes, roll_calls, incidents, accounts } = road
    return { file: `${trip.serial}-trip-report`, facts: { trip, day_notes, roll_calls, incidents, accounts } }
  })
}

const zoneOf = theRow((db, _nothing: object) => db.selectNoFrom(sql<string>`current_setting('guidon.zone')`.as('zone')))

const onPaper = async (db: Db, actor: Actor, id: number) => {
  const [trip, report, { zone }] = await Promise.all([
    tripOnPaper(db, { ...readerOf(actor), id }),
    roadReport(db, actor, id),
    zoneOf(db, {}),
  ])
  return { trip, road: inLocalTime(JSON.parse(report.json), zone) as Record<string, object | null> }
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** The moments of what is read, in the time of the agency, as templates need them. */
const inLocalTime = (value: unknown, zone: string): unknown => {
  if (typeof value === 'string') return INSTANT.test(value) ? localTime(value, zone).replace(' ', 'T') : value
  if (Array.isArray(value)) return value.map((each) => inLocalTime(each, zone))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inLocalTime(each, zone)]))
}
