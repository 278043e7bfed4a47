import { setImmediate as nextIteration } from 'node:timers/promises'
import { sql } from 'kysely'
import { refusalOf } from '../../kit/db/faults.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { attempt } from '../../kit/db/transaction.ts'
import { Refusal } from '../../kit/errors.ts'
import { type Held, hold, holdAll, isHeld, lacksLines, newHeld, ownNames } from './held.ts'
import type { Context, Kind, WrittenLine } from './kind.ts'
import { allKinds, kinds } from './kinds.ts'
import type { Line, ParsedSheet } from './parse.ts'
import { problemsOf } from './problems.ts'
import { type Expected, nearestNames, resolveReferences } from './references.ts'
import { addProblem, countOf, inOrder, newReport, type Progress } from './report.ts'
import type { Report, SheetCounts } from './schema.ts'

type How = { import_id: number | undefined; onExisting: 'skip' | 'refuse'; progress?: Progress; held?: Held }

/**
 * Writes the lines of all sheets in the order of the kinds, each by the action of its module, and says what became of them. A line that is
 * refused does not stop the others, so that all are reported; the caller rolls back.
 */
export async function importLines(context: Context, sheets: readonly ParsedSheet[], how: How) {
  const report = newReport()
  const held = newHeld()
  const unfinished: Unfinished[] = []
  for (const parsed of inOrder(sheets)) {
    await finish(context, unfinished, report, held, parsed.kind)
    const counted = countOf(parsed, report)
    await addMissingNames(context.tx, parsed, report, held)
    const written: WrittenLine[] = []
    unfinished.push({ parsed, written, counted })
    let grown = PART
    for (let at = 0; at < parsed.lines.length; at += PART) {
      const lines = parsed.lines.slice(at, at + PART)
      written.push(...(await importLinesOf(context, parsed, lines, counted, report, { ...how, held })))
      if (counted.created < grown) continue
      grown *= 2
      await analyze(context.tx, parsed.kind)
    }
  }
  await finish(context, unfinished, report, held)
  return report
}

export type Unfinished = { parsed: ParsedSheet; written: WrittenLine[]; counted: SheetCounts }

/** What is done after the lines of some kinds: before those of the kind that comes next, or at the end. */
export async function finish(
  context: Context,
  unfinished: readonly Unfinished[],
  report: Report,
  held: Held,
  next?: Kind,
) {
  for (const { parsed, written, counted } of unfinished) {
    const { kind, sheet } = parsed
    if (!kind.finish || !written.length || !isDue(kind.finish.before, next)) continue
    const lines = written.splice(0)
    const faults = Map.groupBy(await kind.finish.work(context, lines), ({ line }) => line)
    if (!faults.size) continue
    for (const line of lines) {
      const own = faults.get(line.line)
      if (!own) continue
      const isWaiting = lacksLines(held, kind, line)
      if (!isWaiting) for (const fault of own) addProblem(report, { ...fault, sheet })
      counted.created -= 1
      if (isWaiting) counted.waiting = (counted.waiting ?? 0) + 1
      else counted.refused += 1
      hold(held, kind, line)
    }
  }
}

const isDue = (before: string | undefined, next: Kind | undefined) =>
  next === undefined || (before !== undefined && orderOf(next.code) >= orderOf(before))
const orderOf = (code: string) => kinds.findIndex((kind) => kind.code === code)

/** What lines name that is not there, of those that have another problem already. */
const addMissingNames = async (tx: Tx, { kind, sheet, faulty, isUnread }: ParsedSheet, report: Report, held: Held) => {
  const { problems } = await resolveReferences(tx, kind, sheet, faulty, { held })
  for (const problem of problems) addProblem(report, problem)
  for (const line of faulty) hold(held, kind, line)
  if (isUnread) holdAll(held, kind)
}

/** Of a larger file so many lines are written, or looked up, together. */
export const PART = 500

/**
 * Counts the rows of the tables that have grown. Statements that were planned when a table was empty read all of it, for every line anew,
 * and PostgreSQL looks after its statistics only once a minute.
 */
export async function analyze(tx: Tx, { of }: Kind) {
  for (const table of new Set([of, ...GROWN_BESIDE])) await sql`analyze ${sql.table(table)}`.execute(tx)
}
const GROWN_BESIDE = ['external_refs', 'persons', 'person_records', 'booking_price_lines']

