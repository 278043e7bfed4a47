import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sources } from './sources.ts'

test('rules and schemas get the clock and randomness as arguments', () => {
  const clock = /\bnew Date\(\)|\bDate\.now\b|\bTemporal\.Now\b|\bperformance\.now\b/
  const chance = /\bMath\.random\b|\brandom(Bytes|UUID|Int)\b/
  const rules = sources.filter(({ path }) => /^src\/modules\/.*(flow|rules|schema)\.ts$/.test(path))
  assert.ok(rules.length > 50, `only ${rules.length} files were found`)
  assert.deepEqual(
    rules.filter(({ text }) => clock.test(text) || chance.test(text)).map(({ path }) => path),
    [],
  )
})
