import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { FILE_MB } from '../../../kit/constants.ts'
import { found } from '../../../kit/errors.ts'
import { fileLink } from '../../../kit/files/files.ts'
import type { On } from '../../../kit/http/routes/routes.ts'
import { Link } from '../../attachments/schema.ts'
import { readerOf } from '../../users/reader.ts'
import { editors } from '../rules.ts'
import { changeFile, keepLeaderFile, removeFile } from './actions.ts'
import { fileAt, filesOf, oneFile } from './queries.ts'
import { LeaderFileChange, NewLeaderFile, ShownLeaderFile } from './schema.ts'

const viewers = [...editors, 'leader'] as const
const returns = ShownLeaderFile

/** A leader's documents, visible to their editors and the leader; each read is logged. */
export function files(on: On, app: FastifyInstance) {
  list(on)
  bytes(on, app)
  additions(on)
  changes(on)
}

const list = (on: On) =>
  on.get(
    '/:id/files',
    {
      access: viewers,
      summary: 'The documents of a leader',
      returns: Type.Array(returns),
      people: true,
      etag: 'content',
    },
    ({ db, actor, params }) => filesOf(db, { ...readerOf(actor), ...params }),
  )

const additions = (on: On) =>
  on.upload(
    '/:id/files',
    {
      access: editors,
      summary: `Upload a document or a photo: jpeg, png, webp or pdf, at most ${FILE_MB} MB`,
      body: NewLeaderFile,
      returns,
      refuses: ['too_large'],
    },
    async ({ tx, actor, params, body }) => {
      const file = await keepLeaderFile(tx, actor, params.id, body)
      return { id: file, ...(await oneFile(tx, { ...readerOf(actor), ...params, file })) }
    },
  )

const bytes = (on: On, { keys }: FastifyInstance) => {
  on.file(
    '/:id/files/:file',
    { access: viewers, summary: 'The file itself, or its thumbnail' },
    async ({ db, actor, params }) => found(await fileAt(db, { ...readerOf(actor), ...params })),
  )

  on.get(
    '/:id/files/:file/link',
    { access: viewers, summary: 'A link to the file, valid for five minutes', returns: Link, etag: 'none' },
    async ({ db, actor, params }) => {
      const { file_id } = found(await fileAt(db, { ...readerOf(actor), ...params }))
      return fileLink(db, keys, file_id, actor.id)
    },
  )
}

const changes = (on: On) => {
  on.put(
    '/:id/files/:file',
    {
      access: editors,
      summary: 'Change the kind and the expiry of a document',
      body: LeaderFileChange,
      returns,
      refuses: ['stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeFile(tx, params, body, expected)
      return oneFile(tx, { ...readerOf(actor), ...params })
    },
  )

  on.delete(
    '/:id/files/:file',
    { access: editors, summary: 'Remove a document', returns: Type.Null(), refuses: ['stale'] },
    async ({ tx, actor, params, expected }) => {
      await removeFile(tx, actor, params, expected)
      return null
    },
  )
}
