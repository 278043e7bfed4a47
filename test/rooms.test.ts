import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { type Node, parse } from 'acorn'
import { full } from 'acorn-walk'
import { cyclesIn, type Graph, grouped } from './cycles.ts'
import { filesIn, importedFiles, type Source, sources } from './sources.ts'

const MOST_ENTRIES = 22
const MOST_LINES = 250
const MOST_LINES_OF_A_FUNCTION = 30

test('no folder has more than 22 entries', () => {
  const folders = [...new Set(sources.map(({ path }) => dirname(path)))].filter((folder) => folder !== 'src/modules')
  const entries = (folder: string) => readdirSync(folder).filter((name) => !name.endsWith('.test.ts')).length
  assert.deepEqual(
    folders.filter((folder) => entries(folder) > MOST_ENTRIES).map((folder) => `${folder} has ${entries(folder)}`),
    [],
  )
})

test('files are short', (t) => {
  const lengths = sources.map(({ text }) => text.split('\n').length - 1).sort((a, b) => a - b)
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0
  t.diagnostic(`${lengths.length} files, median ${median} lines, longest ${lengths.at(-1)}`)
  assert.ok(median <= 60, `the median file has ${median} lines`)
  assert.deepEqual(
    sources.filter(({ text }) => text.split('\n').length - 1 > MOST_LINES).map(({ path }) => path),
    [],
  )
})

test('files of the console and of its client are short', () => {
  const folders = ['web/src', 'web/test', 'sdk/src', 'sdk/generate']
  const paths = globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx}`)).filter((path) => !/generated/.test(path))
  assert.ok(paths.length > 60, `only ${paths.length} were found`)
  const lengthOf = (path: string) => readFileSync(path, 'utf8').split('\n').length - 1
  assert.deepEqual(
    paths.filter((path) => lengthOf(path) > MOST_LINES),
    [],
  )
})

/** Every function, also one without a name, with its length from its signature to its last line. */
const functionsIn = ({ path, text }: Source) => {
  const found: { at: string; length: number }[] = []
  const program = parse(stripTypeScriptTypes(text), { ecmaVersion: 'latest', sourceType: 'module', locations: true })
  full(program, (node: Node) => {
    if (!node.type.includes('Function') || !node.loc) return
    const { start, end } = node.loc
    found.push({ at: `${path}:${start.line}`, length: end.line - start.line + 1 })
  })
  return found
}

test('functions are short', () => {
  const functions = sources.flatMap(functionsIn)
  assert.ok(functions.length > 2_000, `only ${functions.length} were found`)
  assert.deepEqual(
    functions
      .filter(({ length }) => length > MOST_LINES_OF_A_FUNCTION)
      .map(({ at, length }) => `${at} has ${length} lines`),
    [],
  )
})

const everything = ['src', 'test', 'bench', 'drills'].flatMap(filesIn)
const imports: Graph = new Map(everything.map((source) => [source.path, importedFiles(source)]))

test('files do not import each other in a cycle, also not for types', () => {
  assert.deepEqual(cyclesIn(imports), [])
})

test('the folders and files directly below src/kit do not import each other in a cycle', () => {
  const isTest = (path: string) => path.endsWith('.test.ts')
  const roomOf = (path: string) => (isTest(path) ? undefined : /^src\/kit\/([\w.-]+)/.exec(path)?.[1])
  assert.deepEqual(cyclesIn(grouped(imports, roomOf)), [])
})

test('modules import each other in no cycle but those that docs/ARCHITECTURE.md gives a reason for', () => {
  const moduleOf = (path: string) => (path.endsWith('.test.ts') ? undefined : /^src\/modules\/([\w-]+)/.exec(path)?.[1])
  const modules = grouped(imports, moduleOf)
  const page = readFileSync('docs/ARCHITECTURE.md', 'utf8')
  const excused = [...page.matchAll(/^\| `([\w-]+)` → `([\w-]+)` \| \S.{20,}\|$/gm)].map(([, from = '', to = '']) => ({
    from,
    to,
  }))
  for (const { from, to } of excused) assert.ok(modules.get(from)?.includes(to), `${from} does not need ${to} any more`)

  const isExcused = (from: string, to: string) => excused.some((arrow) => arrow.from === from && arrow.to === to)
  const others = new Map([...modules].map(([from, targets]) => [from, targets.filter((to) => !isExcused(from, to))]))
  assert.deepEqual(cyclesIn(others), [])
  assert.equal(excused.length, 4, 'there are no more of them than there were')
})

test('the service imports nothing from the tests', () => {
  const wrong = sources.flatMap((source) =>
    importedFiles(source)
      .filter((target) => !target.startsWith('src/') || target.endsWith('.test.ts'))
      .map((target) => `${source.path} imports ${target}`),
  )
  assert.deepEqual(wrong, [])
})
