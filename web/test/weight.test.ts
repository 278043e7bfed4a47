import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import { noBuild, requireFreshBuild } from './build.ts'

type Chunk = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[]; isEntry?: boolean }

const FIRST_LOAD = 128_000
/** A page, or what opens on demand: a sheet, the palette, the field of a day. */
const PART = 20_000

suite('the weight of the console, compressed with gzip', { skip: noBuild }, async () => {
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

  const [entry = ''] = Object.keys(manifest).filter((name) => manifest[name]?.isEntry)
  const first = filesOf(entry)
  const lazy = Object.keys(manifest).filter((name) => name.startsWith('src/') && name !== entry)

  test('the first load', (t) => {
    t.diagnostic(`first load ${weightOf(first)} bytes`)
    assert.ok(weightOf(first) <= FIRST_LOAD, `${weightOf(first)} bytes`)
  })

  for (const name of lazy)
    test(`${name} on top of it`, (t) => {
      const weight = weightOf(filesOf(name).filter((file) => !first.includes(file)))
      t.diagnostic(`${name} ${weight} bytes`)
      assert.ok(weight <= PART, `${weight} bytes`)
    })
})
