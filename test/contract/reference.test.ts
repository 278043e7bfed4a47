import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { currentDocument } from '../../sdk/generate/document.ts'
import { formatWords, type Schema } from '../../src/kit/http/openapi/schema.ts'
import { fieldSentences } from '../../src/modules/words/field-sentences.ts'

const { labels: _labels, columns: _columns, ...document } = await currentDocument()

// What linters of OpenAPI documents (Redocly, Spectral) and generators of clients expect beyond the schema of OpenAPI.

test('every array of the document says what its items are', () => {
  assert.deepEqual(
    schemasIn(document).flatMap(({ at, schema }) =>
      [schema.type].flat().includes('array') && !schema.items && !schema.prefixItems ? [at] : [],
    ),
    [],
  )
})

const schemasIn = (value: unknown, at = ''): { at: string; schema: Schema }[] => {
  if (typeof value !== 'object' || value === null) return []
  const own = 'type' in value && !isField(value.type) ? [{ at, schema: value as Schema }] : []
  const inner = Object.entries(value).filter(([key]) => !['example', 'examples', 'enum', 'value'].includes(key))
  return [...own, ...inner.flatMap(([key, each]) => schemasIn(each, `${at}/${key}`))]
}
/** Whether it is the schema of a field that is called `type`. */
const isField = (type: unknown) => typeof type === 'object' && !Array.isArray(type)

test('an answer in JSON has no other media type beside it, so that a generated client has one type for it', () => {
  const beside = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      Object.entries(responses).flatMap(([status, { content = {} }]) => {
        const media = Object.keys(content)
        return media.includes('application/json') && media.length > 1 ? [`${method} ${path} ${status}`] : []
      }),
    ),
  )
  assert.deepEqual(beside, [])
})

const resolved = (schema: Schema = {}): Schema =>
  typeof schema.$ref === 'string' ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema

test('docs/API.md names every list without pages, with what bounds it', () => {
  const unpaged = Object.entries(document.paths).flatMap(([path, { get }]) => {
    const { data } = resolved(get?.responses['200']?.content?.['application/json']?.schema).properties ?? {}
    const isList = resolved(data).type === 'array' && !path.endsWith('/list/options')
    return isList && !get?.parameters.some(({ name }) => name === 'page') ? [path] : []
  })
  const [, section = ''] = readFileSync('docs/API.md', 'utf8').split('## Lists without pages')
  const told = [...section.matchAll(/`(\/api\/[^`]+)`/g)].map(([, path = '']) => path)
  assert.deepEqual(told.sort(), unpaged.sort())
})

// The four records that the work of the agency is about.
const chapters = ['addon-requests', 'bookings', 'travelers', 'planned-trips']

test('every field of trips, bookings, travelers and add-on requests says what it means', () => {
  const silent = fieldsOf(chapters).filter(({ description = '' }) => description === '' || formatWords.has(description))
  assert.deepEqual(
    [...new Set(silent.map(({ owner, name }) => `${owner}.${name}`))],
    [],
    'add a sentence in src/modules/words/field-sentences.ts',
  )
})

test('each sentence about a field is a sentence, and is about a field that exists', () => {
  for (const [field, sentence] of Object.entries(fieldSentences)) assert.match(sentence, /^[A-Z].{9,170}\.$/, field)
  const said = fieldsOf(chapters).map(({ description = '' }) => description)
  const unused = Object.entries(fieldSentences).filter(
    ([field, sentence]) =>
      !fieldsOf(chapters).some(({ name }) => name === field.split('.').at(-1)) ||
      !said.some((description) => description.startsWith(sentence)),
  )
  assert.deepEqual(unused, [], 'no field has this sentence: remove it')
})

type Field = { owner: string; name: string; description?: string }
/** The fields of all bodies and answers of some chapters, with what they hold. */
function fieldsOf(names: readonly string[]): Field[] {
  const seen = new Set<string>()
  const inside = (schema: Schema, owner: string): Field[] => {
    if (typeof schema.$ref === 'string') {
      const name = schema.$ref.split('/').at(-1) ?? ''
      if (seen.has(name)) return []
      seen.add(name)
      return inside(resolved(schema), name)
    }
    const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]): Field[] => [
      { owner, name, ...(field.description !== undefined && { description: field.description }) },
      ...inside(field, name),
    ])
    const inner = [schema.items, schema.additionalProperties, ...(schema.anyOf ?? [])]
    return [...own, ...inner.flatMap((each) => (typeof each === 'object' && each ? inside(each as Schema, owner) : []))]
  }
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  return operations
    .filter(({ tags }) => tags.some((tag) => names.includes(tag)))
    .flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((answer) =>
        Object.values(answer?.content ?? {}).flatMap(({ schema }) => inside(schema, operationId)),
      ),
    )
}
