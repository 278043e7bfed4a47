import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { type Condition, everyRow, noRow } from '../../kit/db/fragments.ts'
import { jsonArray, jsonRecord } from '../../kit/db/json.ts'
import { oneRow, statement } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { anyText, oneOf, orNull, ref } from '../../kit/fields.ts'
import { mediaTypes } from '../../kit/files/endings.ts'
import { fileLink } from '../../kit/files/files.ts'
import { namesOf } from '../../kit/flow.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { from, is, openOrDone, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { possibleColumn } from '../../kit/possible-column.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { RevealedOf, RevealOf, reveal } from '../../kit/secrets/personal-data.ts'
import { terms } from '../../terms.ts'
import { Link } from '../attachments/schema.ts'
import { openMailedLink } from '../bookings/links.ts'
import { OfTraveler, travelerIn } from '../shown-names.ts'
import type { Asking } from '../travelers/reveal.ts'
import { readers } from '../travelers/rules.ts'
import { belonging, isTravelerSeen } from '../travelers/visible.ts'
import { isOfOffice } from '../users/has-role.ts'
import { type Acting, actingOf, actsAs, isOutside, type Reader, readerOf } from '../users/reader.ts'
import { documentFlow, steps } from './flow.ts'
import { documentStatuses, TravelerDocument } from './schema.ts'

/** A document with its file, as long as the file is stored. */
export const ShownDocument = RecordOf(TravelerDocument, {
  traveler: OfTraveler,
  name: orNull(anyText('passport.jpg')),
  url: orNull(anyText('/api/traveler-documents/1/file')),
  media_type: orNull(oneOf(mediaTypes)),
  size: orNull(Type.Integer({ examples: [48213] })),
  /** The steps that the reader may take now. */
  possible: Type.Array(oneOf(namesOf(steps))),
})

/** How a route answers with one document. */
export const shownDocument = { returns: ShownDocument, etag: 'content' } as const

const { kind, status, expires_on } = TravelerDocument.properties