/** Writes some lines of a sheet. Returns those of which something is asked once all are written. */
export async function importLinesOf(
  context: Context,
  { kind, sheet }: ParsedSheet,
  given: readonly Line[],
  counted: SheetCounts,
  report: Report,
  { import_id, onExisting, progress, held = newHeld() }: How,
) {
  const { lines, problems, wrong, waiting } = await resolveReferences(context.tx, kind, sheet, given, { held })
  for (const problem of problems) addProblem(report, problem)
  for (const line of [...wrong, ...waiting]) hold(held, kind, line)
  counted.refused += wrong.size
  counted.waiting = (counted.waiting ?? 0) + waiting.size
  const there = await existing(context, kind, lines)
  const isOld = (line: Line) => there.has(storedKey(context, kind, line))
  const old = lines.filter(isOld)
  if (onExisting === 'refuse') for (const line of old) addProblem(report, { ...at(line, kind, sheet), ...isThere })
  counted[onExisting === 'refuse' ? 'refused' : 'unchanged'] += old.length
  await progress?.(old.length)

  const fresh = lines.filter((line) => !isOld(line))
  const written: WrittenLine[] = []
  for (let from = 0; from < fresh.length; from += TOGETHER) {
    const some = fresh.slice(from, from + TOGETHER)
    const outcomes = await outcomesOf(context, kind, some)
    const created: { line: Line; id: number }[] = []
    for (const [i, line] of some.entries()) {
      const outcome = outcomes[i]
      if (typeof outcome === 'number') created.push({ line, id: outcome })
      else if (outcome && waitsForTraveler(held, kind, line, outcome)) {
        counted.waiting = (counted.waiting ?? 0) + 1
        counted.refused -= 1
      } else if (outcome) {
        for (const problem of problemsOf(outcome, kind)) addProblem(report, { ...at(line, kind, sheet), ...problem })
        hold(held, kind, line)
      }
    }
    await remember(context, kind, created, import_id)
    counted.created += created.length
    counted.refused += some.length - created.length
    // Of others nothing is asked once all are written.
    if (kind.finish) written.push(...created.map(({ line: { line, body, names }, id }) => ({ line, id, body, names })))
    await progress?.(some.length)
  }
  return written
}

/** Whether a line is refused for a traveler whose own line is refused. */
const waitsForTraveler = (held: Held, { namesTravelers }: Kind, { body }: Line, { extras }: Refusal) => {
  if (!namesTravelers || !Object.keys(extras.errors ?? {}).some((field) => field.startsWith('traveler_name')))
    return false
  const names = [body.traveler_name, body.traveler_names].flat().filter((name) => typeof name === 'string')
  return names.some((name) => isHeld(held, 'travelers', name, false))
}

/** Lines that are written in common statements, and shown as progress. */
const TOGETHER = 50

const at = ({ line }: Line, kind: Kind, sheet: string) => ({ sheet, line, column: kind.columns[0]?.code ?? null })
const isThere = { code: 'exists', message: ['這筆資料已經存在。', 'This record is there already.'] } as const

/** The ids of the records of lines. If one is refused, they are written one by one, to know which and why. */
const outcomesOf = async (context: Context, kind: Kind, lines: readonly Line[]) => {
  const together = await createTogether(context, kind, lines)
  if (!(together instanceof Refusal)) return together
  if (lines.length === 1) return [together]
  const outcomes: (number | Refusal | undefined)[] = []
  for (const line of lines) {
    const alone = await createTogether(context, kind, [line])
    outcomes.push(alone instanceof Refusal ? alone : alone[0])
  }
  return outcomes
}

const createTogether = ({ tx, ...context }: Context, kind: Kind, lines: readonly Line[]) =>
  attempt<number[] | Refusal>(
    tx,
    () => kind.write({ tx, ...context }, lines.map(({ body }) => body) as never[]),
    async (error) => {
      // What a constraint refuses is a problem of the line; a database that is away is none.
      const refusal = error instanceof Refusal ? error : refusalOf(error)
      if (!refusal || refusal.code === 'unavailable') throw error
      return refusal
    },
  )

/** What a record is recognized by in the next import. */
function storedKey({ keys }: Pick<Context, 'keys'>, { code, isPersonal }: Kind, { key }: Pick<Line, 'key'>) {
  return isPersonal || key.length > LONGEST ? keys.mac(`import ${code}`, key).toString('hex') : key
}
const LONGEST = 200

