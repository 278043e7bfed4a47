import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

// A server with one bucket in memory, with the calls that the AWS SDK uses for files: `node test/s3-server.ts <bucket> <access
// key>`. It prints its port. Keys are listed in pages, and a body that does not match its signed checksum is refused.
const [bucket = '', accessKey = ''] = process.argv.slice(2)
const MOST_KEYS = 1_000

type Stored = { bytes: Buffer; etag: string; at: Date }
const objects = new Map<string, Stored>()

// A client that disconnects in the middle of a body gets no answer.
const server = createServer((request, response) => handle(request, response).catch(() => response.destroy()))

const handle = async (request: IncomingMessage, response: ServerResponse) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const [, name, ...rest] = pathname.split('/')
  const key = decodeURIComponent(rest.join('/'))
  if (!request.headers.authorization?.includes(`Credential=${accessKey}/`)) return refuse(response, 403, 'AccessDenied')
  if (name !== bucket) return refuse(response, 404, 'NoSuchBucket')
  if (!key) return list(response, searchParams.get('continuation-token') ?? '')
  if (request.method === 'PUT') return put(request, response, key)
  if (request.method === 'DELETE') return remove(response, key)
  return get(request, response, key)
}

const put = async (request: IncomingMessage, response: ServerResponse, key: string) => {
  const bytes = await buffer(request)
  const signed = request.headers['x-amz-content-sha256']
  if (signed !== 'UNSIGNED-PAYLOAD' && signed !== digest('sha256', bytes))
    return refuse(response, 400, 'XAmzContentSHA256Mismatch')
  const etag = `"${digest('md5', bytes)}"`
  objects.set(key, { bytes, etag, at: new Date() })
  response.writeHead(200, { etag }).end()
}

const get = (request: IncomingMessage, response: ServerResponse, key: string) => {
  const found = objects.get(key)
  if (!found) return refuse(response, 404, 'NoSuchKey')
  const { bytes, etag, at } = found
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  const [first, last] = range ? [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)] : [0, bytes.length - 1]
  const part = bytes.subarray(first, last + 1)
  response.writeHead(range ? 206 : 200, {
    etag,
    'last-modified': at.toUTCString(),
    'content-length': part.length,
    'accept-ranges': 'bytes',
    ...(range && { 'content-range': `bytes ${first}-${last}/${bytes.length}` }),
  })
  response.end(request.method === 'HEAD' ? undefined : part)
}

const remove = (response: ServerResponse, key: string) => {
  objects.delete(key)
  response.writeHead(204).end()
}

/** One page of keys. A continuation token is the last key of the previous page. */
const list = (response: ServerResponse, after: string) => {
  const keys = [...objects.keys()].filter((key) => key > after).sort()
  const page = keys.slice(0, MOST_KEYS)
  const next =
    keys.length > page.length ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>` : ''
  const contents = page.map((key) => {
    const { at, etag, bytes } = objects.get(key) as Stored
    return `<Contents><Key>${escaped(key)}</Key><LastModified>${at.toISOString()}</LastModified><ETag>${escaped(etag)}</ETag><Size>${bytes.length}</Size></Contents>`
  })
  xml(
    response,
    200,
    `<ListBucketResult><IsTruncated>${!!next}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  )
}

const refuse = (response: ServerResponse, status: number, code: string) =>
  xml(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
const xml = (response: ServerResponse, status: number, text: string) => {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>${text}`)
}
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const digest = (algorithm: string, bytes: Buffer) => createHash(algorithm).update(bytes).digest('hex')

server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
