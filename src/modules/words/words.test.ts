import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedHouse } from '../../../test/house.ts'

const { app, as } = await sharedHouse()

type Schema = { enum?: unknown[]; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }
type Word = { value: string; label: string; label_en: string }

/** Codes that only programs read. */
const technical = new Set([
  ...[
    'size',
    'media_type',
    'format',
    'match',
    'field',
    'by',
    'code',
    'events',
    'event',
    'method',
    'nationality',
    'passport_country',
    // The abilities of an account and the groups of work have their words beside them.
    'may',
    'group',
  ],
])

test('every code in a request or an answer has words in both languages', async () => {
  const { data } = await as().get('/words')
  const { data: options } = await as().get('/options')
  const sets = Object.values({ ...data, ...options } as Record<string, Word[]>).map((set) =>
    set.map(({ value }) => value),
  )
  const without = new Set<string>()
  const walk = (schema: Schema | undefined, name: string) => {
    if (!schema) return
    const codes = schema.enum?.filter((value): value is string => typeof value === 'string') ?? []
    if (codes.length && !technical.has(name) && !sets.some((set) => codes.every((code) => set.includes(code))))
      without.add(`${name}: ${codes.join(', ')}`)
    for (const [inner, field] of Object.entries(schema.properties ?? {})) walk(field, inner)
    walk(schema.items, name)
    for (const variant of schema.anyOf ?? []) walk(variant, name)
  }
  for (const { returns, body, query } of app.catalogue) {
    walk(returns.schema as Schema, '')
    walk(body as Schema | undefined, '')
    walk(query as Schema | undefined, '')
  }
  assert.deepEqual([...without], [])
})

test('every field of a request has a name, for the sentence that says which field is wrong', async () => {
  const { data } = await as().get('/words/field')
  const known = new Set(data.map(({ value }: Word) => value))
  const without = new Set<string>()
  const walk = (schema: Schema | undefined) => {
    if (!schema) return
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      if (!known.has(name)) without.add(name)
      walk(field)
    }
    walk(schema.items)
    for (const variant of schema.anyOf ?? []) walk(variant)
  }
  for (const { body, query } of app.catalogue) for (const schema of [body, query]) walk(schema as Schema | undefined)
  assert.deepEqual([...without].sort(), [])
})

test('whoever approves add-ons is called a manager or an administrator', async () => {
  const { data } = await as().get('/words/addon_party')
  const { label, label_en } = data.find(({ value }: Word) => value === 'admin')
  assert.deepEqual([label, label_en], ['主管或管理員', 'Manager or administrator'])
})

test('words are public and cached, and there are still eleven option lists', async () => {
  const answer = await as().get('/words')
  assert.equal(answer.headers['cache-control'], 'public, max-age=300')
  assert.deepEqual(answer.data.trip_status[1], { value: 'open', label: '開放報名', label_en: 'Open for booking' })
  assert.deepEqual((await as().get('/words/bed-type')).data, (await as().get('/options/bed-type')).data)
  assert.equal(Object.keys((await as().get('/options')).data).length, 11)
  assert.equal((await as().get('/words/nothing')).status, 404)
  for (const set of Object.values(answer.data as Record<string, Word[]>))
    for (const { label, label_en } of set) assert.ok(label && label_en)
})
