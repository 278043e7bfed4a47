import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Json } from '../../db/json.ts'
import { refuse } from '../../errors.ts'

/** What a handler returns: data as JSON text from PostgreSQL, or data as a value. */
export type Given = Json | object | null | boolean | string | number

/** The answer for data that never changes. It is serialized once. */
export function constantAnswer(data: object): Answer {
  const { body, ...answer } = answerOf(200, data)
  return { ...answer, body: Buffer.from(body), tag: tagOf(answer.version, body, 'content') }
}

export type Answer = {
  status: number
  body: string | Buffer
  version?: number | undefined
  location?: string | undefined
  tag?: string | undefined
}

export function answerOf(status: number, given: Given): Answer {
  const { json, meta, version } = isJson(given)
    ? given
    : { json: JSON.stringify(given), meta: undefined, version: (given as { version?: number } | null)?.version }
  return { status, version, body: `{"success":true,"data":${json}${meta ? `,"meta":${JSON.stringify(meta)}` : ''}}` }
}

/** What a handler returned, as a value, and its `meta`. */
export function dataOf(given: Given): { data: unknown; meta: object | undefined } {
  return isJson(given) ? { data: JSON.parse(given.json), meta: given.meta } : { data: given, meta: undefined }
}

export function idOf(given: Given) {
  return (given as { id?: number } | null)?.id
}

/** `exact`: the tag is the version of the record. `content`: the tag also has a hash, because the answer contains more than its record. */
export type Etag = 'exact' | 'content' | 'none'

export function send(request: FastifyRequest, reply: FastifyReply, answer: Answer, tagging: Etag) {
  const body = bytesIfLong(answer.body)
  const tag = answer.tag ?? tagOf(answer.version, body, tagging)
  reply.header('cache-control', request.route.config.cache ?? 'no-store')
  if (tag) reply.header('etag', tag)
  if (answer.location) reply.header('location', answer.location)
  if (tag && ['GET', 'HEAD'].includes(request.method) && isAmong(request.headers['if-none-match'], tag))
    return reply.code(304).send()
  return reply.code(answer.status).type('application/json; charset=utf-8').send(body)
}

// Node sends a short string in one write with its headers. A long one is converted to bytes once, for its tag and for sending.
const bytesIfLong = (body: string | Buffer) =>
  typeof body === 'string' && body.length > LONG ? Buffer.from(body) : body
const LONG = 4_096

/** The versions that `If-Match` accepts. The part of a tag after a dash is a hash of the content and is not compared. */
export type Expected = readonly number[] | undefined

export function expectedOf(request: FastifyRequest): Expected {
  const header = request.headers['if-match']
  if (header === undefined || header.trim() === '*') return undefined
  return header.split(',').map((tag) => Number(/^(?:W\/)?("?)(\d{1,9})(?:-[\w-]+)?\1$/.exec(tag.trim())?.[2]))
}

export function guardVersion(row: { version: number }, expected: Expected) {
  if (expected && !expected.includes(row.version)) refuse('stale', { also: { version: row.version } })
}

const isJson = (given: Given): given is Json => typeof (given as Json | null)?.json === 'string'

const tagOf = (version: number | undefined, body: string | Buffer, tagging: Etag) => {
  if (tagging === 'exact') return version === undefined ? undefined : `"${version}"`
  if (tagging === 'none') return undefined
  const content = hash('sha1', body, 'base64url')
  return version === undefined ? `"${content}"` : `"${version}-${content}"`
}

export function isAmong(header: string | undefined, tag: string) {
  return (
    header !== undefined &&
    (header === tag || header === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === tag))
  )
}
