import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { nothingGiven } from '../../../test/fixtures/commands.ts'
import type { Io } from '../io.ts'
import { checkPapers, checkTemplates } from './check.ts'
import { printChanges } from './watch.ts'

const folder = await mkdtemp(join(tmpdir(), 'guidon-papers-'))
after(() => rm(folder, { recursive: true }))

const check = async (more: { out?: string } = {}) => {
  const lines: string[] = []
  const io: Io = {
    env: { PAPERS_DIR: folder },
    out: (text) => lines.push(text),
    err: () => {},
    isWatched: false,
    isRead: false,
    input: async () => '',
    locale: 'en',
  }
  return { isRight: await checkPapers(io, { ...nothingGiven, ...more }), text: lines.join('') }
}

test("a mistake in the operator's folder is told with its file and line; all other templates are right", async () => {
  const out = join(folder, 'out')
  await writeFile(join(folder, 'receipt.typ'), '#import "house.typ": *\n\n#paper.nothing.like.this\n')
  const { isRight, text } = await check({ out })
  assert.equal(isRight, false)
  assert.match(text, /^fail {2}receipt en\n {6}→ \/receipt\.typ:3:\d+: error: /m)
  const others = text.split('\n').filter((line) => /^\w/.test(line) && !line.includes('receipt'))
  assert.ok(others.length > 30 && others.every((line) => line.startsWith('ok ')), text)
  assert.match((await readFile(join(out, 'booking-en.pdf'))).toString('latin1'), /^%PDF/)

  await rm(join(folder, 'receipt.typ'))
  const ours = await checkTemplates(folder, 'receipt')
  assert.deepEqual(
    ours.map(({ template, locale, is }) => [template, locale, is]),
    [
      ['receipt', 'zh-TW', 'ok'],
      ['receipt', 'en', 'ok'],
    ],
  )
})

test('--watch prints the template that has changed, and all after a change that concerns several', async () => {
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
