import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { flag, labelled, line } from '../../kit/fields.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { expiryInWords } from '../../kit/words/days.ts'
import type { Words } from '../../kit/words/words.ts'
import { fingerprintsOf } from '../fingerprints.ts'
import { changeTraveler } from '../travelers/change.ts'
import { type LockedTraveler, lockedTraveler } from '../travelers/locks.ts'
import type { By } from '../travelers/rules.ts'
import { asInPassport, byIn } from '../travelers/rules.ts'
import { Traveler, type TravelerChange } from '../travelers/schema.ts'
import { actingOf } from '../users/reader.ts'
import { documentFlow, steps } from './flow.ts'
import { lockedDocument, unseen, written } from './locks.ts'
import { oneDocument, shownDocument } from './read.ts'
import type { DocumentKind } from './schema.ts'

const {
  surname_en,
  given_name_en,
  birth_date,
  passport_number: number,
  passport_expires_on: expires_on,
} = Traveler.properties

/**
 * The data that staff read from the image of a passport. Missing data is copied to the traveler; with `replace`, different data
 * too.
 */
const PassportReading = Type.Partial(
  Type.Object({
    surname_en,
    given_name_en,
    birth_date,
    number,
    expires_on,
    replace: labelled(flag(), ['以護照為準', 'Take what the passport says']),
  }),
)
type PassportReading = Static<typeof PassportReading>

const Rejection = Type.Object({ reason: line(500, '照片模糊，請重新拍攝') })

/**
 * Verifies a document that is still valid. The data read from a passport is compared with the traveler, and missing data is copied.
 */
async function verifyDocument(tx: Tx, by: By, id: number, reading: PassportReading, expected: Expected) {
  const { traveler, ...document } = await lockedDocument(tx, by.reader, id)
  guardVersion(document, expected)
  mayTake(documentFlow, 'verify', document, by.roles)
  const fields = document.kind === 'passport' ? await comparePassport(tx, by, traveler, document, reading) : {}
  if (document.kind !== 'passport') refuseOtherPaper(reading)
  refuseExpired({ ...document, ...fields }, traveler)
  const seen = { verified_by: by.actor_id ?? null, verified_at: sql<string>`now()`, reject_reason: null }
  // Read again, because the comparison may just have created the traveler's key.
  const known = await lockedTraveler(tx, by.reader, traveler.id)
  await tx
    .updateTable('traveler_documents')
    .set({ ...(await written(tx, by.keys, known, fields)), ...seen, status: steps.verify.to })
    .where('id', '=', id)
    .execute()
  await emit(tx, 'traveler-document.changed', { document_id: id, actor_id: by.actor_id, what: steps.verify.to })
}

type Passport = { expires_on: string | null }

/**
 * Compares the data read from a passport with the traveler, and copies missing data to the traveler. Different data is refused by
 * field, unless `replace` says that the passport is right. Returns the fields for the document.
 */
const comparePassport = async (
  tx: Tx,
  by: By,
  { id }: LockedTraveler,
  { expires_on }: Passport,
  { replace, ...reading }: PassportReading,
) => {
  const read = withoutNone(reading)
  const known = await ofTraveler(tx, id)
  const { number, expires_on: until, ...person } = read
  const inPassport = asInPassport({
    ...person,
    ...(number && { passport_number: number }),
    ...(until && { passport_expires_on: until }),
  })
  const marks = fingerprintsOf(by.keys, inPassport)
  const now = {
    surname_en: [known.surname_en, inPassport.surname_en],
    given_name_en: [known.given_name_en, inPassport.given_name_en],
    birth_date: [known.birth_mark?.toString('hex'), marks.birth_mark?.toString('hex')],
    passport_number: [known.passport_mark?.toString('hex'), marks.passport_mark?.toString('hex')],
    passport_expires_on: [known.passport_expires_on, inPassport.passport_expires_on],
  }
  const others = names.filter((name) => inPassport[name] !== undefined && now[name][0] !== now[name][1])
  const different = others.filter((name) => now[name][0] != null)
  if (different.length && !replace)
    refuse('invalid_input', { errors: Object.fromEntries(different.map((name) => [asRead[name], [isDifferent]])) })
  const change = Object.fromEntries(others.map((name): [string, unknown] => [name, inPassport[name]])) as TravelerChange
  if (others.length) await changeTraveler(tx, by, id, change, undefined)
  return {
    expires_on: until ?? expires_on ?? known.passport_expires_on,
    ...(inPassport.passport_number && { number: inPassport.passport_number }),
  }
}

