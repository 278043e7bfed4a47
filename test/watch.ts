import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pathOf } from '../src/kit/http/openapi/catalogue.ts'
import { refusalsOf } from '../src/kit/http/openapi/operation.ts'
import type { Actor } from '../src/kit/http/server/guard.ts'

type Plant = { marker: string; hiddenFrom: (actor: Actor | undefined) => boolean }

/** Checks every answer of the service against its declared schema, and for markers its caller may not see. */
export const watch = (app: FastifyInstance) => {
  const plants: Plant[] = []
  const faults: string[] = []
  let isReadOnly = false

  app.addHook('onSend', async (request, reply, payload) => {
    const text = Buffer.isBuffer(payload) && /json/.test(`${reply.getHeader('content-type')}`) ? `${payload}` : payload
    if (typeof text !== 'string' || text === '') return payload
    const schema = /json/.test(`${reply.getHeader('content-type')}`) && schemaOf(request, reply.statusCode)
    const validate = schema && validatorOf(schema)
    if (validate && !validate(JSON.parse(text)))
      faults.push(
        `${request.method} ${request.url} (${reply.statusCode}) breaks its schema: ${ajv.errorsText(validate.errors)}\n${text.slice(0, 600)}`,
      )
    // PostgreSQL refuses a write in a read-only transaction, which is answered as a database that takes none for a moment.
    if (isReadOnly && request.refusedAs === 'unavailable')
      faults.push(
        `${request.method} ${request.url} writes, and this house is shared by files that only read: use house()`,
      )
    for (const code of reply.statusCode >= 400 ? codesIn(text, request) : [])
      faults.push(`${request.method} ${request.url} refuses in a sentence with the code ${code}: ${text.slice(0, 600)}`)
    if (isUndeclared(request))
      faults.push(`${request.method} ${request.url} refuses with ${request.refusedAs}, undeclared`)
    for (const { marker, hiddenFrom } of plants)
      if (text.includes(marker) && hiddenFrom(request.actor))
        faults.push(
          `${request.method} ${request.url} shows ${marker} to ${request.actor?.roles.join() ?? 'a stranger'}`,
        )
    return payload
  })
  return {
    /** From now on, no answer to a caller for whom `hiddenFrom` is true may contain the marker. */
    plant: (marker: string, hiddenFrom: Plant['hiddenFrom']) => plants.push({ marker, hiddenFrom }),
    /** From now on a request that writes is a fault. */
    refuseWrites: () => {
      isReadOnly = true
    },
    check: () => {
      if (faults.length) throw new Error(faults.splice(0).join('\n'))
    },
  }
}

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, code: { optimize: false } })

// Compiled once for all services of the process: every service builds schemas of its own, with the same text.
const byText = new Map<string, ValidateFunction>()
const byObject = new WeakMap<object, ValidateFunction>()
const validatorOf = (schema: object) => {
  const known = byObject.get(schema)
  if (known) return known
  const text = JSON.stringify(schema)
  const validate = byText.get(text) ?? ajv.compile(schema)
  byText.set(text, validate)
  byObject.set(schema, validate)
  return validate
}

const schemaOf = (request: FastifyRequest, status: number) => {
  if (status >= 400) return problem
  if (status === 304) return undefined
  const schema = (request.routeOptions.schema?.response as Record<number, object> | undefined)?.[status]
  return schema && 'content' in schema ? undefined : schema
}

// A refusal that the OpenAPI document does not declare. Refusals before routing belong to no route.
const isUndeclared = ({ server, method, routeOptions, refusedAs, is404 }: FastifyRequest) => {
  if (!refusedAs || is404) return false
  const [path, asked] = [pathOf(routeOptions.url ?? ''), method === 'HEAD' ? 'GET' : method]
  const route = server.catalogue.find((known) => known.path === path && known.methods.includes(asked))
  return !!route && !refusalsOf(route, asked).includes(refusedAs)
}

const forPrograms =
  /必須是其中之一|Must be one of|Sort by these fields only|可選擇的欄位|Choose from these|meta\.next_cursor/

// Codes and names of fields in the sentences of a refusal, except what the caller sent itself, and lists of what it may send.
const codesIn = (text: string, { url, body }: FastifyRequest) => {
  if (!text.startsWith('{')) return []
  const { detail = '', errors = {} }: { detail?: string; errors?: Record<string, string[]> } = JSON.parse(text)
  const sentences = [detail, ...Object.values(errors).flat()].filter((each) => !forPrograms.test(each))
  const sent = `${url} ${JSON.stringify(body)}`
  return (
    sentences
      .join(' ')
      .match(/\b[a-z]+(?:_[a-z]+)+\b/g)
      ?.filter((code) => !sent.includes(code)) ?? []
  )
}

const problem = {
  type: 'object',
  required: ['success', 'type', 'title', 'status', 'detail', 'code', 'message', 'request_id'],
  properties: {
    success: { const: false },
    status: { type: 'integer' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 } },
  },
}
