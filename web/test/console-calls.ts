import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plainRecords } from '../../sdk/src/index.ts'
import * as predicates from '../src/kit/roles.ts'

// Read from the sources alone: which page of the console calls which operation of the SDK, and which roles the page is for.

const web = fileURLToPath(new URL('../src/', import.meta.url))
const read = (path: string) => readFileSync(path, 'utf8')
const within = (name: string) => read(join(web, name))

export const roles = ['customer', 'leader', 'sales', 'department', 'finance', 'manager', 'admin'] as const
type Role = (typeof roles)[number]

/** `GET /api/seasons/{}`: the names of parameters do not count, and PATCH stands for PUT. */
export const keyOf = (method: string, path: string) =>
  `${method === 'PATCH' ? 'PUT' : method} ${path.replace(/\$\{[^}]*\}+|\{[^}]*\}/g, '{}')}`

/** The operations of the SDK by their names: `listSeasons` → `GET /api/seasons`. */
export const operations = () => {
  const text = read(fileURLToPath(new URL('../../sdk/src/generated/operations.ts', import.meta.url)))
  const named = [...text.matchAll(/^export const (\w+)[\s\S]*?guidon\.\w+\('([A-Z]+)', ['`]([^'`]+)['`]/gm)]
  return new Map(named.map(([, name = '', method = '', path = '']) => [name, keyOf(method, path)]))
}

/** What each page calls: the names of operations, the paths of files that it links to, and the option lists of its fields for a record. */
export const callsOf = (page: string) => {
  const text = filesFrom(join(web, page)).map(read).join('\n')
  const imported = [...text.matchAll(/^import \{([^}]*)\} from 'guidon-sdk'/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  )
  const linked = [...text.matchAll(/[`'"](\/api\/[^`'"\s]+)[`'"]/g)].map(([, path = '']) => keyOf('GET', path))
  const chosen = [...text.matchAll(/ of="(\/api\/[^"]+)"/g)].map(([, path]) => `GET ${path}/list/options`)
  const plain = plainRecordsIn(text).flatMap(callsOfPlain)
  return { imported: new Set(imported), linked: new Set([...linked, ...chosen, ...plain]) }
}

/** `plainRecords['seasons']` is one of them; whoever uses `plainRecords` in another way has them all. */
const plainRecordsIn = (text: string) => {
  if (/plainRecords(\)|\[[^'])/.test(text)) return Object.values(plainRecords)
  const names = [...text.matchAll(/plainRecords\['([\w-]+)'\]/g)]
  return names.flatMap(([, name = '']) => plainRecords[name] ?? [])
}

/** A page of all plain records names no operation: it has their paths. */
const callsOfPlain = ({ path }: { path: string }) => [
  ...[`GET ${path}`, `POST ${path}`, `GET ${path}/list/options`],
  ...['GET', 'PUT', 'DELETE'].map((method) => `${method} ${path}/{}`),
]

/** The pages of `routes.tsx` with their files, and the frame around all of them. */
export const pages = (): { file: string; isFor: readonly Role[] }[] => [
  { file: 'shell/shell.tsx', isFor: roles },
  ...[...within('routes.tsx').matchAll(/^ {2}path: '([^']+)'[\s\S]*?import\('\.\/([^']+)'\)/gm)].map(
    ([, path = '', file = '']) => ({ file, isFor: rolesAt(path) }),
  ),
]

// `requests/$id` is for those who see `requests`; what is not among the places is for everybody.
const rolesAt = (path: string) => {
  const place = `/${path.replace(/^\/|\/\$.*$/g, '')}`
  const [, name] = new RegExp(`to: '${place}',\\s+[\\s\\S]*?isFor: (\\w+)`).exec(within('shell/places.ts')) ?? []
  const isFor = Object.entries(predicates).find(([each]) => each === name)?.[1] ?? predicates.everybody
  return roles.filter((role) => isFor({ role }))
}

/** A file and all that it imports, also later. */
const filesFrom = (start: string, seen = new Set<string>()): string[] => {
  if (seen.has(start) || !existsSync(start)) return []
  seen.add(start)
  for (const [, target = ''] of read(start).matchAll(/(?:from|import)\s*\(?'(\.[^']+\.tsx?)'/g))
    filesFrom(join(dirname(start), target), seen)
  return [...seen]
}
