import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { filesIn, runtimeImports, sources } from './sources.ts'
import { entriesIn } from './tables.ts'

// The sources are read, not imported, so that an import cycle is reported as a failure of the rule and not as a crash.
const textOf = new Map(sources.map(({ path, text }) => [path, text]))

const importsOf = (path: string) =>
  runtimeImports(textOf.get(path) ?? '')
    .filter((target) => target.startsWith('.'))
    .map((target) => join(dirname(path), target))
    .filter((target) => textOf.has(target))

const homeOf = (path: string) => path.match(/^src\/(kit|modules\/[\w-]+)/)?.[1] ?? 'house'
const lastWord = (path: string) => path.match(/([a-z]+)\.ts$/)?.[1] ?? ''

const named: Record<string, number> = { schema: 1, queries: 3, routes: 5, seed: 6 }
for (const word of ['flow', 'rules', 'present', 'labels']) named[word] = 2
for (const word of ['actions', 'notices', 'mails', 'jobs']) named[word] = 4

/** The floor of a file whose name does not say it: as low as its content and its imports allow. */
const nature = (text: string) => {
  if (/\b(routes|resource|linkRoutes)\(|\bon\.(get|create|post|put|patch|delete)\(|from 'fastify'/.test(text)) return 5
  if (writesIn(text).length || /\b(emit|enqueue|job)\(|\bon\('/.test(text)) return 4
  if (runtimeImports(text).some((target) => target === 'kysely' || /kit\/(db|list)\//.test(target))) return 3
  return 1
}
const known = new Map<string, number>()
const floorOf = (path: string): number => {
  const floor = known.get(path) ?? found(path)
  known.set(path, floor)
  return floor
}
const found = (path: string) => {
  const home = homeOf(path)
  if (home === 'kit') return 0
  if (home === 'house') return 6
  const byName = named[lastWord(path)]
  if (byName !== undefined) return byName
  known.set(path, 1)
  return Math.max(nature(textOf.get(path) ?? ''), ...importsOf(path).map(floorOf))
}

const writesIn = (text: string) =>
  [
    ...text.matchAll(/\b(?:insertInto|updateTable|deleteFrom|mergeInto)\('(\w+)/g),
    ...text.matchAll(/\b(?:insert into|delete from) (\w+)|\bupdate (\w+)(?: as \w+)? set\b/g),
    ...text.matchAll(/\bremove\(tx, '(\w+)'/g),
    ...text.matchAll(/\btable: '(\w+)'/g),
  ].map(([, table, updated]) => table ?? updated ?? '')

/** Files that other modules may import from the same floor. Each line is a decision. */
const common = [
  'booking-statuses.ts',
  'addon-requests/conversation/words.ts',
  'addon-requests/labels.ts',
  'reference-data.ts',
  'roles.ts',
  'search-parts.ts',
  'geography/in-place.ts',
  'shown-names.ts',
  'trip-statuses.ts',
  'users/naming.ts',
  'users/queries.ts',
  'users/reader.ts',
  'users/schema.ts',
  'attachments/queries.ts',
  'attachments/schema.ts',
  'packages/schema.ts',
  'packages/prices/queries.ts',
  'languages/languages.ts',
  'languages/samples.ts',
  'leader-calendar/schema.ts',
  'notifications/schema.ts',
  'leader-calendar/blocks.ts',
  'bookings/labels.ts',
  'cancellation-terms/queries.ts',
  'options/labels.ts',
  'options/lists.ts',
  'options/values.ts',
  'planned-trips/seats.ts',
  'planned-trips/price.ts',
  'planned-trips/visible.ts',
  'planned-trips/deadlines/queries.ts',
  'tour-leaders/visible.ts',
  'traveler-documents/labels.ts',
  'trip-messages/schema.ts',
  'travelers/checks.ts',
  'travelers/creation-actions.ts',
  'travelers/labels.ts',
  'travelers/rules.ts',
  'travelers/schema.ts',
  'travelers/visible.ts',
  'addon-requests/visible.ts',
  'seminars/visible.ts',
].map((path) => `src/modules/${path}`)

test('a file imports only from lower floors', () => {
  const mayNeed = (path: string, target: string) => {
    const [here, there] = [floorOf(path), floorOf(target)]
    if (there < here) return true
    if (there > here) return false
    if (here === 6 || homeOf(path) === homeOf(target)) return true
    return common.includes(target) || (here === 4 && lastWord(target) === 'actions')
  }
  const wrong = sources.flatMap(({ path }) =>
    importsOf(path)
      .filter((target) => !mayNeed(path, target))
      .map((target) => `${path} (floor ${floorOf(path)}) needs ${target} (floor ${floorOf(target)})`),
  )
  assert.deepEqual(wrong, [])
})

test('no file is imported for its side effects: what registers itself is listed in wiring.ts', () => {
  const bare = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^\s*(?:await )?import\s*\(?'(\.[^']+)'\)?;?$/gm)].map(([line]) => `${path}: ${line.trim()}`),
  )
  assert.deepEqual(bare, [])
})

test('the database is opened in one place, with all consequences and notices', () => {
  const opening = sources.filter(({ text }) =>
    /^import \{[^}]*\bconnect\b[^}]*\} from '.*\/db\/connect\.ts'/m.test(text),
  )
  assert.deepEqual(
    opening.map(({ path }) => path),
    ['src/wiring.ts'],
  )
})

test('each floor uses only what is allowed on it', () => {
  const clock = /\bnew Date\(\)|\bDate\.now\b|\bTemporal\.Now\b|\bperformance\.now\b/
  const chance = /\bMath\.random\b|\brandom(Bytes|UUID|Int)\b/
  const forbidden: [floors: number[], what: string, breaks: (text: string) => boolean][] = [
    [
      [1, 2],
      'the database',
      (text) => runtimeImports(text).some((n) => /^(kysely|pg)$|kit\/(db\/(?!faults)|list\/|jobs)/.test(n)),
    ],
    [[1, 2], 'the clock', (text) => clock.test(text)],
    [[1, 2, 3], 'chance', (text) => chance.test(text)],
    [[1, 2, 3, 4], 'the environment', (text) => /\bprocess\.(env|argv|cwd)\b/.test(text)],
    [
      [1, 2, 3, 4],
      'the web',
      (text) => /from '(fastify|node:http)'|kit\/http\/(routes\/routes|server\/service)/.test(text),
    ],
    [[1, 2, 3, 5], 'writing', (text) => /\b(insertInto|updateTable|deleteFrom|mergeInto)\(/.test(text)],
  ]
  const wrong = sources.flatMap(({ path, text }) =>
    forbidden
      .filter(([floors, , breaks]) => floors.includes(floorOf(path)) && breaks(text))
      .map(([, what]) => `${path} (floor ${floorOf(path)}) knows ${what}`),
  )
  assert.deepEqual(wrong, [])
})

test('a table is written only by the module that declares it', () => {
  const owner = new Map<string, string>()
  for (const { path, text } of sources)
    for (const { table } of entriesIn(text)) {
      assert.ok(!owner.has(table), `${table} is declared by ${path} and by ${owner.get(table)}`)
      owner.set(table, homeOf(path))
    }
  const wrong = sources
    .filter(({ path }) => homeOf(path) !== 'house')
    .flatMap(({ path, text }) =>
      writesIn(text)
        .filter((table) => (owner.get(table) ?? 'kit') !== homeOf(path))
        .map((table) => `${path} writes ${table}, which belongs to ${owner.get(table) ?? 'nobody else than the kit'}`),
    )
  assert.deepEqual(wrong, [])
})

test('nothing is left for later', () => {
  const leftovers = /\bas an[y]\b|\bTO[D]O\b|\bFIXM[E]\b|\b(test|it|describe)\.onl[y]\b/
  assert.deepEqual(
    [...filesIn('src'), ...filesIn('test')].filter(({ text }) => leftovers.test(text)).map(({ path }) => path),
    [],
  )
})
