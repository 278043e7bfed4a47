import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { nothingGiven } from '../../../test/fixtures/commands.ts'
import type { Io } from '../io.ts'
import { type Checked, checkPapers } from './check.ts'
import { printChanges } from './watch.ts'

/** The press is restarted before it needs more; the limit is reached only after many papers. */
const MOST_MEGABYTES = 300

const folder = await mkdtemp(join(tmpdir(), 'guidon-papers-'))
after(() => rm(folder, { recursive: true }))

const check = async (more: { out?: string; json?: true }, papersDir = folder) => {
  const lines: string[] = []
  const io: Io = {
    env: { PAPERS_DIR: papersDir },
    out: (text) => lines.push(text),
    err: () => {},
    isWatched: false,
    isRead: false,
    input: async () => '',
    locale: 'en',
  }
  return { isRight: await checkPapers(io, { ...nothingGiven, ...more }), text: lines.join('') }
}

test("a mistake in the operator's folder is reported with its file and line; all other templates are right", async () => {
  const out = join(folder, 'out')
  await writeFile(join(folder, 'receipt.typ'), '#import "house.typ": *\n\n#paper.nothing.like.this\n')
  const { isRight, text } = await check({ out, json: true })
  assert.equal(isRight, false)
  const all: Checked[] = JSON.parse(text)
  const wrong = all.filter(({ is }) => is === 'fail')
  assert.deepEqual(
    wrong.map(({ template, locale }) => [template, locale]),
    [
      ['receipt', 'zh-TW'],
      ['receipt', 'en'],
    ],
  )
  for (const { faults } of wrong) assert.match(faults.join('\n'), /^\/receipt\.typ:3:\d+: error: /)
  assert.ok(all.length > 30)
  const most = Math.max(...all.map(({ megabytes }) => megabytes ?? 0))
  assert.ok(most > 0 && most <= MOST_MEGABYTES, `the press had ${most} MB`)
  assert.match((await readFile(join(out, 'booking-en.pdf'))).toString('latin1'), /^%PDF/)
})

test('a folder that does not exist is reported', async () => {
  const missing = join(folder, 'nothing')
  const { isRight, text } = await check({}, missing)
  assert.deepEqual([isRight, text.trimEnd()], [false, `fail  PAPERS_DIR \n      → ${missing} does not exist`])
})

test('--watch prints the template that has changed, and all if the changed file belongs to several', async () => {
  const stopped = new AbortController()
  let take = (_only: string | undefined) => {}
  const printed = () => new Promise((done) => (take = done))
  printChanges(folder, async (only) => take(only), stopped.signal)

  const first = printed()
  await writeFile(join(folder, 'receipt-en.pdf'), 'what was printed')
  await writeFile(join(folder, 'receipt.typ'), '#import "house.typ": *')
  assert.equal(await first, 'receipt')
  const second = printed()
  await writeFile(join(folder, 'receipt.typ'), '#import "house.typ": *\n')
  await writeFile(join(folder, 'logo.png'), 'a picture')
  assert.equal(await second, undefined)
  stopped.abort()
})
