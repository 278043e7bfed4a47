import type { Content, OpenApi, Operation, Schema } from './document.ts'
import { fieldsOf, lastOf, typeOf } from './schema.ts'

/** An operation with its address and what its function needs to know. */
export type Described = { method: string; path: string; operation: Operation; document: OpenApi }

/** The function of an operation, with the types it names. */
export const functionOf = (described: Described) => {
  const { method, path, operation } = described
  const { operationId: name } = operation
  const input = inputOf(described)
  const answer = answerOf(described)
  const ids = [...path.matchAll(/{(\w+)}/g)].map(([, id = '']) => `${id}: ${typeOf(parameter(operation, id))}`)
  const generic = answer.dependsOnQuery
    ? `<const Q extends ${input?.type}${input?.isRequired ? '' : ' = Record<never, never>'}>`
    : ''
  const given = input && `${input.key}${input.isRequired ? '' : '?'}: ${answer.dependsOnQuery ? 'Q' : input.type}`
  const parameters = ['guidon: Guidon', ...ids, given, 'options?: Options'].filter(Boolean).join(', ')
  const address = `\`${path.replace(/{(\w+)}/g, (_all, id) => (isNumber(operation, id) ? `\${${id}}` : `\${part(${id})}`))}\``
  const asked = ['options', input && `{ ${input.key} }`].filter(Boolean)
  return `${input?.declaration ?? ''}
/** ${operation.summary} */
export const ${name} = ${generic}(${parameters}): Call<${answer.type}, ${refusals(described)}> =>
  guidon.${answer.how}('${method.toUpperCase()}', ${ids.length ? address : `'${path}'`}, ${asked[0]}${asked[1] ? `, ${asked[1]}` : ''})
`
}

type Input = { key: 'query' | 'body' | 'form'; type: string; isRequired: boolean; declaration: string }

/** What is given beside the ids: the query of a read, or the body of a write. */
const inputOf = ({ operation }: Described): Input | undefined => {
  const [media, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (media && body) return bodyInput(operation, media, body.schema)
  const query = operation.parameters.filter((each) => each.in === 'query')
  if (!query.length) return undefined
  const required = query.filter((each) => each.required).map((each) => each.name ?? '')
  const properties = Object.fromEntries(query.map(({ name = '', schema = {} }) => [name, oneOrSeveral(schema)]))
  const type = `${capitalized(operation.operationId)}Query`
  const declaration = `export type ${type} = {\n${fieldsOf({ properties, required })}}\n`
  return { key: 'query', type, isRequired: required.length > 0, declaration }
}

// A parameter with several values may be given one of them without an array.
const oneOrSeveral = (schema: Schema): Schema =>
  schema.type === 'array' && schema.items ? { anyOf: [schema.items, schema] } : schema

const bodyInput = ({ operationId }: Operation, media: string, schema: Schema): Input => {
  const key = media === 'application/json' ? 'body' : 'form'
  if (schema.$ref) return { key, type: lastOf(String(schema.$ref)), isRequired: true, declaration: '' }
  const type = `${capitalized(operationId)}Input`
  return { key, type, isRequired: true, declaration: `export type ${type} = ${typeOf(schema)}\n` }
}

type Answer = { how: string; type: string; dependsOnQuery?: boolean }

/** What the function gives, and the method of the client that reads it. With `format` in the query it may be a file. */
const answerOf = (described: Described): Answer => {
  const answer = jsonAnswerOf(described)
  const { parameters } = described.operation
  const isAlsoFile = parameters.some(({ in: where, name }) => where === 'query' && name === 'format')
  const isJson = ['data', 'whole'].includes(answer.how)
  return isAlsoFile && isJson && !answer.dependsOnQuery
    ? { how: answer.how, type: `OrFile<${answer.type}, Q>`, dependsOnQuery: true }
    : answer
}

const jsonAnswerOf = ({ path, operation }: Described): Answer => {
  const [media = '', content] = Object.entries(successOf(operation))[0] ?? []
  if (media !== 'application/json') return { how: media.startsWith('text/') ? 'text' : 'file', type: plain(media) }
  const { data, meta } = content?.schema.properties ?? {}
  const type = data ? typeOf(data) : typeOf(content?.schema ?? {})
  if (!data) return { how: 'bare', type }
  // Of an option list the options are enough: a form asks with `q` as a person types.
  if (!meta || path.endsWith('/list/options')) return { how: 'data', type: [type, ...otherwise(operation)].join(' | ') }
  if (!meta.anyOf) return { how: 'whole', type: `{ data: ${type}; meta: ${typeOf(meta)} }` }
  return { how: 'whole', type: `Page<${typeOf(data.items ?? {})}, Q>`, dependsOnQuery: true }
}

/** The data of further successes, such as a sign-in that asks for the second factor. */
const otherwise = ({ responses }: Operation) =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .slice(1)
    .map(([, { content }]) => content?.['application/json']?.schema.properties?.data)
    .flatMap((data) => (data ? [typeOf(data)] : []))

const plain = (media: string) => (media.startsWith('text/') ? 'string' : 'Blob')

const successOf = ({ responses }: Operation): Content =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {}

/** The codes the operation may be refused with, without those that any operation has. */
const refusals = ({ operation, document }: Described) => {
  const codes = codesOf(operation, document).filter((code) => !everywhere.has(code))
  return codes.length ? codes.map((code) => `'${code}'`).join(' | ') : 'never'
}

const everywhere = new Set([
  ...['malformed_json', 'bad_request', 'unauthenticated', 'token_expired', 'second_factor_required'],
  ...['not_acceptable', 'too_large'],
  ...['unsupported_media_type', 'invalid_input', 'idempotency_in_progress', 'idempotency_mismatch'],
  ...['too_many_requests', 'internal', 'unavailable'],
])
export const commonCodes = [...everywhere].sort()

/** Every code, from the schemas of the refused answers. */
const codesOf = ({ responses }: Operation, { components }: OpenApi): string[] =>
  Object.values(responses).flatMap(({ $ref = '' }) => {
    const { schema } = components.responses[lastOf($ref)]?.content?.['application/problem+json'] ?? {}
    const [, { properties = {} } = {}] = Array.isArray(schema?.allOf) ? schema.allOf : []
    return properties.code?.enum ?? []
  })

const parameter = ({ parameters }: Operation, wanted: string): Schema =>
  parameters.find(({ name }) => name === wanted)?.schema ?? { type: 'string' }
const isNumber = (operation: Operation, id: string) => parameter(operation, id).type === 'integer'
const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
