import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { sharedHouse } from '../../../../test/house.ts'
import { formats, momentOf } from '../routes/formats.ts'
import { validators } from '../routes/validators.ts'
import { exampleOf, type Schema } from './schema.ts'

const { app, as } = await sharedHouse()
const document = (await as().get('/openapi.json')).body

// In strict mode, a keyword or format that is not standard fails.
const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allErrors: true,
  code: { optimize: false },
})
ajv.addFormat('date', formats.day ?? assert.fail())
ajv.addFormat('email', formats.mail ?? assert.fail())
ajv.addFormat('uri', formats.link ?? assert.fail())
ajv.addFormat('uri-reference', (value: string) => URL.canParse(value, 'https://example.com'))
ajv.addFormat('date-time', (value: string) => momentOf(value, 'UTC') !== undefined)
ajv.addFormat('binary', true)

const local = (schema: object) => JSON.stringify(schema).replaceAll('#/components/schemas/', '')
for (const [name, schema] of Object.entries(document.components.schemas))
  ajv.addSchema(JSON.parse(local(schema as object)), name)

const rules = new Map<string, ReturnType<typeof ajv.compile>>()
const ruleOf = (schema: object) => {
  const text = local(schema)
  const rule = rules.get(text) ?? ajv.compile(JSON.parse(text))
  rules.set(text, rule)
  return rule
}
const faultsOf = (schema: object, example: unknown, at: string) => {
  const rule = ruleOf(schema)
  return rule(example) ? [] : [`${at} = ${JSON.stringify(example)}: ${ajv.errorsText(rule.errors)}`]
}

type Node = Schema & { schema?: Schema; example?: unknown }
const visit = (node: unknown, see: (node: Node, at: string) => string[], at = ''): string[] => {
  if (typeof node !== 'object' || node === null) return []
  const below = Object.entries(node).flatMap(([key, inner]) => visit(inner, see, `${at}/${key}`))
  return [...(Array.isArray(node) ? [] : see(node as Node, at)), ...below]
}

test('every schema is standard, and every field example is valid', () => {
  const faults = visit(document, (node, at) => {
    if (node.schema) ruleOf(node.schema)
    return Array.isArray(node.examples) ? node.examples.flatMap((example) => faultsOf(node, example, at)) : []
  })
  assert.deepEqual(faults, [])
  assert.ok(rules.size > 50)
})

test('every example of an answer or body is valid', () => {
  const faults = visit(document, ({ schema, example, examples }, at) => {
    if (!schema) return []
    const given = Object.values((examples ?? {}) as Record<string, { value: unknown }>).map(({ value }) => value)
    return [...given, ...(example === undefined ? [] : [example])].flatMap((each) => faultsOf(schema, each, at))
  })
  assert.deepEqual(faults, [])
})

test('the service accepts every example body', () => {
  const bodies = app.catalogue.filter(({ body, takes }) => body && takes === 'application/json')
  const faults = bodies.flatMap(({ methods, path, body = {} }) => {
    const holds = validators('Asia/Taipei').body(body)
    return holds(exampleOf(body)) ? [] : [`${methods.join('/')} ${path}: ${JSON.stringify(holds.errors)}`]
  })
  assert.deepEqual(faults, [])
  assert.ok(bodies.length > 10)
})
