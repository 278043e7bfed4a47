import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { nothingGiven } from '../../../test/fixtures/commands.ts'
import { unmarked } from '../../../test/page-text.ts'
import { samples } from '../../modules/languages/samples.ts'
import type { Io } from '../io.ts'
import { mails } from './mails.ts'

const written: string[] = []
const io: Io = {
  env: {},
  out: (text) => written.push(text),
  err: () => {},
  isWatched: false,
  isRead: false,
  input: async () => '',
  locale: 'zh-TW',
}

test('the gallery shows every notice in both languages, loads nothing, and contains no code', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guidon-mails-'))
  const out = join(folder, 'mails.html')
  await mails(io, { ...nothingGiven, preview: true, out })
  const page = unmarked(await readFile(out, 'utf8'))
  await rm(folder, { recursive: true })
  for (const name of Object.keys(samples)) assert.ok(page.includes(`<article id="${name}">`), name)
  const cards = page.split('<article').slice(1)
  for (const card of cards) {
    const said = [...card.matchAll(/<section lang="([\w-]+)"><h4>([^<]+)<\/h4><p>([^<]*)<\/p>/g)]
    assert.deepEqual(
      said.map(([, locale]) => locale),
      ['zh-TW', 'en'],
      card,
    )
    assert.doesNotMatch(said.map(([, , subject, text]) => `${subject} ${text}`).join(), /\b[a-z]+_[a-z]+\b|[{}]/)
  }
  assert.match(page, /王小美 您好：\n\nKIX270310A 王小美：座位升等\nNT\$12,000/)
  const headings = [...page.matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, heading = '']) => heading)
  assert.deepEqual(
    headings.filter((heading) => !/\p{Script=Han}/u.test(heading)),
    [],
    'every group has a name in both languages',
  )
  assert.doesNotMatch(page, /<(script|img|link|iframe)|url\(/)
})

test('without a preview the subjects are listed in the language of the terminal', async () => {
  written.length = 0
  await mails(io, nothingGiven)
  assert.match(written.join(''), /addon-request\.department-quote +app mail +AR0000042 部門已報價/)
  assert.equal(written.join('').trimEnd().split('\n').length, Object.keys(samples).length + 1)
})
