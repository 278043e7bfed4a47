// Prints the operations of the client that a role may call and that no page of this role calls: `npm run report:pages`.
// It compares docs/access.md with the sources of the console.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plainRecords } from '../../../sdk/src/index.ts'
import { accessMatrix } from '../../../test/access-matrix.ts'
import * as predicates from '../../src/kit/roles.ts'

const roles = ['customer', 'leader', 'sales', 'department', 'finance', 'manager', 'admin'] as const
type Role = (typeof roles)[number]

const web = fileURLToPath(new URL('../../src/', import.meta.url))
const mayCall = new Map(
  [...accessMatrix()].map(([row, may]) => {
    const [method = '', path = ''] = row.split(' ')
    return [keyOf(method, path), may] as const
  }),
)
const calls = pages().map(({ file, isFor }) => ({ isFor, ...callsOf(file) }))

for (const [name, key] of operations()) {
  const missing = rolesWithoutPage(name, key)
  if (missing.length) console.log(`${name}: ${missing.join(', ')}`)
}

/** The roles that may call it and have no page that does. What strangers may call too has pages of its own. */
function rolesWithoutPage(name: string, key: string) {
  const may = mayCall.get(key) ?? assert.fail(`docs/access.md has no row for ${key}`)
  if (may.includes('stranger')) return []
  const callers = calls.filter(({ imported, linked }) => imported.has(name) || linked.has(key))
  const missing = roles.filter((role) => may.includes(role) && !callers.some(({ isFor }) => isFor.includes(role)))
  return missing.length === may.length ? ['all'] : missing
}

/** `GET /api/seasons/{}`: the names of parameters do not count, and PATCH stands for PUT. */
function keyOf(method: string, path: string) {
  return `${method === 'PATCH' ? 'PUT' : method} ${path.replace(/\$\{[^}]*\}+|\{[^}]*\}/g, '{}')}`
}

/** The operations of the client by their names: `listSeasons` → `GET /api/seasons`. */
function operations() {
  const text = read(fileURLToPath(new URL('../../../sdk/src/generated/operations.ts', import.meta.url)))
  const named = [...text.matchAll(/^export const (\w+)[\s\S]*?guidon\.\w+\('([A-Z]+)', ['`]([^'`]+)['`]/gm)]
  return new Map(named.map(([, name = '', method = '', path = '']) => [name, keyOf(method, path)]))
}

/** The pages with their files, as the routes of the features name them, and the frame around all of them. */
function pages(): { file: string; isFor: readonly Role[] }[] {
  const found = globSync('features/**/route.ts', { cwd: web }).flatMap((route) =>
    [...read(join(web, route)).matchAll(/^ {2}path: '([^']+)'[\s\S]*?import\('\.\/([^']+)'\)/gm)].map(
      ([, path = '', file = '']) => ({ file: join(dirname(route), file), isFor: rolesAt(path) }),
    ),
  )
  return [{ file: 'shell/shell.tsx', isFor: roles }, ...found]
}

// `requests/$id` is for those who see `requests`; what is not among the places is for everybody.
function rolesAt(path: string) {
  const place = `/${path.replace(/^\/|\/\$.*$/g, '')}`
  const [, name] =
    new RegExp(`to: '${place}',\\s+[\\s\\S]*?isFor: (\\w+)`).exec(read(join(web, 'shell/places.ts'))) ?? []
  const isFor = Object.entries(predicates).find(([each]) => each === name)?.[1] ?? predicates.everybody
  return roles.filter((role) => isFor({ role }))
}

/** What a page calls: the names of operations, the paths of files that it links to, and the option lists of its fields for a record. */
function callsOf(page: string) {
  const text = filesFrom(join(web, page)).map(read).join('\n')
  const imported = [...text.matchAll(/^import \{([^}]*)\} from 'guidon-sdk'/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  )
  const linked = [...text.matchAll(/[`'"](\/api\/[^`'"\s]+)[`'"]/g)].map(([, path = '']) => keyOf('GET', path))
  const chosen = [...text.matchAll(/ of="(\/api\/[^"]+)"/g)].map(([, path]) => `GET ${path}/list/options`)
  const plain = plainRecordsIn(text).flatMap(callsOfPlain)
  return { imported: new Set(imported), linked: new Set([...linked, ...chosen, ...plain]) }
}

/** A file and all that it imports, also later. */
function filesFrom(start: string, seen = new Set<string>()): string[] {
  if (seen.has(start) || !existsSync(start)) return []
  seen.add(start)
  for (const [, target = ''] of read(start).matchAll(/(?:from|import)\s*\(?'(\.[^']+\.tsx?)'/g))
    filesFrom(join(dirname(start), target), seen)
  return [...seen]
}

/** `plainRecords['seasons']` is one of them; whoever uses `plainRecords` in another way has them all. */
function plainRecordsIn(text: string) {
  if (/plainRecords(\)|\[[^'])/.test(text)) return Object.values(plainRecords)
  const names = [...text.matchAll(/plainRecords\['([\w-]+)'\]/g)]
  return names.flatMap(([, name = '']) => plainRecords[name] ?? [])
}

/** A page of all plain records names no operation: it has their paths. */
function callsOfPlain({ path }: { path: string }) {
  return [
    ...[`GET ${path}`, `POST ${path}`, `GET ${path}/list/options`],
    ...['GET', 'PUT', 'DELETE'].map((method) => `${method} ${path}/{}`),
  ]
}

function read(path: string) {
  return readFileSync(path, 'utf8')
}
