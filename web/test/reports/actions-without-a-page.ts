// Prints the operations of the client that a role may call and that no page of this role calls: `npm run report:pages`.
// It compares docs/access.md with the sources of the console.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plainRecords } from '../../../sdk/src/index.ts'
import { abilitiesByRole } from '../../../src/modules/users/abilities.ts'
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
const may = abilitiesOfRoles()
const calls = pages().map(({ file, isFor }) => ({ isFor, ...callsOf(file) }))

for (const [name, key] of operations()) {
  const missing = rolesWithoutPage(name, key)
  if (missing.length) console.log(`${name}: ${missing.join(', ')}`)
}

/** The roles that may call it but have no page that does. Operations for the public have pages of their own. */
function rolesWithoutPage(name: string, key: string) {
  const may = mayCall.get(key) ?? assert.fail(`docs/access.md has no row for ${key}`)
  if (may.includes('stranger')) return []
  const callers = calls.filter(
    ({ imported, linked, sent }) => imported.has(name) || linked.has(key) || sent.some((call) => call.test(key)),
  )
  const missing = roles.filter((role) => may.includes(role) && !callers.some(({ isFor }) => isFor.includes(role)))
  return missing.length === may.length ? ['all'] : missing
}

/** `GET /api/seasons/{}`: the names of parameters are left out, and PATCH counts as PUT. */
function keyOf(method: string, path: string) {
  return `${method === 'PATCH' ? 'PUT' : method} ${path.replace(/\$\{[^}]*\}+|\{[^}]*\}/g, '{}')}`
}

/** The operations of the client by their names: `listSeasons` → `GET /api/seasons`. */
function operations() {
  const folder = fileURLToPath(new URL('../../../sdk/src/generated/operations/', import.meta.url))
  const text = globSync('*.ts', { cwd: folder })
    .map((file) => read(join(folder, file)))
    .join('\n')
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

// `requests/$id` is for roles with the place `requests`; pages outside of the places are for all roles.
function rolesAt(path: string) {
  const place = `/${path.replace(/^\/|\/\$.*$/g, '')}`
  const [, name] =
    new RegExp(`to: '${place}',\\s+[\\s\\S]*?isFor: (\\w+)`).exec(read(join(web, 'shell/menu-entries.ts'))) ?? []
  const found = Object.entries(predicates).find(([each]) => each === name)?.[1] as
    | typeof predicates.everybody
    | undefined
  return roles.filter((role) => (found ?? predicates.everybody)({ may: may[role] }))
}

/**
 * The calls of a page: operations, requests by their path, paths of files that it links to, and option lists of its record
 * fields.
 */
function callsOf(page: string) {
  const text = filesFrom(join(web, page)).map(read).join('\n')
  const imported = [...text.matchAll(/^import \{([^}]*)\} from 'guidon-sdk'/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  )
  const linked = [...text.matchAll(/[`'"](\/api\/[^`'"\s]+)[`'"]/g)].map(([, path = '']) => keyOf('GET', path))
  const chosen = [...text.matchAll(/ of="(\/api\/[^"]+)"/g)].map(([, path]) => `GET ${path}/list/options`)
  const plain = plainRecordsIn(text).flatMap(callsOfPlain)
  return { imported: new Set(imported), linked: new Set([...linked, ...chosen, ...plain]), sent: sentIn(text) }
}

/** `guidon.data('POST', ...)` with a path whose parts are known only in the browser: each part stands for any. */
function sentIn(text: string) {
  const found = text.matchAll(/guidon\.data\('([A-Z]+)', ([`'])(\/api\/.*?)\2/g)
  return [...found].map(
    ([, method = '', , path = '']) => new RegExp(`^${keyOf(method, path).replaceAll('{}', '[^/{}]+')}$`),
  )
}

/** What each role may do, by docs/access.md. Places do not depend on narrower rules. */
function abilitiesOfRoles() {
  const catalogue = [...accessMatrix()].map(([row, access]) => {
    const [method = '', path = ''] = row.split(' ')
    return { methods: [method], path, access }
  })
  const none = {
    record_refunds: [],
    approve_discounts: [],
    hand_over_sales_to_op: [],
    hand_over_op_to_leader: [],
    hand_over_leader_to_op: [],
  }
  return abilitiesByRole(catalogue as unknown as Parameters<typeof abilitiesByRole>[0], none)
}

/** A file and all its imports, also dynamic and indirect ones. */
function filesFrom(start: string, seen = new Set<string>()): string[] {
  if (seen.has(start) || !existsSync(start)) return []
  seen.add(start)
  for (const [, target = ''] of read(start).matchAll(/(?:from|import)\s*\(?'(\.[^']+\.tsx?)'/g))
    filesFrom(join(dirname(start), target), seen)
  return [...seen]
}

/** `plainRecords['seasons']` is one of them; any other use of `plainRecords` counts as all. */
function plainRecordsIn(text: string) {
  if (/plainRecords(\)|\[[^'])/.test(text)) return Object.values(plainRecords)
  const names = [...text.matchAll(/plainRecords\['([\w-]+)'\]/g)]
  return names.flatMap(([, name = '']) => plainRecords[name] ?? [])
}

/** A page of all plain records names no operation, but uses their paths. */
function callsOfPlain({ path }: { path: string }) {
  return [
    ...[`GET ${path}`, `POST ${path}`, `GET ${path}/list/options`],
    ...['GET', 'PUT', 'DELETE'].map((method) => `${method} ${path}/{}`),
  ]
}

function read(path: string) {
  return readFileSync(path, 'utf8')
}
