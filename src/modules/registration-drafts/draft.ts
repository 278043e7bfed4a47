import { createHmac } from 'node:crypto'
import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found, refuse } from '../../kit/errors.ts'
import { labelled, list, oneOf, orNull } from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { retention } from '../../kit/retention/rules.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { resealing } from '../../kit/secrets/rotation.ts'
import { hashOf, newToken } from '../../kit/secrets/tokens.ts'
import { throttle } from '../../kit/throttle.ts'
import { locales } from '../../kit/words/words.ts'
import { limits } from '../../limits.ts'
import { terms } from '../../terms.ts'
import { Registration } from '../bookings/booking.ts'
import { lockedTripOpenToStrangers } from '../bookings/locks.ts'
import { MOST_NAMED, MOST_TRAVELERS, refusalOfLargeParty } from '../bookings/party-size.ts'
import { draftedBuyers } from '../receipt-buyers/buyer.ts'
import { refuseUnbornIn } from '../travelers/rules.ts'
import { EnteredTraveler, passengerTypes } from '../travelers/schema.ts'

const { planned_trip_id, contact, rooms, payment_method, travel_purpose, marketing_source, customer_note } =
  Registration.properties

/** A traveler of whom little may be known. `expected` is what the family says before there is a birth date. */
export const DraftTraveler = Type.Partial(
  Type.Object({
    ...EnteredTraveler.properties,
    expected: labelled(oneOf(passengerTypes), ['預計的旅客類別', 'Expected passenger type']),
  }),
)
export type DraftTraveler = Static<typeof DraftTraveler>

const parts = {
  locale: oneOf(locales),
  contact: Type.Partial(contact),
  travelers: list(DraftTraveler, MOST_NAMED),
  rooms,
  payment_method,
  travel_purpose,
  marketing_source,
  customer_note,
  receipt_buyers: draftedBuyers(),
}
/** A registration of which every part may be missing, but not the trip. */
export const Draft = Type.Object({ planned_trip_id, ...Type.Partial(Type.Object(parts)).properties })
export type Draft = Static<typeof Draft>
export const DraftChange = Type.Partial(Draft)
export type DraftChange = Static<typeof DraftChange>

declare module '../../kit/db/tables.ts' {
  interface Tables {
    registration_drafts: {
      id: Generated<number>
      token_hash: Buffer
      planned_trip_id: number
      booking_id: number | null
      sealed: Buffer
      party_number: Generated<number>
      version: Generated<number>
      created_at: Generated<string>
      updated_at: ColumnType<string, undefined, RawBuilder<string>>
      expires_at: ColumnType<string, RawBuilder<string>, never>
    }
    registration_draft_people: { token_hash: Buffer; draft_id: number; place: number }
  }
}

const PURPOSE = 'registration draft'
const boundTo = (token_hash: Buffer) => `\\x${token_hash.toString('hex')}`

export const draftRotation = resealing('registration_drafts', 'sealed', { purpose: PURPOSE, bound: 'token_hash' })

export const endedDrafts = retention({
  what: 'registrations that were not sent',
  table: 'registration_drafts',
  from: sql`expires_at`,
  since: `they expire, ${terms.draft.en} after they were begun`,
  why: 'Who has not sent it by then does not want it; what was typed concerns people who are not our customers.',
})

/** A draft as the holder of a link opens it. `slot` is set for the link of one person, who sees only their own part. */
export type OpenDraft = {
  id: number
  token_hash: Buffer
  planned_trip_id: number
  booking_id: number | null
  /** How often the party has changed its size. The links of single people belong to one size. */
  party_number: number
  version: number
  expires_at: string
  slot: number | null
  today: string
  body: Draft
  /** The link of the receipt, once the draft was sent. */
  receipt: string | undefined
}

const draftByLink = oneRow((db, { hash }: { hash: Buffer }) =>
  db
    .selectFrom('registration_drafts as d')
    .leftJoin('registration_draft_people as p', (on) =>
      on.onRef('p.draft_id', '=', 'd.id').on('p.token_hash', '=', hash),
    )
    .select(['d.id', 'd.token_hash', 'd.planned_trip_id', 'd.booking_id', 'd.sealed', 'd.party_number', 'd.version'])
    .select(['d.expires_at'])
    .select(['p.place as slot', sql<string>`today()`.as('today')])
    .where(({ or, eb }) => or([eb('d.token_hash', '=', hash), eb('p.token_hash', '=', hash)]))
    .where('d.expires_at', '>', sql<string>`now()`),
)

/** Opens a draft by the link of the family or of one person. */
export async function openDraft(db: Db, keys: Keys, token: string): Promise<OpenDraft> {
  const { sealed, ...draft } = found(await draftByLink(db, { hash: hashOf(token) }))
  const kept = JSON.parse(keys.open(PURPOSE, sealed, boundTo(draft.token_hash)).toString()) as Draft & {
    receipt?: string
  }
  const { receipt, ...body } = kept
  if (draft.slot !== null && draft.booking_id === null && draft.slot > (body.travelers ?? []).length)
    return refuse('not_found')
  return { ...draft, body, receipt }
}

/**
 * The link of one person. It follows from the link of the family, so that it can be shown again without being stored. When the party
 * changes its size, the slot may be that of somebody else, so the links that were sent before end.
 */
export function tokenOfPerson(token: string, slot: number, party_number: number) {
  const person = party_number === 0 ? `person ${slot}` : `person ${slot} of party ${party_number}`
  return createHmac('sha256', token).update(person).digest('base64url')
}

