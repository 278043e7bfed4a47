import { Ajv } from 'ajv'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../src/kit/http/access.ts'

type Plant = { marker: string; hiddenFrom: (actor: Actor | undefined) => boolean }

/** Holds every answer of the service to its declared schema, and looks in it for what its caller may not see. */
export const watch = (app: FastifyInstance) => {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  const plants: Plant[] = []
  const faults: string[] = []

  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload === '') return payload
    const schema = schemaOf(request, reply.statusCode)
    if (schema && !ajv.validate(schema, JSON.parse(payload)))
      faults.push(
        `${request.method} ${request.url} (${reply.statusCode}) breaks its schema: ${ajv.errorsText()}\n${payload.slice(0, 600)}`,
      )
    for (const { marker, hiddenFrom } of plants)
      if (payload.includes(marker) && hiddenFrom(request.actor))
        faults.push(`${request.method} ${request.url} shows ${marker} to ${request.actor?.role ?? 'a stranger'}`)
    return payload
  })
  return {
    /** From here on no answer to a caller it is hidden from may hold the marker. */
    plant: (marker: string, hiddenFrom: Plant['hiddenFrom']) => plants.push({ marker, hiddenFrom }),
    check: () => {
      if (faults.length) throw new Error(faults.splice(0).join('\n'))
    },
  }
}

const schemaOf = (request: FastifyRequest, status: number) => {
  if (status >= 400) return problem
  if (status === 304) return undefined
  return (request.routeOptions.schema?.response as Record<number, object> | undefined)?.[status]
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
