import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { jsonArrayOf, jsonRecord } from '../../kit/db/json.ts'
import { remove } from '../../kit/db/rows.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { day, inForm, nullable, oneOf, type Received, ref, upload, without } from '../../kit/fields.ts'
import { mediaTypes } from '../../kit/files/endings.ts'
import { dropFile, fileLink, keepFile } from '../../kit/files/files.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { FILE_MB } from '../../kit/sizes.ts'
import type { Words } from '../../kit/words/words.ts'
import { terms } from '../../terms.ts'
import { Link } from '../attachments/schema.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { editors } from './rules.ts'
import { isLeaderSeen, lockedLeader } from './visible.ts'

export const fileKinds = ['photo', 'license', 'passport', 'visa', 'id_card', 'contract', 'certificate'] as const

export const fileKindWords: Record<(typeof fileKinds)[number], Words> = {
  photo: ['照片', 'Photo'],
  license: ['執業證', 'Licence'],
  passport: ['護照', 'Passport'],
  visa: ['簽證', 'Visa'],
  id_card: ['身分證', 'Identity card'],
  contract: ['合約', 'Contract'],
  certificate: ['證書', 'Certificate'],
}

/** @public */
export const LeaderFile = Type.Object({
  tour_leader_id: ref(),
  kind: oneOf(fileKinds),
  expires_on: nullable(day()),
})
const fields = without(LeaderFile, ['tour_leader_id'])
const NewLeaderFile = Type.Object({ ...inForm(fields.properties), file: upload() })
type NewLeaderFile = Static<typeof NewLeaderFile>
const LeaderFileChange = Type.Partial(fields, { minProperties: 1 })
type LeaderFileChange = Static<typeof LeaderFileChange>
const ShownLeaderFile = RecordOf(LeaderFile, {
  name: Type.String({ examples: ['passport.pdf'] }),
  url: Type.String({ examples: ['/api/tour-leaders/1/files/1'] }),
  media_type: Type.Enum([...mediaTypes]),
  size: Type.Integer({ examples: [48213] }),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    leader_files: Table<typeof LeaderFile> & { file_id: number }
  }
}

type OneFile = { id: number; file: number }
type OneLeader = Reader & { id: number }

/** The documents of a leader that the reader may see. */
const papers = (db: Db, { id, ...reader }: OneLeader) =>
  db
    .selectFrom('leader_files as p')
    .innerJoin('files as f', 'f.id', 'p.file_id')
    .select(columnsOf('p', LeaderFile))
    .select(['f.name', 'f.media_type', 'f.size'])
    .select(sql<string>`'/api/tour-leaders/' || p.tour_leader_id || '/files/' || p.id`.as('url'))
    .where('p.tour_leader_id', '=', id)
    .where(isLeaderSeen(reader, 'p.tour_leader_id'))

const leaderAt = (db: Db, { id, ...reader }: OneLeader) =>
  db.selectFrom('tour_leaders').select('id').where('id', '=', id).where(isLeaderSeen(reader))

const filesOf = jsonArrayOf(leaderAt, (db, given) => papers(db, given).orderBy('p.kind').orderBy('p.id'))
const oneFile = jsonRecord((db, { file, ...given }: Reader & OneFile) => papers(db, given).where('p.id', '=', file))

const fileAt = oneRow((db, { file, ...given }: Reader & OneFile) =>
  papers(db, given).clearSelect().select('p.file_id').where('p.id', '=', file),
)

const lockedFile = async (tx: Tx, { id, file }: OneFile) =>
  found(
    await tx
      .selectFrom('leader_files')
      .selectAll()
      .where('tour_leader_id', '=', id)
      .where('id', '=', file)
      .forUpdate()
      .executeTakeFirst(),
  )

export async function keepLeaderFile(tx: Tx, actor: Actor, leaderId: number, { file, ...body }: NewLeaderFile) {
  await lockedLeader(tx, readerOf(actor), leaderId)
  const { id: file_id } = await keepFile(tx, file, actor)
  const { id } = await tx
    .insertInto('leader_files')
    .values({ ...body, tour_leader_id: leaderId, file_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type LeaderFileKind = (typeof fileKinds)[number]
type EnteredFile = { tour_leader_id: number; kind: LeaderFileKind; file: Received }

/** Keeps a file that the house had before. */
export async function enterLeaderFile(tx: Tx, actor_id: number | undefined, { file, ...body }: EnteredFile) {
  const { id: file_id } = await keepFile(tx, file, byOf(actor_id))
  const row = await tx
    .insertInto('leader_files')
    .values({ ...body, file_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Removes a file that was entered by mistake. */
export async function removeEnteredFile(tx: Tx, actor_id: number | undefined, id: number) {
  const there = await tx.deleteFrom('leader_files').where('id', '=', id).returning('file_id').executeTakeFirst()
  if (there) await dropFile(tx, there.file_id, byOf(actor_id))
}
const byOf = (id: number | undefined) => (id === undefined ? undefined : { id })

async function changeFile(tx: Tx, one: OneFile, change: LeaderFileChange, expected: Expected) {
  const { id, version } = await lockedFile(tx, one)
  guardVersion({ version }, expected)
  await tx.updateTable('leader_files').set(change).where('id', '=', id).execute()
}

async function removeFile(tx: Tx, actor: Actor, one: OneFile, expected: Expected) {
  const { id, version, file_id } = await lockedFile(tx, one)
  guardVersion({ version }, expected)
  await remove(tx, 'leader_files', id)
  await dropFile(tx, file_id, actor)
}

const viewers = [...editors, 'leader'] as const
const returns = ShownLeaderFile

/** A leader's documents, visible to their editors and the leader; each read is logged. */
export function fileRoutes(on: On, app: FastifyInstance) {
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
    {
      access: viewers,
      summary: `A link to the file, valid for ${terms.fileLink.spelled.en}`,
      returns: Link,
      etag: 'none',
    },
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
