import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { attempt } from '../../kit/db/transaction.ts'
import { type FieldFaults, Refusal, refusals, refuse, refuseField } from '../../kit/errors.ts'
import { labelled, ref, text, without } from '../../kit/fields.ts'
import { readCsv } from '../../kit/files/csv.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { columnsOf as shownColumns } from '../../kit/resource/record.ts'
import type { Words } from '../../kit/words/words.ts'
import { lockTripAndBooking } from '../bookings/locks.ts'
import { addTraveler } from '../travelers/add.ts'
import { changeTraveler } from '../travelers/change.ts'
import { type By, byIn, staffEditors } from '../travelers/rules.ts'
import { type NewTraveler, Traveler } from '../travelers/schema.ts'
import { columnsOf, likeness } from './columns.ts'
import { type Cells, dryRun, linesOf } from './people.ts'
import { ListReport, type Outcome, shownLines } from './report.ts'
import { writeLines } from './write-lines.ts'

/** So many travelers are written well within the time of a request. */
const MOST_LINES = 500

const TravelerList = Type.Object({
  csv: Type.Optional(labelled(text(500_000, 'name,birth_date\n王小美,1988-05-06\n'), ['名單內容', 'List'])),
  rows: Type.Optional(linesOf('travelers', MOST_LINES)),
  booking_id: Type.Optional(ref()),
  dry_run: dryRun(),
})

type NumberedLine = { line: number; cells: Cells }
type Options = { booking_id?: number | undefined; dry_run?: boolean | undefined; zone: string }

/** Brings the lines of a list into bookings. */
export function importTravelers(
  tx: Tx,
  by: By,
  lines: readonly NumberedLine[],
  { booking_id, dry_run, zone }: Options,
) {
  return writeLines(tx, lines, { kind: 'travelers', nameIn: 'name', zone, dry_run }, async ({ body, names }) => {
    const [number = ''] = names.booking_number ?? []
    // A cast, because the schema of the columns has validated it.
    return enter(tx, by, booking_id ?? (await bookingOf(tx, number)), body as Line)
  })
}

/** The lines of a CSV file by its headings, which are columns or what lists call them. */
export async function linesOfCsv(bytes: Uint8Array, isOneBooking: boolean): Promise<NumberedLine[]> {
  const { columns, lines } = await readCsv(bytes, { most: MOST_LINES, encoding: 'auto' })
  const codes = new Map(columns.map((heading) => [heading, codeOf(heading)]))
  refuseColumns(columns, codes, isOneBooking)
  return lines.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(Object.entries(cells).map(([heading, cell]) => [codes.get(heading) ?? heading, cell])),
  }))
}

const codeOf = (heading: string) =>
  columnsOf.travelers
    .map((column) => ({ code: column.code, like: likeness(column, heading) }))
    .filter(({ like }) => like >= NAMED)
    .sort((one, other) => other.like - one.like)[0]?.code
// Not only by a name within the heading.
const NAMED = 1_000

/** A file has the columns of a traveler and, unless all lines belong to one booking, the booking number. */
const refuseColumns = (headings: string[], codes: Map<string, string | undefined>, isOneBooking: boolean) => {
  const errors: FieldFaults = {}
  const given = headings.map((heading) => codes.get(heading))
  for (const code of ['name', ...(isOneBooking ? [] : ['booking_number'])])
    if (!given.includes(code)) errors[code] = [missing]
  for (const [i, heading] of headings.entries()) {
    const code = given[i]
    if (!code || (isOneBooking && code === 'booking_number')) errors[heading] = [unknown]
    else if (headings.indexOf(heading) < i || given.indexOf(code) < i) errors[heading] = [twice]
  }
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
}
const missing: Words = ['缺少此欄位。', 'This column is missing.']
const unknown: Words = ['沒有這個欄位；請檢查拼字。', 'There is no such column; check the spelling.']
const twice: Words = ['欄位重複。', 'This column stands there twice.']

const bookingOf = async (tx: Tx, booking_number: string) => {
  const booking = await tx
    .selectFrom('bookings')
    .select('id')
    .where('booking_number', '=', booking_number)
    .executeTakeFirst()
  return booking?.id ?? 0
}

