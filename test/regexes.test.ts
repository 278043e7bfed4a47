import assert from 'node:assert/strict'
import { stripTypeScriptTypes } from 'node:module'
import { test } from 'node:test'
import { type Node, parse } from 'acorn'
import { full } from 'acorn-walk'
import { analyse } from 'scslre'
import { sources } from './sources.ts'

type Regex = { at: string; pattern: string; flags: string }

/** Every regular expression literal of the sources, with its file and line. */
const regexesIn = ({ path, text }: { path: string; text: string }) => {
  const found: Regex[] = []
  const program = parse(stripTypeScriptTypes(text), { ecmaVersion: 'latest', sourceType: 'module', locations: true })
  full(program, (node: Node & { regex?: { pattern: string; flags: string } }) => {
    if (node.type === 'Literal' && node.regex) found.push({ at: `${path}:${node.loc?.start.line}`, ...node.regex })
  })
  return found
}

const slow = ({ pattern, flags }: Omit<Regex, 'at'>) => analyse({ source: pattern, flags }).reports.length > 0

test('no regular expression takes more than linear time, whatever text it is given', () => {
  const regexes = sources.flatMap(regexesIn)
  assert.ok(regexes.length > 80, `only ${regexes.length} were found`)
  assert.deepEqual(
    regexes.filter(slow).map(({ at, pattern }) => `${at} /${pattern}/`),
    [],
  )
})

test('the check finds quadratic and exponential expressions', () => {
  assert.ok(slow({ pattern: '^[. ]+|[. ]+$', flags: 'g' }))
  assert.ok(slow({ pattern: '^(a+)+$', flags: '' }))
  assert.ok(!slow({ pattern: '^\\d{4}-\\d\\d$', flags: '' }))
})

/** Regular expressions built at run time, each with the reason why it is linear. */
const built = {
  'src/kit/list/page.ts': 'the alias of a table in our own statements',
  'src/kit/http/server/service.ts': 'the paths of our own routes',
}

test('no other file builds a regular expression from text', () => {
  const files = sources.filter(({ text }) => /\bRegExp\(/.test(text)).map(({ path }) => path)
  assert.deepEqual(files.sort(), Object.keys(built).sort())
})
