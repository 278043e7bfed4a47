import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { type Events, emit } from '../../kit/events.ts'
import { inForm, labelled, oneOf, type Received, upload, without } from '../../kit/fields.ts'
import { eraseFile, keepFile } from '../../kit/files/files.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { FILE_MB } from '../../kit/sizes.ts'
import { throttle } from '../../kit/throttle.ts'
import { limits } from '../../limits.ts'
import { openMailedLink } from '../bookings/links.ts'
import { refuseTooLate } from '../travelers/change.ts'
import { namedTraveler } from '../travelers/locks.ts'
import type { By } from '../travelers/rules.ts'
import { byIn, editors, staffEditors } from '../travelers/rules.ts'
import { actingOf, type Reader } from '../users/reader.ts'
import { documentFlow, steps } from './flow.ts'
import { actorOf, lockedDocument, unseen, written } from './locks.ts'
import { documentsById, ofBooking, ofPaper, oneDocument, ShownDocument, shownDocument } from './read.ts'
import { documentFields, documentKinds, TravelerDocument } from './schema.ts'

// The fields of an upload; notes are written later by staff.
const uploadFields = without(documentFields, ['notes'])

const { traveler_id } = TravelerDocument.properties

/** An upload: a new document, or a requested or rejected one. */
export const NewDocument = Type.Object({ traveler_id, ...inForm(uploadFields.properties), file: upload() })
export type NewDocument = Static<typeof NewDocument>
export const DocumentUpload = Type.Object({ ...inForm(without(uploadFields, ['kind']).properties), file: upload() })
export type DocumentUpload = Static<typeof DocumentUpload>

/** The documents that a traveler must upload. */
export const DocumentRequest = Type.Object({
  traveler_id,
  kinds: labelled(
    Type.Array(oneOf(documentKinds), { minItems: 1, maxItems: documentKinds.length, uniqueItems: true }),
    ['種類', 'Kinds'],
  ),
})
export type DocumentRequest = Static<typeof DocumentRequest>

declare module '../../kit/events.ts' {
  interface Events {
    'traveler-document.changed': {
      document_id: number
      actor_id: number | undefined
      what: 'wanted' | 'received' | 'verified' | 'rejected'
    }
  }
}

/** Requests documents; existing or already requested ones are skipped. */
export async function askFor(tx: Tx, { reader, actor_id }: By, { traveler_id, kinds }: DocumentRequest) {
  await namedTraveler(tx, reader, traveler_id)
  const there = await tx
    .selectFrom('traveler_documents')
    .select('kind')
    .where('traveler_id', '=', traveler_id)
    .where('status', 'in', ['missing', 'received', 'verified'])
    .execute()
  const missing = kinds.filter((kind) => there.every((one) => one.kind !== kind))
  const ids: number[] = []
  for (const kind of missing) {
    const { id } = await tx
      .insertInto('traveler_documents')
      .values({ traveler_id, kind })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
    await emit(tx, 'traveler-document.changed', { document_id: id, actor_id, what: 'wanted' })
  }
  return ids
}

/** A file of an upload, or one that is kept already. */
type Given = Received | { file_id: number }
type Handed<Upload> = Omit<Upload, 'file'> & { file: Given }
const keptFile = async (tx: Tx, by: By, file: Given) =>
  'file_id' in file ? file.file_id : (await keepFile(tx, file, actorOf(by))).id

/** Takes a document. If one of its kind was requested, it answers that request. */
export async function keepDocument(tx: Tx, by: By, { traveler_id, file, ...fields }: Handed<NewDocument>) {
  const traveler = await namedTraveler(tx, by.reader, traveler_id)
  refuseTooLate(by.reader, traveler)
  const requested = await requestedDocument(tx, traveler_id, fields.kind)
  if (requested) {
    const { kind, ...rest } = fields
    await handIn(tx, by, requested.id, { ...rest, file })
    return requested.id
  }
  const file_id = await keptFile(tx, by, file)
  const row = { ...(await written(tx, by.keys, traveler, fields)), traveler_id, file_id }
  const { id } = await tx
    .insertInto('traveler_documents')
    .values({ ...row, given_by: linkOf(by.reader), status: steps.receive.to })
    .returning('id')
    .executeTakeFirstOrThrow()
  await emit(tx, 'traveler-document.changed', { document_id: id, actor_id: by.actor_id, what: 'received' })
  return id
}

const requestedDocument = (tx: Tx, traveler_id: number, kind: NewDocument['kind']) =>
  tx
    .selectFrom('traveler_documents')
    .select('id')
    .where('traveler_id', '=', traveler_id)
    .where('kind', '=', kind)
    .where('status', '=', 'missing')
    .executeTakeFirst()

