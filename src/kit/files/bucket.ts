import { hash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { type Backend, IDENTITY, MissingFile, pathIn, StoreFault } from './backend.ts'

// Two attempts and the pause between them must fit into the time budget of a request, 15 s.
const ANSWER_MS = 6_000
const RETRY_AFTER_MS = 200
/** For an answer that has begun and then stops. */
const SILENCE_MS = 20_000

/** Stores files in a bucket of an S3-compatible store: `s3://bucket?region=ap-northeast-1&endpoint=https://storage.example`. */
export function bucket(url: URL): Backend {
  const call = callsTo(url)
  const read = async (name: string, headers: Record<string, string> = {}) => {
    const answer = await call({ method: 'GET', name, headers })
    if (!answer) throw new MissingFile(name)
    return answer
  }
  const write = async (name: string, body: Buffer) => {
    await call({ method: 'PUT', name, body, headers: { 'content-type': 'application/octet-stream' } })
  }
  return {
    keep: async (path, name) => write(name, await readFile(path)),
    has: async (name) => (await call({ method: 'HEAD', name })) !== undefined,
    read: (name, range) => read(name, range && { range: `bytes=${range.first}-${range.last}` }),
    remove: async (name) => {
      await call({ method: 'DELETE', name })
    },
    all: async function* () {
      let next: string | undefined
      do {
        const answer = await call({
          method: 'GET',
          query: { 'list-type': '2', ...(next !== undefined && { 'continuation-token': next }) },
        })
        const page = answer ? await textOf(answer) : ''
        for (const contents of page.split('<Contents>').slice(1)) {
          const path = pathIn(element(contents, 'Key') ?? '')
          if (path) yield { path, keptAt: new Date(element(contents, 'LastModified') ?? '') }
        }
        next = element(page, 'NextContinuationToken')
      } while (next !== undefined)
    },
    identity: {
      read: async () => {
        const answer = await call({ method: 'GET', name: IDENTITY })
        return answer && textOf(answer)
      },
      write: (id) => write(IDENTITY, Buffer.from(id)),
    },
  }
}

/** A call about the object `name`, or about the bucket if there is none. */
type Call = {
  method: 'GET' | 'PUT' | 'HEAD' | 'DELETE'
  name?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer
}

/**
 * Sends a call, and repeats it once if necessary. The answer is undefined if there is no such object; every other failure is a
 * `StoreFault`.
 */
const callsTo = (url: URL) => {
  const region = url.searchParams.get('region') ?? 'us-east-1'
  const base = addressOf(url, region)
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_SESSION_TOKEN } = process.env
  const attempt = async ({ method, name = '', query, headers, body }: Call) => {
    const address = new URL(`${base}${name}`)
    address.search = new URLSearchParams(query).toString()
    const signed = await new AwsV4Signer({
      method,
      url: address.href,
      headers: { ...headers, 'x-amz-content-sha256': hash('sha256', body ?? '') },
      service: 's3',
      region,
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
    }).sign()
    return send(address, method, signed.headers, body)
  }
  return (call: Call) =>
    attempt(call)
      .catch(() => pause(RETRY_AFTER_MS).then(() => attempt(call)))
      .catch(throwFault)
}

const textOf = (answer: IncomingMessage) => text(answer).catch(throwFault)
const throwFault = (error: unknown) => {
  throw new StoreFault(error)
}

// Amazon's stores have a host for each bucket; others rarely have a certificate for such a host.
const addressOf = ({ hostname, searchParams }: URL, region: string) => {
  const endpoint = searchParams.get('endpoint')
  return endpoint === null
    ? `https://${hostname}.s3.${region}.amazonaws.com/`
    : `${endpoint.replace(/\/$/, '')}/${hostname}/`
}

const send = async (address: URL, method: Call['method'], headers: Headers, body: Buffer | undefined) => {
  const { request } = address.protocol === 'http:' ? http : https
  const sent = request(address, { method, headers: Object.fromEntries(headers), timeout: SILENCE_MS })
  const stop = () => sent.destroy(new Error('the bucket is silent'))
  const late = setTimeout(stop, ANSWER_MS)
  // A failure after the answer has begun is an error of the answer too.
  sent.on('error', () => {})
  sent.on('timeout', stop).end(body)
  try {
    const [answer] = await once(sent, 'response')
    return await checked(answer, method)
  } finally {
    clearTimeout(late)
  }
}

/** A successful answer. The body of a GET is still to be read. */
const checked = async (answer: IncomingMessage, method: Call['method']) => {
  const { statusCode = 0 } = answer
  const isSuccess = statusCode >= 200 && statusCode < 300
  if (isSuccess && method === 'GET') return answer
  const code = element(await text(answer), 'Code')
  if (isSuccess) return answer
  // The answer to HEAD has no body with a code.
  if (statusCode === 404 && (code === 'NoSuchKey' || method === 'HEAD')) return undefined
  throw new Error(`${statusCode} ${code ?? ''}`)
}

// The answers of S3 are simple XML without attributes, so an element is found by its name.
const element = (xml: string, name: string) =>
  xml
    .split(`<${name}>`)[1]
    ?.split(`</${name}>`)[0]
    ?.replace(/&(amp|lt|gt|quot|apos);/g, (_, entity) => characters[entity] ?? '')
const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