/** The lines whose records are there: written by an earlier import, or found by what tells them apart. */
async function existing(context: Pick<Context, 'tx' | 'keys'>, kind: Kind, lines: readonly Line[]) {
  const { tx } = context
  const byKey = new Map(lines.map((line) => [line.key, storedKey(context, kind, line)]))
  const { rows } = await sql<{ value: string }>`
    select value from external_refs r
     where table_name = ${kind.of} and system = ${SYSTEM} and value = any (${[...byKey.values()]}::text[])
       and exists (select from ${sql.table(kind.of)} where id = r.record_id)`.execute(tx)
  const there = new Set(rows.map(({ value }) => value))
  const found = await kind.find?.(tx, [...byKey.keys()])
  for (const key of found?.keys() ?? []) there.add(byKey.get(key) ?? '')
  return there
}
const SYSTEM = 'import'

// A reference to a record that was removed since is replaced.
const remember = async (
  context: Context,
  kind: Kind,
  created: readonly { line: Line; id: number }[],
  import_id: number | undefined,
) => {
  if (import_id === undefined || !created.length) return
  const ids = created.map(({ id }) => id)
  const values = created.map(({ line }) => storedKey(context, kind, line))
  await sql`insert into external_refs (table_name, record_id, system, value, import_id)
     select ${kind.of}, made.id, ${SYSTEM}, made.value, ${import_id}::integer
       from unnest(${ids}::integer[], ${values}::text[]) with ordinality made (id, value, n) order by n
     on conflict on constraint external_refs_value do update
        set record_id = excluded.record_id, import_id = excluded.import_id, created_at = now()`.execute(context.tx)
}

/** Checks lines without writing them: what they name must be there, or come in a sheet before. */
export async function checkLines(context: Pick<Context, 'tx' | 'keys'>, sheets: readonly ParsedSheet[], how: How) {
  const report = newReport()
  const expected: Expected = new Map()
  const held = newHeld()
  for (const parsed of inOrder(sheets)) {
    const { kind, sheet } = parsed
    const counted = countOf(parsed, report)
    const known = { expected, held, nearest: nearestNames(context.tx) }
    for (const faulty of batchesOf(parsed.faulty)) {
      const { problems } = await resolveReferences(context.tx, kind, sheet, faulty, known)
      for (const problem of problems) addProblem(report, problem)
      for (const line of faulty) hold(held, kind, line)
    }
    if (parsed.isUnread) holdAll(held, kind)
    const brought: Line[][] = []
    for (const given of batchesOf(parsed.lines)) {
      const { lines, problems, wrong, waiting } = await resolveReferences(context.tx, kind, sheet, given, known)
      for (const problem of problems) addProblem(report, problem)
      for (const line of [...wrong, ...waiting]) hold(held, kind, line)
      const there = await existing(context, kind, lines)
      const old = lines.filter((line) => there.has(storedKey(context, kind, line)))
      if (how.onExisting === 'refuse')
        for (const line of old) addProblem(report, { ...at(line, kind, sheet), ...isThere })
      counted.refused += wrong.size + (how.onExisting === 'refuse' ? old.length : 0)
      counted.waiting = (counted.waiting ?? 0) + waiting.size
      counted.unchanged += how.onExisting === 'refuse' ? 0 : old.length
      counted.created += lines.length - old.length
      brought.push(lines)
    }
    for (const lines of brought) {
      expect(expected, kind, lines)
      await nextIteration()
    }
  }
  return report
}

// One statement for all lines of a large file would hold the event loop for seconds.
const CHECKED_TOGETHER = 500
function* batchesOf(lines: readonly Line[]) {
  for (let at = 0; at < lines.length; at += CHECKED_TOGETHER) yield lines.slice(at, at + CHECKED_TOGETHER)
}

const expect = (expected: Expected, kind: Kind, lines: readonly Line[]) => {
  const names = expected.get(kind.of) ?? new Set()
  for (const { body } of lines) for (const name of ownNames(body)) names.add(name)
  expected.set(kind.of, names)
}

/** Keeps the versions that the records have now, by which an undo sees whether somebody has changed them since. */
export async function keepVersions(tx: Tx, import_id: number) {
  for (const { of } of allKinds)
    if (await hasVersion(tx, of))
      await sql`update external_refs r set record_version = t.version from ${sql.table(of)} t
                 where r.import_id = ${import_id} and r.table_name = ${of} and t.id = r.record_id`.execute(tx)
}

const hasVersion = async (tx: Tx, table: string) => {
  const { rows } = await sql`select 1 from pg_attribute
    where attrelid = ${table}::regclass and attname = 'version' and not attisdropped`.execute(tx)
  return rows.length > 0
}
