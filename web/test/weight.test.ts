import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { noBuild, requireFreshBuild } from './build.ts'

type Chunk = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean }

const FIRST_LOAD = 160_000
/** The most that a page, or a sheet that opens on demand, may load besides the first files. */
const PAGE = 40_000

suite('the weight of the console, compressed with gzip', { skip: noBuild }, () => {
  if (noBuild) return
  requireFreshBuild()
  const dist = new URL('../dist/', import.meta.url)
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))
  const sizeOf = (file: string) => readFileSync(new URL(`${file}.gz`, dist)).length

  /** Every file that is loaded with a chunk. */
  const filesOf = (name: string): string[] => {
    const { file, css = [], imports = [] } = manifest[name] ?? assert.fail(`no ${name}`)
    return [...new Set([file, ...css, ...imports.flatMap(filesOf)])]
  }
  const weightOf = (files: string[]) => files.reduce((sum, file) => sum + sizeOf(file), 0)

  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? ''
  const first = filesOf(entry)

  test('the first load is at most 160 kB', (t) => {
    t.diagnostic(`first load ${weightOf(first)} bytes`)
    assert.ok(weightOf(first) <= FIRST_LOAD, `the first load has ${weightOf(first)} bytes`)
  })

  test('the pocket of a leader has at most 15 kB of script with its worker, in each language', (t) => {
    for (const locale of ['zh-TW', 'en']) {
      const weight = sizeOf(`pocket/page.${locale}.js`) + sizeOf('pocket/worker.js')
      t.diagnostic(`${locale} ${weight} bytes`)
      assert.ok(weight <= 15_000, `${locale} has ${weight} bytes`)
    }
  })

  test('no page adds more than 40 kB', (t) => {
    const pages = Object.keys(manifest)
      .filter((name) => name.startsWith('src/') && name !== entry)
      .map((name) => ({ name, weight: weightOf(filesOf(name).filter((file) => !first.includes(file))) }))
      .sort((a, b) => b.weight - a.weight)
    t.diagnostic(`heaviest of ${pages.length}: ${pages[0]?.name}, ${pages[0]?.weight} bytes`)
    assert.ok(pages.length > 20, `only ${pages.length} were found`)
    assert.deepEqual(
      pages.filter(({ weight }) => weight > PAGE).map(({ name, weight }) => `${name} adds ${weight} bytes`),
      [],
    )
  })
})