/** Begins a draft. `address` is the fingerprint of the caller. */
export async function beginDraft(tx: Tx, keys: Keys, body: Draft, address: string) {
  await throttle(tx, limits['registration drafts from'], address)
  await throttle(tx, limits['registration drafts for'], body.planned_trip_id)
  await refuseLargeParty(tx, body)
  const trip = await lockedTripOpenToStrangers(tx, body.planned_trip_id)
  refuseUnbornIn(body.travelers ?? [], trip.today)
  const { token, token_hash } = newToken()
  const { id } = await tx
    .insertInto('registration_drafts')
    .values({
      token_hash,
      planned_trip_id: body.planned_trip_id,
      booking_id: null,
      sealed: sealedBody(keys, token_hash, body),
      expires_at: sql<string>`now() + ${sql.lit(terms.draft.interval)}::interval`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await keepPeople(tx, { id, token, body, party_number: 0 })
  return token
}
const refuseLargeParty = async (tx: Tx, { travelers = [] }: DraftChange) => {
  const tooLarge = await refusalOfLargeParty(tx, travelers.length)
  if (tooLarge) throw tooLarge
}

/** The address of the page that goes on with a draft. */
export async function pathOfDraft(db: Db, planned_trip_id: number, token: string) {
  const { serial } = await db
    .selectFrom('planned_trips')
    .select('serial')
    .where('id', '=', planned_trip_id)
    .executeTakeFirstOrThrow()
  return `/register/${encodeURIComponent(serial)}/${token}`
}

const sealedBody = (keys: Keys, token_hash: Buffer, body: object) =>
  keys.seal(PURPOSE, JSON.stringify(body), boundTo(token_hash))

type People = { id: number; token: string; body: Draft; party_number: number }
const keepPeople = async (tx: Tx, { id, token, body, party_number }: People) => {
  const people = (body.travelers ?? []).map((_, i) => ({
    token_hash: hashOf(tokenOfPerson(token, i + 1, party_number)),
    draft_id: id,
    place: i + 1,
  }))
  if (people.length)
    await tx
      .insertInto('registration_draft_people')
      .values(people)
      .onConflict((there) => there.doNothing())
      .execute()
}

/** Opens a draft that nobody else changes until the transaction ends. */
export async function lockedDraft(tx: Tx, keys: Keys, token: string) {
  const { id } = await openDraft(tx, keys, token)
  await tx.selectFrom('registration_drafts').select('id').where('id', '=', id).forUpdate().execute()
  return openDraft(tx, keys, token)
}

/** Saves what the holder of a link has changed. Who holds the link of one person changes that person alone. */
export async function changeDraft(
  tx: Tx,
  keys: Keys,
  token: string,
  change: (draft: OpenDraft) => DraftChange,
  expected?: Expected,
) {
  const draft = await lockedDraft(tx, keys, token)
  if (expected) guardVersion(draft, expected)
  if (draft.booking_id !== null) return refuse('step_not_possible', { detail: alreadySent, also: { possible: [] } })
  await throttle(tx, limits['changes of draft'], draft.id)
  const given = change(draft)
  const body = draft.slot === null ? { ...draft.body, ...given } : withPerson(draft, draft.slot, given)
  await refuseLargeParty(tx, body)
  // Who saves what was read is not refused because the trip of the draft has closed meanwhile.
  if (body.planned_trip_id !== draft.planned_trip_id) await lockedTripOpenToStrangers(tx, body.planned_trip_id)
  const hasNewSize = sizeOf(body) !== sizeOf(draft.body)
  const party_number = draft.party_number + (hasNewSize ? 1 : 0)
  await tx
    .updateTable('registration_drafts')
    .set({
      sealed: sealedBody(keys, draft.token_hash, body),
      planned_trip_id: body.planned_trip_id,
      party_number,
      version: draft.version + 1,
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', draft.id)
    .execute()
  if (hasNewSize) await tx.deleteFrom('registration_draft_people').where('draft_id', '=', draft.id).execute()
  if (draft.slot === null) await keepPeople(tx, { id: draft.id, token, body, party_number })
}
const sizeOf = ({ travelers = [] }: Draft) => travelers.length
const alreadySent = ['這份報名已經送出。', 'This registration was sent already.'] as const

const withPerson = ({ body }: OpenDraft, slot: number, { travelers, ...others }: DraftChange): Draft => {
  const [own] = travelers ?? []
  if (!own || travelers?.length !== 1 || Object.keys(others).length) return refuse('forbidden')
  return { ...body, travelers: (body.travelers ?? []).map((each, i) => (i === slot - 1 ? own : each)) }
}

/** The draft became a booking: it keeps only the link of the receipt, so that a second press leads there. */
export async function closeDraft(
  tx: Tx,
  keys: Keys,
  { id, token_hash, planned_trip_id }: OpenDraft,
  sent: { booking_id: number; receipt: string },
) {
  await tx
    .updateTable('registration_drafts')
    .set({
      booking_id: sent.booking_id,
      sealed: sealedBody(keys, token_hash, { planned_trip_id, receipt: sent.receipt }),
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** When the contact of a booking is erased, the links of the draft that it came from end too. */
export function forgetDraft(tx: Tx, { booking_id }: { booking_id: number }) {
  return tx.deleteFrom('registration_drafts').where('booking_id', '=', booking_id).execute()
}

export const DraftSlot = orNull(Type.Integer({ minimum: 1, maximum: MOST_TRAVELERS, examples: [2] }))
