import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { attempt } from '../../kit/db/transaction.ts'
import { type FieldFaults, Refusal, refusals, refuse } from '../../kit/errors.ts'
import { flag, labelled, nullable, oneOf, ref, shown, text, whole } from '../../kit/fields.ts'
import { readCsv } from '../../kit/files/csv.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { textParser } from '../../kit/http/routes/validators.ts'
import { type Locale, say, type Words } from '../../kit/words/words.ts'
import { optionLists } from '../options/lists.ts'
import { addTraveler } from './add.ts'
import { type By, byIn, staffEditors } from './rules.ts'
import { NewTraveler } from './schema.ts'
import { type Check, checkNames } from './words.ts'

const TravelerFile = Type.Object({
  csv: labelled(text(500_000, 'name,birth_date\n王小美,1988-05-06\n'), ['名單內容', 'List']),
  booking_id: Type.Optional(ref()),
  dry_run: Type.Optional(flag()),
})
/** So many travelers are written well within the time of a request. */
const MOST_LINES = 500

const Imported = shown(
  Type.Object({
    imported: flag(),
    lines: Type.Array(
      Type.Object({
        line: whole(1),
        name: Type.String(),
        result: oneOf(['created', 'unchanged', 'refused']),
        traveler_id: nullable(ref()),
        checks: Type.Array(oneOf(checkNames)),
        errors: Type.Unsafe<object>({ type: 'object', examples: [{ birth_date: ['須為真實日期。'] }] }),
      }),
    ),
  }),
)

type Sheet = { columns: string[]; lines: { line: number; cells: Cells }[] }
type Outcome =
  | { result: 'created'; traveler_id: number; checks: readonly Check[] }
  | { result: 'unchanged' }
  | { result: 'refused'; errors: FieldFaults }
export type LineReport = Outcome & { line: number; name: string }
type Options = { booking_id?: number; dry_run?: boolean; zone: string }

/** Imports travelers and reports every line. If one is refused, and in a dry run, all are rolled back. */
export function importTravelers(tx: Tx, by: By, { columns, lines }: Sheet, { booking_id, dry_run, zone }: Options) {
  refuseColumns(columns, booking_id !== undefined)
  const read = lineParser(zone)
  return attempt(
    tx,
    async () => {
      const reports: LineReport[] = []
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
  readonly reports: LineReport[]
  constructor(reports: LineReport[]) {
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
      if (error instanceof Refusal) return { result: 'refused', errors: error.extras.errors ?? faultsOf(error) }
      throw error
    },
  )
}

const faultsOf = ({ code, extras }: Refusal): FieldFaults => {
  const title: Words = refusals[code][1]
  return { booking_number: [extras.detail ?? title] }
}

/** The cells of a line by column; an empty cell is undefined. */
type Cells = Record<string, string | undefined>
type Line = Omit<NewTraveler, 'booking_id'>
type ParsedLine = { traveler: Line; errors?: never } | { traveler?: never; errors: FieldFaults }

const { booking_id: _booking, food_restrictions: _foods, ...fields } = NewTraveler.properties
const known = ['booking_number', 'food_restrictions', ...Object.keys(fields)]

/** A file has the columns of a traveler and, unless all lines belong to one booking, the booking number. */
const refuseColumns = (columns: string[], isOneBooking: boolean) => {
  const errors: FieldFaults = {}
  for (const column of ['name', ...(isOneBooking ? [] : ['booking_number'])])
    if (!columns.includes(column)) errors[column] = [missing]
  for (const [i, column] of columns.entries()) {
    if (!known.includes(column) || (isOneBooking && column === 'booking_number')) errors[column] = [unknown]
    if (columns.indexOf(column) < i) errors[column] = [twice]
  }
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
}

/** Parses lines into travelers with the validation of the route's body; an option may be given by its label. */
const lineParser = (zone: string) => {
  const check = textParser(Type.Object(fields), zone)
  const checkFood = textParser(Type.Object({ food: Type.Unsafe<Food>({ type: 'string', enum: foods }) }), zone)
  return ({ booking_number: _number, food_restrictions, ...cells }: Cells): ParsedLine => {
    const errors: FieldFaults = {}
    const tried = <T>(work: () => T, as?: string): T | undefined => {
      try {
        return work()
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        for (const [field, words] of Object.entries(error.extras.errors ?? {})) errors[as ?? field] = words
        return undefined
      }
    }
    const traveler = tried(() => check(valued(cells)))
    const eaten = (food_restrictions ?? '').split(/[、,，;；\s]+/).filter((food) => food !== '')
    const restricted = eaten.flatMap((cell) => {
      const food = tried(() => checkFood({ food: optionCalled('food-restrictions', cell) }).food, 'food_restrictions')
      return food ? [food] : []
    })
    if (!traveler || Object.keys(errors).length) return { errors }
    return { traveler: { ...traveler, ...(restricted.length && { food_restrictions: [...new Set(restricted)] }) } }
  }
}

type Food = NonNullable<NewTraveler['food_restrictions']>[number]
const foods = (optionLists['food-restrictions'] ?? []).map(({ value }) => value)

// The option lists of columns that may be given by label.
const lists: Record<string, string> = {
  nationality: 'nationality',
  passport_status: 'passport-status',
  passport_country: 'nationality',
  meal_requirement: 'meal-requirements',
  ticket_handling: 'ticket-handling',
  class_preference: 'class-preference',
  bed_type: 'bed-type',
  seat_preference: 'seat-preference',
}
const valued = (cells: Cells): Cells =>
  Object.fromEntries(
    Object.entries(cells).map(([column, cell]) => [
      column,
      cell === undefined || !lists[column] ? cell : optionCalled(lists[column], cell),
    ]),
  )
const optionCalled = (list: string, cell: string) =>
  optionLists[list]?.find(
    ({ value, label, label_en }) => value === cell || label === cell || label_en.toLowerCase() === cell.toLowerCase(),
  )?.value ?? cell

const missing: Words = ['缺少此欄位。', 'This column is missing.']
const unknown: Words = ['沒有這個欄位；請檢查拼字。', 'There is no such column; check the spelling.']
const twice: Words = ['欄位重複。', 'This column stands there twice.']

const inWords = (report: LineReport, isKept: boolean, locale: Locale) => ({
  line: report.line,
  name: report.name,
  result: report.result,
  traveler_id: report.result === 'created' && isKept ? report.traveler_id : null,
  checks: report.result === 'created' ? report.checks : [],
  errors:
    report.result === 'refused'
      ? Object.fromEntries(
          Object.entries(report.errors).map(([field, words]) => [field, words.map((pair) => say(pair, locale))]),
        )
      : {},
})

export function importRoute(on: On, app: FastifyInstance) {
  const by = byIn(app)
  on.post(
    '/import',
    {
      name: 'importTravelers',
      access: staffEditors,
      summary:
        'Import travelers from a CSV file, for one booking or by booking number: all or none, with a report for every line. A file has at most 500 lines',
      body: TravelerFile,
      returns: Imported,
      etag: 'none',
    },
    async ({ tx, actor, body: { csv, ...options }, locale }) => {
      const sheet = await readCsv(Buffer.from(csv), MOST_LINES)
      const { imported, reports } = await importTravelers(tx, by(actor), sheet, { ...options, zone: app.zone })
      return { imported, lines: reports.map((report) => inWords(report, imported, locale)) }
    },
  )
}
