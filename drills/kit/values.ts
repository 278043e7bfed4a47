import fc from 'fast-check'
import type { Schema } from './operations.ts'
import type { Random } from './random.ts'

/** Returns an existing id for a field of this name, if there is one. */
export type Ids = (field: string) => number | undefined

/** A value that matches a schema. Rules that a schema cannot express may be broken. */
export const valueFor = (random: Random, ids: Ids, schema: Schema, name = ''): unknown => {
  if (schema.enum) return random.maybe(schema.enum)
  if ('const' in schema) return schema.const
  if (schema.anyOf) return valueFor(random, ids, random.pick(schema.anyOf), name)
  const kinds = [schema.type].flat()
  if (kinds.includes('null') && random.chance(0.15)) return null
  return made[String(kinds.find((kind) => kind !== 'null'))]?.(random, ids, schema, name)
}

type Make = (random: Random, ids: Ids, schema: Schema, name: string) => unknown

const made: Record<string, Make> = {
  object: (random, ids, { properties = {}, required = [], examples, minProperties }) => {
    if (!Object.keys(properties).length) return examples?.[0] ?? {}
    const share = random.pick([0.1, 0.5, 1])
    const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || random.chance(share))
    const [any] = Object.entries(properties)
    if (minProperties && !chosen.length && any) chosen.push(any)
    return inOrder(Object.fromEntries(chosen.map(([name, field]) => [name, valueFor(random, ids, field, name)])))
  },
  array: (random, ids, { items = {}, minItems = 0, maxItems = 5, uniqueItems }, name) => {
    const some = Array.from({ length: random.int(minItems, Math.min(maxItems, minItems + 3)) }, () =>
      valueFor(random, ids, items, name),
    )
    return uniqueItems ? [...new Map(some.map((each) => [JSON.stringify(each), each])).values()] : some
  },
  integer: (random, ids, { minimum = 0, maximum = 2_147_483_647 }, name) => {
    const known = /_ids?$/.test(name) || name === 'id' ? ids(name) : undefined
    return known ?? random.int(minimum, random.chance(0.9) ? Math.min(maximum, minimum + 12) : maximum)
  },
  number: (random, _ids, { minimum = 0, maximum = 100_000 }) =>
    Math.round((minimum + random.next() * (Math.min(maximum, 100_000) - minimum)) * 100) / 100,
  boolean: (random) => random.chance(0.5),
  null: () => null,
  string: (random, _ids, schema) => textFor(random, schema),
}

const textFor = (random: Random, { format, pattern, examples = [], minLength = 1, maxLength = 60 }: Schema): string => {
  const example = String(examples[0] ?? '')
  if (format === 'date') return dayFrom(random)
  if (format === 'date-time') return `${dayFrom(random)}T${hour(random)}:00:00Z`
  if (/^\d{4}-\d\d-\d\dT/.test(example)) return `${dayFrom(random)}T${hour(random)}:30`
  if (format === 'email') return `${random.text(8)}@example.com`
  if (format === 'uri') return `https://example.com/${random.text(5)}`
  if (pattern && !(example && random.chance(0.3))) return matching(random, pattern, maxLength)
  if (example && random.chance(pattern ? 1 : 0.3)) return example
  const words = Array.from({ length: random.int(1, 4) }, () => random.pick(WORDS)).join(' ')
  return `${words} ${random.text(4)}`.padEnd(minLength, '長').slice(0, maxLength).trim() || '文'
}

const WORDS = [
  '東京五日',
  'Hokkaido',
  '賞櫻',
  'café',
  "O'Brien",
  '𠮷野',
  '100%',
  'a_b',
  '王小美',
  '<b>',
  '\\',
  '";--',
  'ﷺ',
  '👨‍👩‍👧',
]

const dayFrom = (random: Random) => new Date(Date.now() + random.int(-60, 400) * 86_400_000).toISOString().slice(0, 10)
const hour = (random: Random) => String(random.int(0, 23)).padStart(2, '0')

/** If a record has several days, they are sorted so that earlier fields have earlier days. */
const inOrder = (record: Record<string, unknown>) => {
  for (const form of [/^\d{4}-\d\d-\d\d$/, /^\d{4}-\d\d-\d\dT/]) {
    const names = Object.keys(record).filter((name) => typeof record[name] === 'string' && form.test(`${record[name]}`))
    const days = names.map((name) => `${record[name]}`).sort()
    names.forEach((name, i) => {
      record[name] = days[i]
    })
  }
  return record
}

const kept = new Map<string, string[]>()
const matching = (random: Random, pattern: string, longest: number) => {
  const texts = kept.get(pattern) ?? sample(pattern)
  kept.set(pattern, texts)
  return random.maybe(texts.filter((text) => text.length <= longest)) ?? random.pick(texts)
}
// Look-aheads of a pattern are ignored, so the service may refuse such a value.
const sample = (pattern: string) =>
  fc.sample(fc.stringMatching(new RegExp(pattern.replace(/\(\?[=!][^)]*\)/g, ''))), { numRuns: 60, seed: 1 })
