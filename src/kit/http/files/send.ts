import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../db/tables.ts'
import { found, refuse } from '../../errors.ts'
import { oneOf } from '../../fields.ts'
import { attachmentNamed } from '../../files/names.ts'
import { thumbnailOf } from '../../files/store.ts'
import { isAmong } from '../routes/answer.ts'
import { onBehalfOf } from '../server/overdue.ts'
import { rangeOf, stretchOf } from './ranges.ts'

export const FileQuery = Type.Object({ size: Type.Optional(oneOf(['thumb'])) }, { additionalProperties: false })

/** Which file, and who looks at it if not the caller. */
export type Shown = { file_id: number; reader_id?: number }

/** Sends a file's bytes to somebody who may see them, and writes down that it was looked at. */
export const sendFile = async (request: FastifyRequest, reply: FastifyReply, { file_id, reader_id }: Shown) => {
  const { files, database } = request.server
  const file = await fileAt(database.db, file_id)
  const isThumbnail = (request.query as { size?: 'thumb' }).size === 'thumb'
  if (isThumbnail && file.width === null) refuse('not_found')
  const tag = `"${file.sha256.toString('base64url')}${isThumbnail ? '-thumb' : ''}"`
  reply.headers({ ...locked, etag: tag })
  if (isAmong(request.headers['if-none-match'], tag)) return reply.code(304).send()

  const range = isThumbnail ? undefined : rangeOf(request.headers, file.size, tag)
  await noteRead(request, file_id, reader_id ?? request.actor?.id)
  if (isThumbnail) {
    const picture = await buffer(await files.read(thumbnailOf(file.place)))
    return reply.type('image/jpeg').header('content-disposition', attachmentNamed('thumbnail.jpg')).send(picture)
  }
  reply.type(file.media_type).headers({ 'accept-ranges': 'bytes', 'content-disposition': attachmentNamed(file.name) })
  const bytes = await files.read(file.place)
  if (!range) return reply.header('content-length', file.size).send(bytes)
  const { first, last } = range
  reply.headers({ 'content-range': `bytes ${first}-${last}/${file.size}`, 'content-length': last - first + 1 })
  return reply.code(206).send(Readable.from(stretchOf(bytes, range)))
}

// Whatever the bytes are, they run nothing, embed nothing, and are kept by no cache.
const locked = {
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; sandbox",
}

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
