import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'

export type RequestOptions = {
  token?: string | undefined
  /** Sent as JSON; a buffer or a string is sent unchanged. */
  body?: unknown
  headers?: Record<string, string>
  /** Milliseconds. */
  timeout?: number
}

export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: drills read answers as a client does, and judge what they find.
  body: any
}

export type Ask = (method: string, path: string, asking?: RequestOptions) => Promise<Answer>

export type Client = { ask: Ask; close: () => void }

/** An HTTP client with keep-alive connections; it rejects only if there is no answer at all. */
export const clientOf = (origin: string, connections = 64): Client =>
  clientWith(new Agent({ keepAlive: true, maxSockets: connections }), origin)

/** Like `clientOf`, with connections of another kind. */
export const clientWith = (agent: Agent, origin: string): Client => {
  const ask: Ask = (method, path, asking = {}) => asked(agent, method, `${origin}${path}`, asking)
  return { ask, close: () => agent.destroy() }
}

const MOST_ATTEMPTS = 20

/**
 * Repeats a request while the service is busy, that is, answers 503 with the seconds to wait. Any other answer above 500 is a
 * fault.
 */
export const askUntilFree =
  (ask: Ask): Ask =>
  async (method, path, asking) => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await ask(method, path, asking)
      const seconds = Number(answer.headers['retry-after'])
      if (answer.status !== 503 || !seconds || attempt === MOST_ATTEMPTS) return answer
      await setTimeout(seconds * 1000)
    }
  }

const asked = (agent: Agent, method: string, url: string, { token, body, headers, timeout = 20_000 }: RequestOptions) =>
  new Promise<Answer>((resolve, reject) => {
    const bytes = bytesOf(body)
    const sent = request(url, {
      agent,
      method,
      headers: {
        'accept-language': 'en',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(bytes && { 'content-type': 'application/json', 'content-length': String(bytes.length) }),
        ...headers,
      },
    })
    const late = globalThis.setTimeout(() => sent.destroy(new Error(`no answer within ${timeout} ms`)), timeout)
    sent.on('error', reject).on('close', () => clearTimeout(late))
    sent.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part)).on('error', reject)
      // An event stream does not end, so only its head is read.
      if (/event-stream/.test(response.headers['content-type'] ?? '')) response.destroy()
      response.on('close', () => {
        const bytes = Buffer.concat(parts)
        const text = bytes.toString()
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes,
          text,
          body: bodyIn(response.headers, text),
        })
      })
    })
    sent.end(bytes)
  })

const bytesOf = (body: unknown) => {
  if (body === undefined) return undefined
  return Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

const bodyIn = (headers: IncomingHttpHeaders, text: string) => {
  if (!/json/.test(headers['content-type'] ?? '')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
