import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../db/tables.ts'
import { found, refuse } from '../../errors.ts'
import { oneOf } from '../../fields.ts'
import { type Range, thumbnailOf } from '../../files/backend.ts'
import { attachmentNamed } from '../../files/names.ts'
import type { Store } from '../../files/store.ts'
import { isAmong } from '../routes/answer.ts'
import { securityPolicies } from '../security-policies.ts'
import { onBehalfOf } from '../server/deadline.ts'

export const FileQuery = Type.Object({ size: Type.Optional(oneOf(['thumb'])) }, { additionalProperties: false })

/** The file, and its reader if that is not the caller. */
export type Shown = { file_id: number; reader_id?: number }

/** Sends a file's bytes and logs the access. The handler has already checked that the reader may see it. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, { file_id, reader_id }: Shown) {
  const file = await fileAt(request.server.database.db, file_id)
  const isThumbnail = (request.query as { size?: 'thumb' }).size === 'thumb'
  if (isThumbnail && file.width === null) refuse('not_found')
  const tag = `"${file.sha256.toString('base64url')}${isThumbnail ? '-thumb' : ''}"`
  const always = { ...restrictive, etag: tag }
  if (isAmong(request.headers['if-none-match'], tag)) return reply.code(304).headers(always).send()
  const range = isThumbnail ? undefined : rangeOf(request.headers, file.size, tag)
  await noteRead(request, file_id, reader_id ?? request.actor?.id)
  const { status, headers, bytes } = await (isThumbnail ? thumbnail : original)(request.server.files, file, range)
  return reply
    .code(status)
    .headers({ ...always, ...headers })
    .send(bytes)
}

// The requested range of bytes (RFC 9110). Undefined, for the whole file, if the header is not one valid range.
const rangeOf = (headers: IncomingHttpHeaders, size: number, tag: string): Range | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (headers['if-range'] !== undefined && headers['if-range'] !== tag) return undefined
  const first = from === '' ? Math.max(size - Number(to), 0) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  if (first > last) refuse('range_not_satisfiable', { headers: { 'content-range': `bytes */${size}` } })
  return { first, last }
}

// Read completely before any header is set, so that an error of the store is answered like any other error.
const thumbnail = async (files: Store, { place }: File) => ({
  status: 200,
  headers: { 'content-type': 'image/jpeg', 'content-disposition': attachmentNamed('thumbnail.jpg') },
  bytes: await buffer(await files.read(thumbnailOf(place))),
})

const original = async (files: Store, { place, name, media_type, size }: File, range: Range | undefined) => {
  const { first, last } = range ?? { first: 0, last: size - 1 }
  return {
    status: range ? 206 : 200,
    headers: {
      'content-type': media_type,
      'content-disposition': attachmentNamed(name),
      'content-length': last - first + 1,
      'accept-ranges': 'bytes',
      ...(range && { 'content-range': `bytes ${first}-${last}/${size}` }),
    },
    bytes: await files.read(place, range),
  }
}

// For any content, the browser runs no script of it and loads nothing for it, and no cache stores it.
const restrictive = {
  'cache-control': 'private, no-store',
  'content-security-policy': securityPolicies.file,
}

type File = Awaited<ReturnType<typeof fileAt>>
const fileAt = async (db: Db, id: number) =>
  found(
    await db
      .selectFrom('files')
      .select(['place', 'name', 'media_type', 'size', 'sha256', 'width'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )

const noteRead = (request: FastifyRequest, file_id: number, actor_id: number | undefined) =>
  request.server.database.transaction({ ...onBehalfOf(request), actor_id }, (tx) =>
    tx
      .insertInto('file_reads')
      .values({ file_id, actor_id: actor_id ?? null, request_id: request.id })
      .execute(),
  )
