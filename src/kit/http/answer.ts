import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Json } from '../db/json.ts'
import { refuse } from '../errors.ts'

/** What a handler gives: data as bytes, or data as a value. */
export type Given = Json | object | null | boolean | string | number

/** Data with something beside it in `meta`. */
export const withMeta = (data: object, meta: object): Json & { id?: number } => {
  const { id, version } = data as { id?: number; version?: number }
  return {
    json: JSON.stringify(data),
    meta,
    ...(id !== undefined && { id }),
    ...(version !== undefined && { version }),
  }
}

export type Answer = { status: number; body: string; version?: number | undefined; location?: string | undefined }

export const answerOf = (status: number, given: Given): Answer => {
  const { json, meta, version } = isJson(given)
    ? given
    : { json: JSON.stringify(given), meta: undefined, version: (given as { version?: number } | null)?.version }
  return { status, version, body: `{"success":true,"data":${json}${meta ? `,"meta":${JSON.stringify(meta)}` : ''}}` }
}

export const idOf = (given: Given) => (given as { id?: number } | null)?.id

/** `exact`: the version alone tells whether a record changed. `content`: the answer holds more than its record. */
export type Tagging = 'exact' | 'content' | 'none'

export const send = (request: FastifyRequest, reply: FastifyReply, answer: Answer, tagging: Tagging) => {
  const tag = tagOf(answer, tagging)
  reply.header('cache-control', request.routeOptions.config.cache ?? 'no-store')
  if (tag) reply.header('etag', tag)
  if (answer.location) reply.header('location', answer.location)
  if (tag && request.method === 'GET' && isAmong(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body)
}

/** The version a client saw, from `If-Match`; the part behind a dash is the content's and does not matter for writing. */
export const expectedVersion = (request: FastifyRequest): number | undefined => {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return undefined
  const version = /^(?:W\/)?"?(\d{1,9})(?:-[\w-]+)?"?$/.exec(header)?.[1]
  return version === undefined ? refuse('stale') : Number(version)
}

export const guardVersion = (row: { version: number }, expected: number | undefined) => {
  if (expected !== undefined && row.version !== expected) refuse('stale', { also: { version: row.version } })
}

const isJson = (given: Given): given is Json => typeof (given as Json | null)?.json === 'string'

const tagOf = ({ body, version }: Answer, tagging: Tagging) => {
  if (tagging === 'exact') return version === undefined ? undefined : `"${version}"`
  if (tagging === 'none') return undefined
  const content = hash('sha1', body, 'base64url')
  return version === undefined ? `"${content}"` : `"${version}-${content}"`
}

const isAmong = (header: string | undefined, tag: string) =>
  header !== undefined && (header === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === tag))
