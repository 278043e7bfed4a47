import { sql } from 'kysely'
import { remove } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { type Events, emit } from '../../kit/events.ts'
import { eraseFile, keepFile } from '../../kit/files/files.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { sealed } from '../../kit/secrets/personal-data.ts'
import { hasPersonal } from '../../kit/secrets/personal-fields.ts'
import { type By, personOf, refuseTooLate } from '../travelers/actions.ts'
import { type LockedTraveler, lockedTraveler, namedTraveler } from '../travelers/queries.ts'
import type { Reader } from '../users/reader.ts'
import { documentFlow, steps } from './flow.ts'
import { comparePassport, refuseExpired, refuseOtherPaper } from './passport.ts'
import { documentAt, lockDocument } from './queries.ts'
import {
  type DocumentChange,
  type HandedIn,
  type NewDocument,
  type PassportReading,
  TravelerDocument,
  type Wanted,
} from './schema.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'traveler-document.changed': {
      document_id: number
      actor_id: number | undefined
      what: 'wanted' | 'received' | 'verified' | 'rejected'
    }
  }
}

/** Uploads a document. If one of its kind was requested, the upload answers that request. */
export async function keepDocument(tx: Tx, by: By, { traveler_id, file, ...told }: NewDocument) {
  const traveler = await namedTraveler(tx, by.reader, traveler_id)
  refuseTooLate(by.reader, traveler)
  const requested = await requestedDocument(tx, traveler_id, told.kind)
  if (requested) {
    const { kind, ...rest } = told
    await handIn(tx, by, requested.id, { ...rest, file })
    return requested.id
  }
  const { id: file_id } = await keepFile(tx, file, actorOf(by))
  const row = { ...(await written(tx, by.keys, traveler, told)), traveler_id, file_id }
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
export async function handIn(tx: Tx, by: By, id: number, { file, ...told }: HandedIn, expected?: Expected) {
  const { traveler, ...document } = await lockedDocument(tx, by.reader, id)
  guardVersion(document, expected)
  refuseTooLate(by.reader, traveler)
  mayTake(documentFlow, 'receive', document, by.roles)
  if (document.file_id) await eraseFile(tx, document.file_id, actorOf(by))
  const { id: file_id } = await keepFile(tx, file, actorOf(by))
  const row = { ...(await written(tx, by.keys, traveler, told)), ...unseen, file_id, purged_at: null }
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

/** Requests documents; existing or already requested ones are skipped. */
export async function askFor(tx: Tx, { reader, actor_id }: By, { traveler_id, kinds }: Wanted) {
  await namedTraveler(tx, reader, traveler_id)
  const there = await tx
    .selectFrom('traveler_documents')
    .select('kind')
    .where('traveler_id', '=', traveler_id)
    .where('status', 'in', ['missing', 'received', 'verified'])
    .execute()
  const asked = kinds.filter((kind) => there.every((one) => one.kind !== kind))
  const ids: number[] = []
  for (const kind of asked) {
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

/** Changes the kind and the fields of a document. */
export async function changeDocument(tx: Tx, by: By, id: number, body: DocumentChange, expected: Expected) {
  const { traveler, version } = await lockedDocument(tx, by.reader, id)
  guardVersion({ version }, expected)
  await tx
    .updateTable('traveler_documents')
    .set({ ...(await written(tx, by.keys, traveler, body)), updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * Verifies a document that is still valid. The data read from a passport is compared with the traveler, and missing data is copied.
 */
export async function verifyDocument(tx: Tx, by: By, id: number, reading: PassportReading, expected: Expected) {
  const { traveler, ...document } = await lockedDocument(tx, by.reader, id)
  guardVersion(document, expected)
  mayTake(documentFlow, 'verify', document, by.roles)
  const told = document.kind === 'passport' ? await comparePassport(tx, by, traveler, document, reading) : {}
  if (document.kind !== 'passport') refuseOtherPaper(reading)
  refuseExpired({ ...document, ...told }, traveler)
  const seen = { verified_by: by.actor_id ?? null, verified_at: sql<string>`now()`, reject_reason: null }
  // Read again, because the comparison may just have created the traveler's key.
  const known = await lockedTraveler(tx, by.reader, traveler.id)
  await tx
    .updateTable('traveler_documents')
    .set({ ...(await written(tx, by.keys, known, told)), ...seen, status: steps.verify.to })
    .where('id', '=', id)
    .execute()
  await emit(tx, 'traveler-document.changed', { document_id: id, actor_id: by.actor_id, what: steps.verify.to })
}

/** Rejects a document with a reason. */
export async function rejectDocument(tx: Tx, by: By, id: number, reject_reason: string, expected: Expected) {
  const { status, version } = await lockedDocument(tx, by.reader, id)
  guardVersion({ version }, expected)
  mayTake(documentFlow, 'reject', { status }, by.roles)
  await tx
    .updateTable('traveler_documents')
    .set({ ...unseen, status: steps.reject.to, reject_reason })
    .where('id', '=', id)
    .execute()
  await emit(tx, 'traveler-document.changed', { document_id: id, actor_id: by.actor_id, what: steps.reject.to })
}

export async function removeDocument(tx: Tx, by: By, id: number, expected: Expected) {
  const { version, file_id } = await lockedDocument(tx, by.reader, id)
  guardVersion({ version }, expected)
  await remove(tx, 'traveler_documents', id)
  if (file_id) await eraseFile(tx, file_id, actorOf(by))
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

// The traveler is always locked before its documents, so that transactions do not deadlock.
const lockedDocument = async (tx: Tx, reader: Reader, id: number) => {
  const { traveler_id } = found(await documentAt(tx, { ...reader, id }))
  const traveler = await lockedTraveler(tx, reader, traveler_id)
  return { ...(await lockDocument(tx, id)), traveler }
}

const written = async <Body extends object>(tx: Tx, keys: Keys, traveler: LockedTraveler, body: Body) => {
  if (!hasPersonal(TravelerDocument, body)) return body
  const person = await personOf(tx, keys, traveler)
  return { ...sealed(person, 'traveler_documents', TravelerDocument, body), person_key: person.id }
}

const unseen = { verified_by: null, verified_at: null, reject_reason: null }
const actorOf = ({ actor_id }: Pick<By, 'actor_id'>) => (actor_id === undefined ? undefined : { id: actor_id })
