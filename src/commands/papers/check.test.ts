import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Io } from '../io.ts'
import { checkPapers } from './check.ts'

const folder = await mkdtemp(join(tmpdir(), 'guidon-papers-'))
after(() => rm(folder, { recursive: true }))
const given = { file: '', to: '', from: '', email: '', id: '', name: '', role: '', days: '', since: '', until: '' }

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
  return { isRight: await checkPapers(io, { ...given, ...more }), text: lines.join('') }
}

test("our templates are right; a mistake in the operator's folder is told with its file and line", async () => {
  const out = join(folder, 'out')
  const { isRight, text } = await check({ out })
  assert.equal(isRight, true, text)
  assert.match(text, /^ok {4}booking zh-TW$/m)
  assert.match((await readFile(join(out, 'receipt-en.pdf'))).toString('latin1'), /^%PDF/)

  await writeFile(join(folder, 'receipt.typ'), '#import "house.typ": *\n\n#paper.nothing.like.this\n')
  const wrong = await check()
  assert.equal(wrong.isRight, false)
  assert.match(wrong.text, /^fail {2}receipt en\n {6}→ \/receipt\.typ:3:\d+: error: /m)
  assert.match(wrong.text, /^ok {4}booking en$/m)
})
