import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { currentDocument } from '../../sdk/generate/document.ts'
import type { Schema } from '../../src/kit/http/openapi/schema.ts'

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
