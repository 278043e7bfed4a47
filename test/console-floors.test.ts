import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { cyclesIn, type Graph } from './cycles.ts'

/** What a file of each folder of `web/src` may import, as the table in docs/ARCHITECTURE.md says. The rest is the shell, which may import everything. */
const mayImport: Record<string, readonly string[]> = {
  kit: ['kit'],
  parts: ['parts', 'kit'],
  pages: ['pages', 'parts', 'kit'],
}

const root = 'web/src'
const imported = /(?:from|import)\s*\(?'(\.[^']+)'/g
const graph: Graph = new Map(
  globSync(`${root}/**/*.{ts,tsx}`).map((path) => [
    path,
    [...readFileSync(path, 'utf8').matchAll(imported)].map(([, target = '']) => join(dirname(path), target)),
  ]),
)
const arrows = [...graph].flatMap(([path, targets]) => targets.map((target) => [path, target] as const))
const floorOf = (path: string) => /^web\/src\/(\w+)\//.exec(path)?.[1] ?? 'shell'
/** `pages/trip` for every file of that page. */
const pageOf = (path: string) => /^web\/src\/(pages\/[\w-]+)/.exec(path)?.[1]
/** The addresses say what pages are filtered by, in types alone. */
const isOfAddresses = (target: string) => target === `${root}/filters.ts`

test('a file of the console imports only from lower floors', () => {
  assert.ok(graph.size > 300, `only ${graph.size} files were found`)
  const wrong = arrows.filter(([path, target]) => {
    const floors = mayImport[floorOf(path)]
    const isInside = target.startsWith(`${root}/`) && !isOfAddresses(target)
    return floors && isInside && !floors.includes(floorOf(target))
  })
  assert.deepEqual(wrong.map(shown), [])
})

test('no page imports from another page: what two pages share is in web/src/parts', () => {
  const wrong = arrows.filter(([path, target]) => {
    const [here, there] = [pageOf(path), pageOf(target)]
    return here && there && here !== there
  })
  assert.deepEqual(wrong.map(shown), [])
})

test('the files of the console do not import each other in a cycle, also not for types', () => {
  assert.deepEqual(cyclesIn(graph), [])
})

const shown = ([path, target]: readonly [string, string]) => `${path} imports ${target}`
