import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sources } from './sources.ts'

/** Files that create secrets or names of files, measure durations, or spread retries. */
const excused = [
  'src/modules/auth/codes.ts',
  'src/modules/imports/archive.ts',
  'src/modules/line/contents.ts',
  'src/modules/notifications/catch-up.ts',
  'src/modules/notifications/recent-changes.ts',
  'src/modules/packages/pictures.ts',
  'src/modules/place/opened-links.ts',
  'src/modules/site/printed.ts',
  'src/modules/webhooks/deliver.ts',
  'src/modules/webhooks/secrets.ts',
]

test('modules take the time from the database; rules get time and randomness as arguments', () => {
  const clock = /\bnew Date\(\)|\bDate\.now\b|\bTemporal\.Now\b|\bperformance\.now\b/
  const chance = /\bMath\.random\b|\brandom(Bytes|UUID|Int)\b/
  // A script on a phone has the clock of the phone.
  const modules = sources.filter(({ path }) => path.startsWith('src/modules/') && !path.includes('/browser/'))
  assert.deepEqual(
    modules
      .filter(({ text }) => clock.test(text) || chance.test(text))
      .map(({ path }) => path)
      .sort(),
    excused,
  )
})
