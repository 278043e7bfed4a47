import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sources } from './sources.ts'
import { entriesIn } from './tables.ts'

test('a table is written only by the module that declares it', () => {
  const owner = new Map<string, string>()
  for (const { path, text } of sources)
    for (const { table } of entriesIn(text)) {
      assert.ok(!owner.has(table), `${table} is declared by ${path} and by ${owner.get(table)}`)
      owner.set(table, homeOf(path))
    }
  assert.ok(owner.size > 80, `only ${owner.size} tables were found`)
  const wrong = sources
    .filter(({ path }) => homeOf(path) !== 'house')
    .flatMap(({ path, text }) =>
      writesIn(text)
        .filter((table) => (owner.get(table) ?? 'kit') !== homeOf(path))
        .map((table) => `${path} writes ${table}, which belongs to ${owner.get(table) ?? 'nobody else than the kit'}`),
    )
  assert.deepEqual(wrong, [])
})

/** The kit or a module. Code that combines modules (start, commands, seeds) may write every table. */
const homeOf = (path: string) => path.match(/^src\/(kit|modules\/[\w-]+)/)?.[1] ?? 'house'

const writesIn = (text: string) =>
  [
    ...text.matchAll(/\b(?:insertInto|updateTable|deleteFrom|mergeInto)\('(\w+)/g),
    ...text.matchAll(/\b(?:insert into|delete from) (\w+)|\bupdate (\w+)(?: as \w+)? set\b/g),
    ...text.matchAll(/\bremove\(tx, '(\w+)'/g),
    ...text.matchAll(/\btable: '(\w+)'/g),
  ].map(([, table, updated]) => table ?? updated ?? '')