/** The name of each field in a reading, by the field of the traveler. */
const asRead = {
  surname_en: 'surname_en',
  given_name_en: 'given_name_en',
  birth_date: 'birth_date',
  passport_number: 'number',
  passport_expires_on: 'expires_on',
} as const
const names = Object.keys(asRead) as (keyof typeof asRead)[]

const isDifferent: Words = [
  '與旅客資料不同；請再看一次護照，確定護照正確時勾選「以護照為準」。',
  'The traveler has something else. Look at the passport again; if it is right, say to take what the passport says.',
]

const withoutNone = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as {
    [K in keyof T]?: Exclude<T[K], null | undefined>
  }

const ofTraveler = (tx: Tx, id: number) =>
  tx
    .selectFrom('travelers')
    .select(['surname_en', 'given_name_en', 'birth_mark', 'passport_mark', 'passport_expires_on'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Refuses an expired document, and a passport that expires before the departure. */
const refuseExpired = (
  { kind, expires_on }: { kind: DocumentKind; expires_on: string | null },
  { today, departure_date }: LockedTraveler,
) => {
  if (!expires_on) return
  if (expires_on < today) refuseField('expires_on', hasExpired(expires_on))
  if (kind === 'passport' && expires_on < departure_date)
    refuseField('expires_on', expiresBefore(expires_on, departure_date))
}

const hasExpired = (expires_on: string): Words => {
  const [day, dayEn] = expiryInWords(expires_on)
  return [
    `效期只到 ${day}，已經過期，不能審核通過；請退件，請旅客重新繳交。`,
    `It was valid until ${dayEn} and has expired, so it cannot be verified. Reject it and ask for another.`,
  ]
}
const expiresBefore = (expires_on: string, departure_date: string): Words => {
  const [[day, dayEn], [departure, departureEn]] = [expiryInWords(expires_on), expiryInWords(departure_date)]
  return [
    `護照效期只到 ${day}，早於出發日 ${departure}，不能審核通過；請退件，請旅客換發護照。`,
    `The passport is valid until ${dayEn} only, before the departure on ${departureEn}, so it cannot be verified. Reject it and ask for a new one.`,
  ]
}

/** Only a passport has data that is copied to the traveler. */
const refuseOtherPaper = (reading: PassportReading) => {
  const [field] = Object.keys(reading)
  if (field) refuseField(field, ['只有護照可以核對旅客資料。', 'Only a passport is compared with the traveler.'])
}

/** Rejects a document with a reason. */
async function rejectDocument(tx: Tx, by: By, id: number, reject_reason: string, expected: Expected) {
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

export function verifyRoutes(on: On, app: FastifyInstance) {
  const by = byIn(app)
  const judged = { ...shownDocument, refuses: ['step_not_possible', 'stale'] } as const
  on.post(
    '/:id/verify',
    {
      ...judged,
      access: steps.verify.by,
      summary:
        'Verify a document that is valid; what was read from a passport is compared with the traveler, and copied',
      body: PassportReading,
    },
    async ({ tx, actor, params, body, expected }) => {
      await verifyDocument(tx, by(actor), params.id, body, expected)
      return oneDocument(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/reject',
    { ...judged, access: steps.reject.by, summary: 'Reject a document with a reason', body: Rejection },
    async ({ tx, actor, params, body, expected }) => {
      await rejectDocument(tx, by(actor), params.id, body.reason, expected)
      return oneDocument(tx, { ...actingOf(actor), ...params })
    },
  )
}
