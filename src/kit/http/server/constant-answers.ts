import type { IncomingMessage, RequestListener } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Answer, isAmong } from '../routes/answer.ts'
import { leaving } from './batch-answers.ts'
import { isJsonTaken, requestId } from './headers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route answers as long as the process lives, to everybody. */
    constant?: Required<Pick<Answer, 'body' | 'tag'>>
  }
}

type Constant = Required<Pick<Answer, 'body' | 'tag'>> & { heads: Map<number, string[]> }

/**
 * What never changes is given before a route is looked for, which costs more than the answer: once the route has given
 * it, with the same headers. Whoever asks in another manner than most (from an origin, with a query) asks the route.
 */
export const answerConstants = (app: FastifyInstance) => {
  const constants = new Map<string, Constant>()
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.constant && method === 'GET') constants.set(url, { ...config.constant, heads: new Map() })
  })
  app.addHook('onResponse', ({ raw }, reply, done) => {
    if (isPlain(raw)) constants.get(raw.url ?? '')?.heads.set(reply.statusCode, headOf(reply))
    done()
  })
  // Who asks while we leave is told to look elsewhere the next time.
  app.addHook('preClose', async () => constants.clear())

  const leave = leaving()
  const { server } = app
  const [ask] = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request').on('request', (request, response) => {
    const { url = '', headers } = request
    const constant = isPlain(request) ? constants.get(url) : undefined
    const status = constant && isAmong(headers['if-none-match'], constant.tag) ? 304 : 200
    const head = constant?.heads.get(status)
    if (!head) return ask?.(request, response)
    const begun = performance.now()
    const request_id = requestId(headers['x-request-id'])
    leave(() => {
      response.writeHead(status, [...head, 'x-request-id', request_id]).end(status === 200 ? constant?.body : undefined)
      app.answered({ method: 'GET', route: url, status, ms: performance.now() - begun, request_id })
    })
  })
}

const isPlain = ({ method, headers }: IncomingMessage) =>
  method === 'GET' && headers.origin === undefined && isJsonTaken(headers.accept)

const headOf = (reply: FastifyReply) =>
  Object.entries(reply.getHeaders())
    .filter(([name]) => name !== 'x-request-id')
    .flatMap(([name, value]) => [name, String(value)])
