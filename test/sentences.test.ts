import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusals } from '../src/kit/errors.ts'
import type { Words } from '../src/kit/words/words.ts'
import { ownSentences } from '../web/src/kit/refusal-sentences.ts'
import { filesIn, sources } from './sources.ts'

/** Sentences for programs and operators, and files whose texts are pages or statements. */
const technical = [
  ...['src/kit/http/openapi/', 'src/kit/list/', 'src/kit/http/server/session-cookie.ts', 'src/kit/db/'],
  ...['src/commands/', 'src/health/', 'src/serve/', 'src/seeds/', 'src/modules/link-pages/'],
]
const forPrograms = ['meta.next_cursor', 'request_id', 'name,birth_date']

const literals = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`/g
const isSentence = (text: string) => /[\u4e00-\u9fff]/.test(text) || /^.[A-Z“].*[.!?].$/s.test(text)
/** Finds `starts_on`, but no placeholder. */
const codes = (text: string) => text.replace(/\$?\{[^}]*\}/g, '').match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []

test('no sentence for people contains a code or the name of a field', () => {
  const found = sources
    .filter(({ path }) => path.startsWith('src/') && !technical.some((start) => path.startsWith(start)))
    .flatMap(({ path, text }) =>
      (text.match(literals) ?? [])
        .filter((literal) => isSentence(literal) && !forPrograms.some((part) => literal.includes(part)))
        .filter((literal) => codes(literal).length > 0)
        .map((literal) => `${path}: ${literal}`),
    )
  assert.deepEqual(found, [])
})

/** Texts of the console: pairs of both languages, and texts in placeholders and labels without them. */
const text = `'(?:\\\\.|[^'\\\\\\n])*'|"(?:\\\\.|[^"\\\\\\n])*"|\`(?:\\\\.|[^\`\\\\])*\``
const pairs = new RegExp(String.raw`(?:\[|\()\s*((?:${text}))\s*,\s*((?:${text}))\s*,?\s*[\])]`, 'g')
const attributes = /(?:placeholder|label|title|hint|aria-label)="([^"]+)"/g

/**
 * Texts that only programs understand: codes and fields, addresses of the API and their methods, headers, HTTP statuses, numbers of
 * rows.
 */
const forProgramsAlone = [
  /\b[a-z]+(?:_[a-z]+)+\b/,
  /\/api\/|\b(?:GET|POST|PUT|PATCH|DELETE) \//,
  /標頭|\b(?:Retry-After|Idempotency-Key|Authorization|Bearer|If-Match|ETag|Accept-Language|Content-[A-Z]\w+)\b/,
  /\bHTTP\b|[（(][45]\d\d[)）]/,
  /(?<!&)#(?:\d|\$?\{)/,
]
const isForPrograms = (words: string) => forProgramsAlone.some((pattern) => pattern.test(words))
/** Inserted values are checked where they come from. */
const withoutValues = (literal: string) => literal.replace(/(?<!#)\$\{[^}]*\}/g, '…')

test('no text of the console contains a code, a header, an address, an HTTP status or the number of a row', () => {
  const written = filesIn('web/src').flatMap(({ path, text }) => [
    ...[...text.matchAll(pairs)]
      .filter(([, zh = '']) => isSentence(zh))
      .flatMap(([, ...both]) => both.map((each) => ({ path, each }))),
    ...[...text.matchAll(attributes)].map(([, each = '']) => ({ path, each })),
    ...(text.match(/`[^`\n]*#\$\{[^`]*`/g) ?? []).map((each) => ({ path, each })),
  ])
  assert.ok(written.length > 4_000, `only ${written.length} texts were found`)
  const found = written.filter(({ each }) => isForPrograms(withoutValues(each)))
  assert.deepEqual(
    found.map(({ path, each }) => `${path}: ${each}`),
    [],
  )
})

test('a refusal that a person may read contains none of these either', () => {
  const read = (Object.entries(refusals) as [string, readonly [number, Words, Words]][]).map(
    ([code, [, , wayOut]]) => [code, ownSentences[code] ?? wayOut] as const,
  )
  const found = read.filter(([, both]) => both.some(isForPrograms))
  assert.deepEqual(found, [])
})
