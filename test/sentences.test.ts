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

const counts = {
  zh: String.raw`(?:\d+ ?|[二兩三四五六七八九十]+)(?:秒|分鐘|小時|天|日|個字|個月|個?星期|週)|一(?:分鐘|小時|個月|個?星期|週)|半年`,
  en: String.raw`\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|ninety)[ -](?:seconds?|minutes?|hours?|days?|weeks?|months?|characters?|signs)\b|\bone (?:minute|hour|week|month)\b|\bhalf a year\b`,
}
const counted = new RegExp(`${counts.zh}|${counts.en}`, 'i')
/** Intervals of PostgreSQL are written in English too, but nobody reads them. */
const intervals = /'\d+ (?:second|minute|hour|day|month)s?'/g

/** Numbers that nobody keeps, or that are kept in another way. */
const withReasons: readonly [path: string, part: RegExp, why: string][] = [
  ['src/', /name(?:_en)?: |trip: '|line\(\d+, /, 'names of trips in examples'],
  ['src/modules/imports/kinds/flights.ts', /一二三四五六日/, 'the days of the week'],
  ['web/src/kit/typed-days.ts', /一二三四五六日天/, 'the days of the week, as people type them'],
  ['src/modules/imports/', /一分鐘後再試|try again in a minute/, 'a pause that nobody measures'],
  ['src/health/routes.ts', /上次於 12 分鐘前執行/, 'an example'],
  ['src/health/machine.ts', /重試三天|tried again for three days/, 'follows from how often a mail is tried'],
  ['src/', /(?:between|of the) two days/, 'the first and the last day of a span'],
  ['src/modules/search/routes.ts', /Two characters are needed/, 'the other half of the rule is a kind of sign'],
  ['src/installation.ts', /DATA_DIR has been gone/, 'what the console of an operator prints'],
  ['src/config.ts', /ADMIN_PASSWORD/, 'a rule for whoever installs the service, checked by the pattern beside it'],
  ['web/src/features/design/', /./, 'examples of the parts of pages'],
  ['src/health/last-backup.ts', /不到一小時前/, 'a time that is rounded'],
  ['src/modules/words/office-labels.ts', /Within a week/, 'a group of what waits, by its code'],
  [
    'web/src/features/leaders/board.tsx',
    /Previous four weeks|Next four weeks/,
    'the step of a button, beside its days',
  ],
  ['web/src/features/leaders/proposal/page.tsx', /Previous month|Next month/, 'the step of a button, beside its month'],
  ['web/src/features/leaders/overview.tsx', /The next half year/, 'the title of a calendar that shows its months'],
  ['web/src/features/upkeep/jobs.tsx', /一週內|within a week/, 'how long the queue keeps jobs that are done'],
  ['web/src/features/trips/bulk/flight-rows.tsx', /兩天後|Two days later/, 'the value beside it is the number of days'],
]

test('a number with a unit that people read comes from src/terms.ts, in both languages', () => {
  const read = [...sources, ...filesIn('web/src')].filter(({ path }) => !/^src\/(commands|seeds)\//.test(path))
  const lines = read.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
      .map((line) => ({ path, line, said: line.replace(/ \/\/ .*| \/\*.*\*\//, '').replace(intervals, '') })),
  )
  const found = lines.filter(({ said }) => counted.test(said))
  const isExcepted = (line: (typeof found)[number], [start, part]: (typeof withReasons)[number]) =>
    line.path.startsWith(start) && part.test(line.line)
  assert.deepEqual(
    found
      .filter((line) => !withReasons.some((exception) => isExcepted(line, exception)))
      .map(({ path, line }) => `${path}: ${line.trim()}`),
    [],
  )
  const unused = withReasons.filter((exception) => !found.some((line) => isExcepted(line, exception)))
  assert.deepEqual(
    unused.map(([path, , why]) => `${path}: ${why}`),
    [],
  )
})
