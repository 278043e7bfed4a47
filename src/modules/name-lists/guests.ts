import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { refusalOf } from '../../kit/db/faults.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { attempt } from '../../kit/db/transaction.ts'
import { Refusal, refusals } from '../../kit/errors.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { addAttendance, type NewAttendance } from '../seminars/attendances.ts'
import { hosts } from '../seminars/flow.ts'
import { type Cells, dryRun, linesOf } from './people.ts'
import { ListReport, type Outcome, shownLines } from './report.ts'
import { writeLines } from './write-lines.ts'

const MOST_GUESTS = 500
const GuestList = Type.Object({ rows: linesOf('guests', MOST_GUESTS), dry_run: dryRun() })

type How = { session_id: number; actor_id: number; dry_run: boolean | undefined; zone: string }

/** Adds the guests of a list to a session, if there are seats. */
function importGuests(tx: Tx, rows: readonly Cells[], { session_id, actor_id, ...how }: How) {
  const lines = rows.map((cells, i) => ({ line: i + 1, cells }))
  // A cast, because the schema of the columns has validated it.
  return writeLines(tx, lines, { kind: 'guests', nameIn: 'guest_name', ...how }, ({ body }) =>
    addGuest(tx, session_id, body as NewAttendance, actor_id),
  )
}

/** Who is on the list already, by name and mail or telephone, stays as it is. */
const addGuest = (tx: Tx, session_id: number, guest: NewAttendance, actor_id: number): Promise<Outcome> =>
  attempt<Outcome>(
    tx,
    async () => {
      await addAttendance(tx, session_id, guest, actor_id)
      return { result: 'created', traveler_id: null, checks: [] }
    },
    async (error) => {
      const refusal = error instanceof Refusal ? error : refusalOf(error)
      if (!refusal || refusal.code === 'not_found') throw error
      if (refusal.code === 'duplicate') return { result: 'unchanged' }
      const { code, extras } = refusal
      return { result: 'refused', errors: extras.errors ?? { people: [extras.detail ?? refusals[code][2]] } }
    },
  )

/** `/api/sessions/{id}/attendances/import` */
export function guestListRoute(on: On, { zone }: FastifyInstance) {
  on.post(
    '/:id/attendances/import',
    {
      name: 'importSessionAttendances',
      access: hosts,
      summary: 'Add the guests of a list to a session, if there are seats: all or none, with a report for every line',
      body: GuestList,
      returns: ListReport,
      etag: 'none',
      refuses: ['step_not_possible'],
    },
    async ({ tx, actor, params, body: { rows, dry_run }, locale }) => {
      const how = { session_id: params.id, actor_id: actor.id, dry_run, zone }
      const { imported, reports } = await importGuests(tx, rows, how)
      return { imported, lines: shownLines(reports, imported, locale) }
    },
  )
}
