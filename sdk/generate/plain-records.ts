import { declared } from '../../src/kit/resource/resource.ts'
import { recordName } from '../../src/kit/words/record-names.ts'
import { wordSets } from '../../src/modules/words/routes.ts'
import type { PlainField, PlainRecord } from '../src/plain-records.ts'
import type { OpenApi, Operation, Schema } from './document.ts'

/** The forms of all plain records by the last part of their address in the console: those with a route `Create: {name}`. */
export const plainRecordsIn = ({ paths, components, labels }: OpenApi): Record<string, PlainRecord> =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([path, { get, post }]) => {
      const [, name] = /^Create: (.+)$/.exec(post?.summary ?? '') ?? []
      if (!get || !post || !name) return []
      return [
        [path.slice(5).replace('addon-requests/', 'addon-'), recordOf({ path, name, get, post, components, labels })],
      ]
    }),
  )

type Described = { path: string; name: string; get: Operation; post: Operation } & Pick<
  OpenApi,
  'components' | 'labels'
>

const recordOf = ({ path, name, get, post, components, labels }: Described): PlainRecord => {
  const { properties = {}, required = [] } = bodyOf(post, components)
  const asks = Object.keys(properties).flatMap((name) => (name.startsWith(ANSWER) ? [name.slice(ANSWER.length)] : []))
  const answers = asks.length > 0 ? [...asks.map((name) => ANSWER + name), 'reason'] : []
  const asked = get.parameters.flatMap(({ name, schema }) => (name && schema ? [{ name, schema }] : []))
  return {
    path,
    words: [zhOf(name), name],
    title: [zhOf(name), capital(plural(name))],
    fields: Object.entries(properties)
      .filter(([name]) => !answers.includes(name))
      .map(([name, schema]) => fieldOf({ path, labels }, name, schema, required)),
    ...(asks.length > 0 && { asks }),
    filters: asked
      .filter(({ name }) => name in labels && name !== 'format')
      .map(({ name, schema }) => fieldOf({ path, labels }, name, schema.items ?? schema, []))
      .filter(({ kind }) => ['choice', 'record', 'flag', 'day'].includes(kind)),
    sorts: sortsOf(get, labels),
    isSearched: asked.some(({ name }) => name === 'q'),
    readers: get['x-roles'],
    writers: post['x-roles'],
  }
}

/** A field that confirms another one, which the service asks about. */
const ANSWER = 'confirmed_'

const bodyOf = ({ requestBody }: Operation, { schemas }: OpenApi['components']): Schema => {
  const { $ref = '' } = requestBody?.content['application/json']?.schema ?? {}
  return schemas[String($ref).split('/').at(-1) ?? ''] ?? {}
}

const fieldOf = (
  of: Pick<Described, 'path' | 'labels'>,
  name: string,
  schema: Schema,
  required: string[],
): PlainField => {
  const { examples: [example] = [], maxLength: longest, enum: values, items } = schema
  const kind = kindOf(name, schema)
  return {
    name,
    words: of.labels[name] ?? missing(`words for the field ${name}`),
    kind,
    ...(required.includes(name) && { isRequired: true }),
    ...([schema.type].flat().includes('null') && { mayBeEmpty: true }),
    ...(kind === 'line' && typeof example === 'string' && { example }),
    ...(longest && { longest }),
    ...(values && { options: optionsOf(values) }),
    ...(['record', 'records'].includes(kind) && { of: targetOf(of.path, name) }),
    ...(kind === 'rows' && { fields: rowOf(of, items ?? {}) }),
  }
}

const rowOf = (of: Pick<Described, 'path' | 'labels'>, { properties = {}, required = [] }: Schema) =>
  Object.entries(properties).map(([name, schema]) => fieldOf(of, name, schema, required))

const LONG = 1000

const kindOf = (
  name: string,
  { type, enum: values, items, format, pattern, maxLength = 0 }: Schema,
): PlainField['kind'] => {
  const types = [type].flat()
  if (values) return 'choice'
  if (items) return items.properties ? 'rows' : items.type === 'integer' ? 'records' : 'lines'
  if (types.includes('boolean')) return 'flag'
  if (types.includes('integer')) return name.endsWith('_id') ? 'record' : 'whole'
  if (types.includes('number')) return 'decimal'
  if (format === 'date') return 'day'
  if (pattern?.startsWith('^#')) return 'color'
  return maxLength >= LONG ? 'text' : 'line'
}

/** The set of words for all of these codes, the smallest one first. */
const optionsOf = (values: unknown[]) => {
  const codes = values.filter((value) => typeof value === 'string')
  const [set = missing(`words for ${codes}`)] = Object.values(wordSets)
    .filter((words) => codes.every((code) => code in words))
    .sort((a, b) => Object.keys(a).length - Object.keys(b).length)
  return codes.map((code) => [code, ...(set[code] ?? missing(`words for ${code}`))] as const)
}

/** Where the records are that a field refers to. */
const targetOf = (path: string, name: string) => {
  const called = name.replace(/_ids?$/, '')
  return called === 'parent' ? path : (targets[called] ?? missing(`the records of the field ${name}`))
}
const targets: Record<string, string> = {
  continent: '/api/continents',
  country: '/api/countries',
  region: '/api/regions',
  city: '/api/cities',
  area: '/api/geographical-areas',
  category: '/api/addon-requests/categories',
  controller_user: '/api/users',
  holder: '/api/users',
  tour_leader: '/api/tour-leaders',
}

// The description of `sort` begins with the fields. Sorting by ids and times is for programs.
const sortsOf = ({ parameters }: Operation, labels: OpenApi['labels']) => {
  const [fields = ''] = parameters.find(({ name }) => name === 'sort')?.description?.split(';') ?? []
  return fields.split(', ').filter((name) => name !== '' && name in labels)
}

const names = () => [...declared.map(({ noun }) => noun), ...['addon_request_types', 'exchange_rates'].map(recordName)]
const zhOf = (name: string) => names().find(([, en]) => en === name)?.[0] ?? missing(`the Chinese name of ${name}`)

/** `category` → `categories`, `priority of a leader` → `priorities of a leader`. */
const plural = (name: string) => {
  const [head = '', ...rest] = name.split(' of ')
  const many = /[^aeiou]y$/.test(head) ? `${head.slice(0, -1)}ies` : /(ch|s|x)$/.test(head) ? `${head}es` : `${head}s`
  return [many, ...rest].join(' of ')
}
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const missing = (what: string): never => {
  throw new Error(`there are no ${what}`)
}
