import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sources } from './sources.ts'

/** Sentences for programs and operators, and files whose texts are pages or statements. */
const technical = [
  ...['src/kit/http/openapi/', 'src/kit/list/', 'src/kit/http/server/session-cookie.ts', 'src/kit/db/'],
  ...['src/commands/', 'src/health/', 'src/serve/', 'src/seeds/', 'src/modules/link-pages/'],
]
const forPrograms = ['meta.next_cursor', 'request_id', 'name,birth_date']

const literals = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\\n]|\\.)*`/g
const isSentence = (text: string) => /[\u4e00-\u9fff]/.test(text) || /^.[A-Z“].*[.!?].$/s.test(text)
/** `starts_on`, but no placeholder. */
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
