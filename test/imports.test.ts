import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { cyclesIn, type Graph, grouped } from './cycles.ts'
import { filesIn, importedFiles, sources } from './sources.ts'

const everything = [
  'design',
  'embedded-postgres',
  'src',
  'test',
  'bench',
  'drills',
  'sdk/src',
  'web/src',
  'web/test',
].flatMap(filesIn)
const imports: Graph = new Map(everything.map((source) => [source.path, importedFiles(source)]))
const isTest = (path: string) => path.endsWith('.test.ts')

test('files do not import each other in a cycle, also not for types', () => {
  assert.ok(imports.size > 1_000, `only ${imports.size} files were found`)
  assert.deepEqual(cyclesIn(imports), [])
})

test('the folders and files directly below src/kit do not import each other in a cycle', () => {
  const folderOf = (path: string) => (isTest(path) ? undefined : /^src\/kit\/([\w.-]+)/.exec(path)?.[1])
  assert.deepEqual(cyclesIn(grouped(imports, folderOf)), [])
})

test('modules do not import each other in cycles, except those for which docs/ARCHITECTURE.md gives a reason', () => {
  const moduleOf = (path: string) => (isTest(path) ? undefined : /^src\/modules\/([\w-]+)/.exec(path)?.[1])
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
  assert.equal(excused.length, 5, 'there are no more of them than there were')
})

test('the service imports nothing from the tests', () => {
  const wrong = sources.flatMap((source) =>
    importedFiles(source)
      .filter((target) => !target.startsWith('src/') || isTest(target))
      .map((target) => `${source.path} imports ${target}`),
  )
  assert.deepEqual(wrong, [])
})

test('a feature of the console imports from another one only its folder `shared`, which imports no feature', () => {
  const featureOf = (path: string) => /^web\/src\/features\/([\w-]+)/.exec(path)?.[1]
  const isShared = (path: string) => path.includes('/shared/')
  const wrong = [...imports].flatMap(([path, targets]) =>
    targets
      .filter((target) => featureOf(target) && !isShared(target))
      .filter((target) => isShared(path) || (featureOf(path) ?? featureOf(target)) !== featureOf(target))
      .map((target) => `${path} imports ${target}`),
  )
  assert.deepEqual(wrong, [])
})

test('no file is imported for its side effects: wiring.ts lists everything that registers itself', () => {
  const bare = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^\s*(?:await )?import\s*\(?'(\.[^']+)'\)?;?$/gm)].map(([line]) => `${path}: ${line.trim()}`),
  )
  assert.deepEqual(bare, [])
})