/** Uploads a requested or rejected document again; the previous file is deleted. */
export async function handIn(
  tx: Tx,
  by: By,
  id: number,
  { file, ...fields }: Handed<DocumentUpload>,
  expected?: Expected,
) {
  const { traveler, ...document } = await lockedDocument(tx, by.reader, id)
  guardVersion(document, expected)
  refuseTooLate(by.reader, traveler)
  mayTake(documentFlow, 'receive', document, by.roles)
  if (document.file_id) await eraseFile(tx, document.file_id, actorOf(by))
  const file_id = await keptFile(tx, by, file)
  const row = { ...(await written(tx, by.keys, traveler, fields)), ...unseen, file_id, purged_at: null }
  await tx
    .updateTable('traveler_documents')
    .set({ ...row, given_by: linkOf(by.reader), status: steps.receive.to })
    .where('id', '=', id)
    .execute()
  await emit(tx, 'traveler-document.changed', { document_id: id, actor_id: by.actor_id, what: 'received' })
}

const linkOf = ({ sees }: Reader) => (sees === 'booking' || sees === 'traveler' ? sees : null)

/** Closes the documents that a former contact uploaded with its link to the links of the new contact. */
export async function closeToNewContact(tx: Tx, { booking_id, has_new_address }: Events['booking.readdressed']) {
  if (!has_new_address) return
  await sql`
    update traveler_documents d set given_by = 'former' from travelers t, files f
     where t.id = d.traveler_id and t.booking_id = ${booking_id} and f.id = d.file_id and f.uploaded_by is null
       and coalesce(d.given_by, 'booking') = 'booking'`.execute(tx)
}

export function handInRoutes(on: On, app: FastifyInstance) {
  const by = byIn(app)
  on.upload(
    '',
    {
      access: editors,
      summary: `Upload a document: jpeg, png, webp or pdf, at most ${FILE_MB} MB`,
      body: NewDocument,
      ...shownDocument,
      refuses: ['too_large', 'step_not_possible'],
    },
    async ({ tx, actor, body }) => {
      const id = await keepDocument(tx, by(actor), body)
      return { id, ...(await oneDocument(tx, { ...actingOf(actor), id })) }
    },
  )

  on.upload(
    '/:id/file',
    {
      access: steps.receive.by,
      summary: 'Upload a requested or rejected document',
      body: DocumentUpload,
      ...shownDocument,
      refuses: ['too_large', 'step_not_possible', 'stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await handIn(tx, by(actor), params.id, body, expected)
      return oneDocument(tx, { ...actingOf(actor), ...params })
    },
  )

  on.post(
    '/wanted',
    {
      name: 'requestTravelerDocuments',
      access: staffEditors,
      summary: 'Request documents of a traveler',
      body: DocumentRequest,
      returns: Type.Array(ShownDocument),
      etag: 'none',
    },
    async ({ tx, actor, body }) => documentsById(tx, { ...actingOf(actor), ids: await askFor(tx, by(actor), body) }),
  )
}

type LinkRequest = { db: Db; params: Record<string, string> }

const byLink = {
  access: 'public',
  returns: ShownDocument,
  etag: 'none',
  refuses: ['not_found', 'forbidden', 'too_large', 'step_not_possible', 'too_many_requests'],
  beforeUpload: ({ db, params: { token = '' } }: LinkRequest) => openMailedLink(db, token),
} as const

/** The documents that the holder of the link of a booking hands in. */
export function linkHandInRoutes(on: On, { keys }: FastifyInstance) {
  on.upload(
    '/:token/documents',
    { ...byLink, summary: 'Upload a document of a traveler', params: ofBooking, body: NewDocument },
    async ({ tx, params: { token }, body }) => {
      const giver = await giverBehind(tx, keys, token)
      const id = await keepDocument(tx, giver, body)
      return { id, ...(await oneDocument(tx, { ...giver.reader, token, id })) }
    },
  )
  on.upload(
    '/:token/documents/:id/file',
    { ...byLink, summary: 'Upload a requested or rejected document', params: ofPaper, body: DocumentUpload },
    async ({ tx, params: { token, id }, body }) => {
      const giver = await giverBehind(tx, keys, token)
      await handIn(tx, giver, id, body)
      return oneDocument(tx, { ...giver.reader, token, id })
    },
  )
}

/** The caller who uploads documents with a mailed link. Counts the attempt. */
const giverBehind = async (tx: Tx, keys: Keys, token: string): Promise<By> => {
  const { reader } = await openMailedLink(tx, token)
  await throttle(tx, limits['papers handed in for booking'], reader.booking)
  return { reader, actor_id: undefined, roles: ['customer'], keys }
}
