import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { accessMatrix } from '../../test/access-matrix.ts'
import { callsOf, keyOf, operations, pages, roles } from './console-calls.ts'

const file = new URL('./without-a-place.md', import.meta.url)

const mayDo = new Map(
  [...accessMatrix()].map(([row, may]) => {
    const [method = '', path = ''] = row.split(' ')
    return [keyOf(method, path), may] as const
  }),
)
const places = pages().map(({ file, isFor }) => ({ isFor, ...callsOf(file) }))

/** The roles that may do it and have no page that does it. What strangers may do too has pages of its own. */
const rolesWithout = (name: string, key: string) => {
  const may = mayDo.get(key) ?? assert.fail(`docs/access.md has no row for ${key}`)
  if (may.includes('stranger')) return []
  const reached = places.filter(({ imported, linked }) => imported.has(name) || linked.has(key))
  const missing = roles.filter((role) => may.includes(role) && !reached.some(({ isFor }) => isFor.includes(role)))
  return missing.length === may.length ? ['all'] : missing
}

/** `archivePackage`, or `listUserOptions: finance` if the other roles have a place for it. */
const gaps = [...operations()].flatMap(([name, key]) => {
  const missing = rolesWithout(name, key)
  if (missing.length === 0) return []
  return missing[0] === 'all' ? [name] : [`${name}: ${missing.join(', ')}`]
})
const nameIn = (gap: string) => gap.split(':')[0]

/** What got a place leaves the list; nothing comes into it by itself. */
const shrunk = (text: string) =>
  text
    .split('\n')
    .flatMap((line) => {
      if (!line.startsWith('- ')) return [line]
      const gap = gaps.find((each) => nameIn(each) === nameIn(line.slice(2)))
      return gap ? [`- ${gap}`] : []
    })
    .join('\n')
    .replace(/^## .*\n\n(?=## |$)/gm, '')
    .replace(/\n+$/, '\n')

test('whatever a role may do has a place in the console, or a reason why not', () => {
  if (process.env.UPDATE === '1') writeFileSync(file, shrunk(readFileSync(file, 'utf8')))
  const listed = [...readFileSync(file, 'utf8').matchAll(/^- (.+)$/gm)].map(([, gap = '']) => gap)
  assert.deepEqual(
    gaps.filter((gap) => !listed.includes(gap)),
    [],
    'these have no place in the console: give them one, or a reason in web/test/without-a-place.md',
  )
  assert.deepEqual(
    listed.filter((gap) => !gaps.includes(gap)),
    [],
    'these have a place now: run this test with UPDATE=1, which takes them from web/test/without-a-place.md',
  )
})
