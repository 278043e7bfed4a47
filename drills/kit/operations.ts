import type { Ask } from './client.ts'
import { type Caller, everybody, type People } from './people.ts'

/** A JSON schema. */
export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  anyOf?: Schema[]
  examples?: unknown[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  contentMediaType?: string
  $ref?: string
  [keyword: string]: unknown
}
export type Parameter = { name: string; in: string; required?: boolean; schema: Schema }

/** One method of one path, as described by the OpenAPI document of the running service. */
export type Operation = {
  id: string
  method: string
  path: string
  roles: readonly string[]
  inPath: Parameter[]
  inQuery: Parameter[]
  body: { media: string; schema: Schema; example: unknown } | undefined
}

type Told = {
  'x-roles': string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}
export type Document = { paths: Record<string, Record<string, Told>>; components: { schemas: Record<string, Schema> } }

export const documentOf = async (ask: Ask): Promise<Document> => (await ask('GET', '/api/openapi.json')).body

export const operationsIn = (document: Document): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]) => operationOf(document, path, method.toUpperCase(), told)),
  )

/** The operations of a service, from its OpenAPI document. */
export const operationsOf = async (ask: Ask) => operationsIn(await documentOf(ask))

export const mayUse = ({ roles }: Operation, caller: Caller, people: People) =>
  roles.includes('public') || (isLiving(caller) && (roles.includes('signed-in') || roles.includes(people[caller].role)))

/** The path with placeholder ids and tokens that are valid but need not exist. */
export const plainPath = ({ path, inPath }: Operation) =>
  inPath.reduce((address, { name, schema }) => address.replace(`{${name}}`, standIn(schema)), path)

const standIn = ({ type, enum: values }: Schema) => (type === 'integer' ? '1' : String(values?.[0] ?? 'x'.repeat(43)))

/** The most privileged caller that may use the operation. */
export const mostPrivileged = (operation: Operation, people: People): Caller =>
  everybody.findLast((caller) => mayUse(operation, caller, people)) ?? 'admin'

const isLiving = (caller: Caller) => !['stranger', 'expired', 'idle', 'suspended'].includes(caller)

const operationOf = (document: Document, path: string, method: string, told: Told): Operation => {
  const [media, content] = Object.entries(told.requestBody?.content ?? {})[0] ?? []
  const named = (told.parameters ?? []).filter((parameter) => 'in' in parameter)
  return {
    id: `${method} ${path}`,
    method,
    path,
    roles: told['x-roles'],
    inPath: named.filter((parameter) => parameter.in === 'path'),
    inQuery: named.filter((parameter) => parameter.in === 'query'),
    body: media && content ? { media, schema: whole(document, content.schema), example: content.example } : undefined,
  }
}

/** Resolves references at every depth. */
const whole = (document: Document, schema: Schema): Schema => {
  const { $ref, properties, items, ...rest } = schema
  if ($ref) return whole(document, document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {})
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, whole(document, field)])),
    }),
    ...(items && { items: whole(document, items) }),
  }
}
