import { sql } from 'kysely'
import { jsonArray, jsonRecord } from '../../kit/db/json.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { from, is, openOrDone, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { possibleColumn } from '../../kit/possible-column.ts'
import { columnsOf } from '../../kit/resource/record.ts'
import { travelerIn } from '../shown-names.ts'
import { belonging, isTravelerSeen } from '../travelers/visible.ts'
import { type Acting, actsAs, isOutside, type Reader } from '../users/reader.ts'
import { documentFlow } from './flow.ts'
import { documentStatuses, TravelerDocument } from './schema.ts'
import { isFileSeen } from './visible.ts'

const { kind, status, expires_on } = TravelerDocument.properties

export const documentList = list({
  of: 'traveler_documents',
  sort: { expires_on, kind },
  order: '-created_at',
  people: true,
  filters: {
    ...belonging('traveler_documents.traveler_id'),
    kind: is('traveler_documents.kind', kind),
    status: is('traveler_documents.status', status),
    group: openOrDone('traveler_documents.status', documentStatuses, ['verified']),
    expires_from: from('traveler_documents.expires_on', expires_on),
    expires_to: until('traveler_documents.expires_on', expires_on),
  },
})

// Staff's notes and the verifier are not shown to customers.
const hidden = ['notes', 'verified_by'] as const

/** The reader, and the link it used, if any. */
type Looking = (Reader | Acting) & { token?: string }

// With a link, the file's URL is below that link.
const urlFor = (token: string | undefined) => {
  const below =
    token === undefined
      ? sql`'/api/traveler-documents/'`
      : sql`'/api/trip-registrations/' || ${token}::text || '/documents/'`
  return sql<string | null>`case when f.id is not null then ${below} || traveler_documents.id || '/file' end`
}

const documents = (db: Db, { token, ...reader }: Looking) =>
  db
    .selectFrom('traveler_documents')
    .leftJoin('files as f', (join) => join.onRef('f.id', '=', 'traveler_documents.file_id').on(isFileSeen(reader)))
    .select(columnsOf('traveler_documents', TravelerDocument, isOutside(reader) ? hidden : []))
    .select(travelerIn('traveler_documents.traveler_id').as('traveler'))
    .select(['f.name', 'f.media_type', 'f.size'])
    .select(urlFor(token).as('url'))
    .select(possibleColumn(documentFlow, actsAs(reader), 'traveler_documents.status', {}).as('possible'))
    .where(isTravelerSeen(reader, 'traveler_documents.traveler_id'))

export const documentPage = documentList.over(documents)
export const oneDocument = jsonRecord((db, { id, ...looking }: Looking & { id: number }) =>
  documents(db, looking).where('traveler_documents.id', '=', id),
)
export const documentsById = jsonArray((db, { ids, ...reader }: Acting & { ids: number[] }) =>
  documents(db, reader).where(sql<boolean>`traveler_documents.id = any (${ids})`).orderBy('traveler_documents.id'),
)

/** The file of a document that the reader may see. */
export const fileAt = oneRow((db, { id, ...reader }: Reader & { id: number }) =>
  documents(db, reader)
    .clearSelect()
    .select(sql<number>`f.id`.as('file_id'))
    .where('traveler_documents.id', '=', id)
    .where('f.id', 'is not', null),
)

/** The traveler of a document that the reader may see. */
export const documentAt = oneRow((db, { id, ...reader }: Reader & { id: number }) =>
  documents(db, reader)
    .clearSelect()
    .select(['traveler_documents.traveler_id', 'traveler_documents.person_key'])
    .where('traveler_documents.id', '=', id),
)

/** The document, locked until the transaction ends. */
export async function lockDocument(tx: Tx, id: number) {
  return found(
    await tx
      .selectFrom('traveler_documents')
      .select(['id', 'kind', 'status', 'version', 'file_id', 'expires_on'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )
}
