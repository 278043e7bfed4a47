import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { remove } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { eraseFile } from '../../kit/files/files.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { By } from '../travelers/rules.ts'
import { byIn, staffEditors } from '../travelers/rules.ts'
import { actingOf } from '../users/reader.ts'
import { actorOf, lockedDocument, written } from './locks.ts'
import { oneDocument, shownDocument } from './read.ts'
import { documentFields } from './schema.ts'

const DocumentChange = Type.Partial(documentFields)
type DocumentChange = Static<typeof DocumentChange>

/** Changes the kind and the fields of a document. */
async function changeDocument(tx: Tx, by: By, id: number, body: DocumentChange, expected: Expected) {
  const { traveler, version } = await lockedDocument(tx, by.reader, id)
  guardVersion({ version }, expected)
  await tx
    .updateTable('traveler_documents')
    .set({ ...(await written(tx, by.keys, traveler, body)), updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

async function removeDocument(tx: Tx, by: By, id: number, expected: Expected) {
  const { version, file_id } = await lockedDocument(tx, by.reader, id)
  guardVersion({ version }, expected)
  await remove(tx, 'traveler_documents', id)
  if (file_id) await eraseFile(tx, file_id, actorOf(by))
}

/** Removes a document that was entered by mistake, with its file. */
export async function removeEnteredDocument(tx: Tx, actor_id: number | undefined, id: number) {
  const there = await tx.deleteFrom('traveler_documents').where('id', '=', id).returning('file_id').executeTakeFirst()
  if (there?.file_id) await eraseFile(tx, there.file_id, actorOf({ actor_id }))
}

/** Deletes all documents of a person. */
export async function erasePapers(tx: Tx, { actor_id }: Pick<By, 'actor_id'>, traveler_id: number) {
  const gone = await tx
    .deleteFrom('traveler_documents')
    .where('traveler_id', '=', traveler_id)
    .returning(['id', 'file_id'])
    .execute()
  for (const { file_id } of gone) if (file_id) await eraseFile(tx, file_id, actorOf({ actor_id }))
  return gone.map(({ id }) => id)
}

export function changeRoutes(on: On, app: FastifyInstance) {
  const by = byIn(app)
  on.put(
    '/:id',
    {
      access: staffEditors,
      summary: 'Change the kind and the fields of a document',
      body: DocumentChange,
      ...shownDocument,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeDocument(tx, by(actor), params.id, body, expected)
      return oneDocument(tx, { ...actingOf(actor), ...params })
    },
  )
  on.delete(
    '/:id',
    { access: staffEditors, summary: 'Remove a document and its file', returns: Type.Null(), refuses: ['stale'] },
    async ({ tx, actor, params, expected }) => {
      await removeDocument(tx, by(actor), params.id, expected)
      return null
    },
  )
}
