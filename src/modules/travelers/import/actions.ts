import { attempt } from '../../../kit/db/savepoint.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { type FieldFaults, Refusal, refusals } from '../../../kit/errors.ts'
import type { Words } from '../../../kit/words/words.ts'
import { addTraveler, type By } from '../actions.ts'
import type { Check } from '../labels.ts'
import { type Cells, type Line, lineParser, refuseColumns } from './lines.ts'

export type File = { columns: string[]; lines: { line: number; cells: Cells }[] }
type Outcome =
  | { result: 'created'; traveler_id: number; checks: readonly Check[] }
  | { result: 'unchanged' }
  | { result: 'refused'; errors: FieldFaults }
export type Report = Outcome & { line: number; name: string }
type Options = { booking_id?: number; dry_run?: boolean; zone: string }

/** Imports travelers and reports every line. If one is refused, and in a dry run, all are rolled back. */
export function importTravelers(tx: Tx, by: By, { columns, lines }: File, { booking_id, dry_run, zone }: Options) {
  refuseColumns(columns, booking_id !== undefined)
  const read = lineParser(zone)
  return attempt(
    tx,
    async () => {
      const reports: Report[] = []
      for (const { line, cells } of lines) {
        const { traveler, errors } = read(cells)
        const outcome: Outcome = traveler
          ? await add(tx, by, booking_id ?? (await bookingOf(tx, cells.booking_number)), traveler)
          : { result: 'refused', errors }
        reports.push({ line, name: cells.name ?? '', ...outcome })
      }
      if (dry_run || reports.some(({ result }) => result === 'refused')) throw new TakenBack(reports)
      return { imported: true, reports }
    },
    async (error) => {
      if (error instanceof TakenBack) return { imported: false, reports: error.reports }
      throw error
    },
  )
}

class TakenBack extends Error {
  readonly reports: Report[]
  constructor(reports: Report[]) {
    super('taken back')
    this.reports = reports
  }
}

const bookingOf = async (tx: Tx, booking_number = '') => {
  const booking = await tx
    .selectFrom('bookings')
    .select('id')
    .where('booking_number', '=', booking_number)
    .executeTakeFirst()
  return booking?.id ?? 0
}

// If the booking has a traveler of that name, the line is skipped, so that later changes are not overwritten.
const add = async (tx: Tx, by: By, booking_id: number, line: Line): Promise<Outcome> => {
  const there = await tx
    .selectFrom('travelers')
    .select('id')
    .where('booking_id', '=', booking_id)
    .where('name', '=', line.name)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (there) return { result: 'unchanged' }
  return attempt<Outcome>(
    tx,
    async () => {
      const { traveler_id, warnings } = await addTraveler(tx, by, { ...line, booking_id })
      return { result: 'created', traveler_id, checks: warnings.flatMap(({ checks }) => checks) }
    },
    async (error) => {
      if (error instanceof Refusal) return { result: 'refused', errors: error.extras.errors ?? whole(error) }
      throw error
    },
  )
}

const whole = ({ code, extras }: Refusal): FieldFaults => {
  const title: Words = refusals[code][1]
  return { booking_number: [extras.detail ?? title] }
}