type Line = Omit<NewTraveler, 'booking_id'>

/** Who is there by this name gets what is missing, else an empty place is filled, else a traveler is added if there is a seat. */
const enter = (tx: Tx, by: By, booking_id: number, line: Line): Promise<Outcome> =>
  attempt<Outcome>(
    tx,
    async () => {
      await lockTripAndBooking(tx, booking_id)
      const there = await placeFor(tx, booking_id, line.name)
      if (!there) {
        const { traveler_id, warnings } = await addTraveler(tx, by, { ...line, booking_id })
        return { result: 'created', traveler_id, checks: warnings.flatMap(({ checks }) => checks) }
      }
      const missing = there.name === line.name ? missingIn(there, line) : line
      if (!Object.keys(missing).length) return { result: 'unchanged' }
      const warnings = await changeTraveler(tx, by, there.id, missing, undefined)
      return { result: 'filled', traveler_id: there.id, checks: warnings.flatMap(({ checks }) => checks) }
    },
    async (error) => {
      if (error instanceof Refusal) return { result: 'refused', errors: error.extras.errors ?? faultsOf(error) }
      throw error
    },
  )

/** The traveler of that name, else the first empty place: one that has a word for a name, and nothing that tells who it is. */
const placeFor = async (tx: Tx, booking_id: number, name: string) => {
  const travelers = await tx
    .selectFrom('travelers')
    .select(shownColumns('travelers', without(Traveler, ['status'])))
    .where('booking_id', '=', booking_id)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
  // A cast, because the columns are those of the schema.
  const there = travelers as unknown as Place[]
  return there.find((each) => each.name === name) ?? there.find(isEmpty)
}
type Place = { id: number; name: string } & Record<string, unknown>

const isEmpty = (place: Place) =>
  EMPTY.test(place.name.normalize('NFKC').trim()) && telling.every((field) => !place[field])
const EMPTY = /^(旅客|團員|成員|待補|待定|待提供|未定|tba|tbd|traveler|guest) ?#?\d{0,3}$/i
const telling = ['birth_date', 'national_id', 'passport_number', 'mobile', 'email']

// What is there is not overwritten.
const missingIn = (there: Place, { name: _name, bed: _bed, ...line }: Line) =>
  Object.fromEntries(Object.entries(line).filter(([field]) => isMissing(there[field])))
const isMissing = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

const faultsOf = ({ code, extras }: Refusal): FieldFaults => ({
  booking_number: [extras.detail ?? refusals[code][1]],
})

/** `/api/travelers/import` */
export function travelerListRoute(on: On, app: FastifyInstance) {
  const by = byIn(app)
  on.post(
    '/import',
    {
      name: 'importTravelers',
      access: staffEditors,
      summary:
        'Bring a list of travelers into one booking, or into many by booking number: all or none, with a report for every line. Who is there by name gets what is missing, and empty places are filled first. The list is `rows`, or a CSV text; at most 500 lines',
      body: TravelerList,
      returns: ListReport,
      etag: 'none',
    },
    async ({ tx, actor, body: { csv, rows, booking_id, dry_run }, locale }) => {
      const lines = await givenLines({ csv, rows, booking_id })
      const { imported, reports } = await importTravelers(tx, by(actor), lines, { booking_id, dry_run, zone: app.zone })
      return { imported, lines: shownLines(reports, imported, locale) }
    },
  )
}

type Given = { csv: string | undefined; rows: readonly Cells[] | undefined; booking_id: number | undefined }
const givenLines = async ({ csv, rows, booking_id }: Given): Promise<NumberedLine[]> => {
  if ((csv === undefined) === (rows === undefined)) refuseField('rows', oneOfTwo)
  if (csv !== undefined) return linesOfCsv(Buffer.from(csv), booking_id !== undefined)
  if (booking_id === undefined) refuseField('booking_id', whichBooking)
  return (rows ?? []).map((cells, i) => ({ line: i + 1, cells }))
}
const oneOfTwo: Words = ['請給 rows 或 csv，擇一。', 'Give rows or csv, one of the two.']
const whichBooking: Words = ['請指明訂單。', 'Say of which booking they are.']
