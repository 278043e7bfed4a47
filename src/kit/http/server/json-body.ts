import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FieldFaults, refuse } from '../../errors.ts'

/** Accepts only bodies of JSON in UTF-8. An empty body is accepted by routes that declare none. */
export function takeJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (body.length === 0 && !request.route.schema?.body) done(null)
    else if (!isUtf8(body)) refuse('malformed_json')
    else if (isTooDeep(body)) refuse('malformed_json', { detail: tooDeep })
    else parse(request, body.toString(), done)
  })
}

/** No body of the service has more levels than this. Deep values would exhaust the stack where they are serialized or compared. */
const MOST_LEVELS = 49

/** Whether more objects and lists than allowed are open at once. It reads the bytes, because that is cheaper than to visit the values. */
const isTooDeep = (json: Buffer) => {
  let level = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (isText && byte === BACKSLASH) at += 1
    else if (byte === QUOTE) isText = !isText
    else if (isText) continue
    else if (byte === OPENS_OBJECT || byte === OPENS_LIST) level += 1
    else if (byte === CLOSES_OBJECT || byte === CLOSES_LIST) level -= 1
    if (level > MOST_LEVELS) return true
  }
  return false
}
const [QUOTE, BACKSLASH, OPENS_OBJECT, CLOSES_OBJECT, OPENS_LIST, CLOSES_LIST] = Buffer.from('"\\{}[]')

const tooDeep = [
  `物件與清單最多可包含 ${MOST_LEVELS} 層；請減少層數後再送出。`,
  `Objects and lists may stand in each other up to ${MOST_LEVELS} levels deep: send fewer levels.`,
] as const

/** Without a body, the request has no fields: optional ones are missing, and required ones are refused by name. */
export function readNoBody(request: FastifyRequest, _reply: FastifyReply, done: () => void) {
  if (request.body === undefined) request.body = {}
  done()
}

/** Refuses fields in the body of a route that declares no body, so that none is ignored silently. */
export function refuseBody(body: unknown) {
  const names = typeof body === 'object' ? Object.keys(body ?? {}) : body === undefined ? [] : ['body']
  const errors: FieldFaults = Object.fromEntries(
    names.map((name) => [name, [['這個網址不接受任何欄位。', 'This address takes no fields.']]]),
  )
  if (names.length) refuse('invalid_input', { errors })
}