const documentList = list({
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
type DocumentReader = (Reader | Acting) & { token?: string }

// With a link, the file's URL is below that link.
const urlFor = (token: string | undefined) => {
  const below =
    token === undefined
      ? sql`'/api/traveler-documents/'`
      : sql`'/api/trip-registrations/' || ${token}::text || '/documents/'`
  return sql<string | null>`case when f.id is not null then ${below} || traveler_documents.id || '/file' end`
}

const documents = (db: Db, { token, ...reader }: DocumentReader) =>
  db
    .selectFrom('traveler_documents')
    .leftJoin('files as f', (join) => join.onRef('f.id', '=', 'traveler_documents.file_id').on(isFileSeen(reader)))
    .select(columnsOf('traveler_documents', TravelerDocument, isOutside(reader) ? hidden : []))
    .select(travelerIn('traveler_documents.traveler_id').as('traveler'))
    .select(['f.name', 'f.media_type', 'f.size'])
    .select(urlFor(token).as('url'))
    .select(possibleColumn(documentFlow, actsAs(reader), 'traveler_documents.status', {}).as('possible'))
    .where(isTravelerSeen(reader, 'traveler_documents.traveler_id'))

/**
 * SQL: whether a reader who sees a document also sees its file `f`. The link of a booking opens files that its contact uploaded
 * with it, but not those that a traveler or a former contact uploaded with theirs. A customer's account opens its own uploads. Both
 * open uploads of staff. So neither a forwarded mail nor a booking that was given to another customer opens the documents of
 * somebody else.
 */
const isFileSeen = (reader: Reader): Condition => {
  switch (reader.sees) {
    case 'all':
      return everyRow
    case 'booking':
      return sql`(f.uploaded_by is null and coalesce(traveler_documents.given_by, 'booking') = 'booking' or ${isOfStaff})`
    case 'customer':
      return sql`(f.uploaded_by = ${reader.customer} or ${isOfStaff})`
    case 'money':
    case 'traveler':
    case 'leader':
    case 'offer':
    case 'nothing':
      return noRow
  }
}

const isOfStaff = sql`exists (select from users u where u.id = f.uploaded_by and ${isOfOffice('u')})`

const documentPage = documentList.over(documents)

export const oneDocument = jsonRecord((db, { id, ...reader }: DocumentReader & { id: number }) =>
  documents(db, reader).where('traveler_documents.id', '=', id),
)

export const documentsById = jsonArray((db, { ids, ...reader }: Acting & { ids: number[] }) =>
  documents(db, reader).where(sql<boolean>`traveler_documents.id = any (${ids})`).orderBy('traveler_documents.id'),
)

/** The file of a document that the reader may see. */
const fileAt = oneRow((db, { id, ...reader }: Reader & { id: number }) =>
  documents(db, reader)
    .clearSelect()
    .select(sql<number>`f.id`.as('file_id'))
    .where('traveler_documents.id', '=', id)
    .where('f.id', 'is not', null),
)

/** The documents of a traveler whose files the reader may open. */
export const openDocuments = statement((db, { of, ...reader }: Reader & { of: number }) =>
  documents(db, reader)
    .clearSelect()
    .select(['traveler_documents.id', sql<number>`f.id`.as('file_id')])
    .where('traveler_documents.traveler_id', '=', of)
    .where('f.id', 'is not', null),
)

/** The traveler of a document that the reader may see. */
export const documentAt = oneRow((db, { id, ...reader }: Reader & { id: number }) =>
  documents(db, reader)
    .clearSelect()
    .select(['traveler_documents.traveler_id', 'traveler_documents.person_key'])
    .where('traveler_documents.id', '=', id),
)

/** Reveals personal data of a document; empty if nothing has been entered. */
export async function revealDocument(
  tx: Tx,
  keys: Keys,
  id: number,
  fields: string[],
  { reader, ...asking }: Asking,
): Promise<Record<string, string | null>> {
  const { person_key } = found(await documentAt(tx, { ...reader, id }))
  if (!person_key) return Object.fromEntries(fields.map((field) => [field, null]))
  return reveal(tx, keys, { ...asking, person_key, table: 'traveler_documents', record_id: id, fields })
}

export function readRoutes(on: On, { keys }: FastifyInstance) {
  on.get(
    '',
    {
      access: readers,
      summary: 'Documents of travelers; a customer those of its bookings',
      ...documentList.of(ShownDocument),
      etag: 'content',
    },
    ({ db, actor, query }) => documentPage(db, actingOf(actor), query),
  )
  on.get('/:id', { access: readers, summary: 'One document', ...shownDocument }, ({ db, actor, params }) =>
    oneDocument(db, { ...actingOf(actor), ...params }),
  )
  on.file(
    '/:id/file',
    { access: readers, summary: 'The file itself, or its thumbnail' },
    async ({ db, actor, params }) => found(await fileAt(db, { ...readerOf(actor), ...params })),
  )
  on.get(
    '/:id/link',
    {
      access: readers,
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

export function revealRoute(on: On, { keys }: FastifyInstance) {
  on.post(
    '/:id/reveal',
    {
      access: readers,
      summary: 'Reveal the number of a document; who and why is logged',
      body: RevealOf(TravelerDocument),
      returns: RevealedOf(TravelerDocument),
      refuses: ['step_not_possible'],
      noReplay: true,
    },
    ({ tx, actor, params, body: { fields, reason }, request }) =>
      revealDocument(tx, keys, params.id, fields, { reader: readerOf(actor), actor, reason, request_id: request.id }),
  )
}

const token = Type.String({ maxLength: 200 })
/** The paths below the link of a booking. */
export const ofBooking = Type.Object({ token })
export const ofPaper = Type.Object({ token, id: ref() })

/** The documents of a booking, for the holder of its link. */
export function linkReadRoutes(on: On) {
  on.get(
    '/:token/documents',
    {
      access: 'public',
      summary: "The documents of the booking's travelers",
      params: ofBooking,
      returns: Type.Array(ShownDocument),
      people: true,
      etag: 'none',
      refuses: ['not_found', 'forbidden'],
    },
    async ({ db, params: { token } }) => {
      const { json } = await documentPage(
        db,
        { ...(await openMailedLink(db, token)).reader, token },
        { per_page: 100, sort: 'id' },
      )
      return { json }
    },
  )
  on.file(
    '/:token/documents/:id/file',
    { access: 'public', summary: 'The file of a document', params: ofPaper, refuses: ['not_found', 'forbidden'] },
    async ({ db, params: { token, id } }) =>
      found(await fileAt(db, { ...(await openMailedLink(db, token)).reader, id })),
  )
}
