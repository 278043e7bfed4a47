import { isDeepStrictEqual } from 'node:util'
import { sql, type UpdateObject } from 'kysely'
import { Type } from 'typebox'
import type { Db, Tables, Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { emit } from '../../../kit/events.ts'
import { currency, flag, orNull, shownFields } from '../../../kit/fields.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import { routes } from '../../../kit/http/routes/routes.ts'
import { inCents } from '../../../kit/money.ts'
import { sealed } from '../../../kit/secrets/personal-data.ts'
import { throttle } from '../../../kit/throttle.ts'
import { limits } from '../../../limits.ts'
import { fingerprintsOf } from '../../fingerprints.ts'
import { bedAfter, changeTraveler, refuseTooLate } from '../../travelers/change.ts'
import { type LockedTraveler, lockedTraveler, partyOf } from '../../travelers/locks.ts'
import { replaceTraveler } from '../../travelers/replace-at-once.ts'
import type { By } from '../../travelers/rules.ts'
import {
  agesIn,
  asInPassport,
  byIn,
  editors as changers,
  partyFault,
  refuseInside,
  refuseUnborn,
} from '../../travelers/rules.ts'
import { TravelerChange } from '../../travelers/schema.ts'
import { personOf } from '../../travelers/seal.ts'
import { isOutside } from '../../users/reader.ts'
import { type FrozenPrice, sum } from '../booking.ts'
import { faresOf, type Guest, payingParty, totalOf } from '../fares.ts'
import { ChangeRequest, type GuardedField, guardedFields, openChangeRequest } from './change-request.ts'

/** The price, total and travelers of a booking. */
export type Account = { price: FrozenPrice | null; total: number; party: readonly (Guest & { id: number })[] }
/** The changed properties of a traveler that its fare depends on. */
export type Effect = Partial<Omit<Guest, 'id'>>

/** The total of a booking after one traveler was changed. Only fares are computed anew. */
function totalAfter({ price, total, party }: Account, traveler_id: number, effect: Effect) {
  const changed = party.map((guest) => (guest.id === traveler_id ? { ...guest, ...effect } : guest))
  const cents =
    inCents(total) - inCents(totalOf(faresOf(price, [...party]))) + inCents(totalOf(faresOf(price, changed)))
  return cents / 100
}

/**
 * A traveler as it is stored. The birth date is encrypted, so only this is known: it is missing, it equals the one that was sent,
 * or it differs.
 */
export type Stored = { [field in Exclude<GuardedField, 'birth_date'>]: string | boolean | null } & {
  birth_date: 'missing' | 'same' | 'other'
}

/** The guarded fields whose values in the body differ from the stored ones: `given` already had a value, `missing` had none. */
function differences(body: TravelerChange, stored: Stored) {
  const isMissing = (field: GuardedField) => stored[field] === null || stored[field] === 'missing'
  const differs = (field: GuardedField) =>
    field === 'birth_date' ? stored.birth_date !== 'same' && body.birth_date != null : body[field] !== stored[field]
  const changed = guardedFields.filter((field) => body[field] !== undefined && differs(field))
  return { given: changed.filter((field) => !isMissing(field)), missing: changed.filter(isMissing) }
}

/** The body with only these fields, or without them. */
function picked(body: TravelerChange, fields: readonly string[]): TravelerChange {
  return Object.fromEntries(Object.entries(body).filter(([field]) => fields.includes(field)))
}
function withoutFields(body: TravelerChange, fields: readonly string[]): TravelerChange {
  return Object.fromEntries(Object.entries(body).filter(([field]) => !fields.includes(field)))
}

/** The stored fields of a traveler that a customer may change, and the price and party of its booking. */
export function travelerAsStored(db: Db, traveler_id: number, birth_mark: Buffer | null) {
  return db
    .selectFrom('travelers as v')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .select(['v.name', 'v.surname_en', 'v.given_name_en', 'v.bed', 'v.bed_type', 'v.roommate_group'])
    .select(['v.passenger_type', 'b.currency', 'b.total'])
    .select(
      sql<'missing' | 'same' | 'other'>`case when v.birth_date is null then 'missing'
        when v.birth_mark = ${birth_mark}::bytea then 'same' else 'other' end`.as('birth_date'),
    )
    .select(sql<FrozenPrice | null>`b.price`.as('price'))
    .select(payingParty('b').as('party'))
    .where('v.id', '=', traveler_id)
    .executeTakeFirstOrThrow()
}
export type StoredTraveler = Awaited<ReturnType<typeof travelerAsStored>>

declare module '../../../kit/events.ts' {
  interface Events {
    /** A customer has changed these fields of a traveler. With the traveler and the price of its booking before and after. */
    'traveler.completed': {
      traveler_id: number
      booking_id: number
      fields: string[]
      before: StoredTraveler
      after: StoredTraveler
    }
    'change-request.asked': { change_request_id: number }
    'change-request.decided': { change_request_id: number; actor_id: number | undefined; what: 'accepted' | 'declined' }
  }
}

/**
 * Changes a traveler. Once its booking is confirmed, a customer may fill in missing fields; any change of a field that has a value,
 * or of the price, becomes a request that sales accept or decline.
 */
export function changeOrAsk(tx: Tx, by: By, id: number, body: TravelerChange, expected: Expected) {
  return changed(tx, by, id, { body, expected, is_other_person: false })
}

/** The same for another person in the place of a traveler, who is asked for as a whole and gets nothing of the former person. */
export function replaceOrAsk(tx: Tx, by: By, id: number, body: TravelerChange) {
  return changed(tx, by, id, { body, expected: undefined, is_other_person: true })
}

type Change = { body: TravelerChange; expected: Expected; is_other_person: boolean }
const changed = async (tx: Tx, by: By, id: number, { body, expected, is_other_person }: Change) => {
  if (!isOutside(by.reader)) return { warnings: await changeTraveler(tx, by, id, body, expected), change_request: null }
  const traveler = await lockedTraveler(tx, by.reader, id)
  guardVersion(traveler, expected)
  refuseTooLate(by.reader, traveler)
  refuseInside(by.reader, body, 'notes')
  refuseUnborn({ birth_date: body.birth_date }, traveler.today)
  const before = await storedTraveler(tx, by, id, body)
  const asked = askedOf(traveler, before, body, is_other_person)
  const direct = withoutFields(body, asked.all)
  const change = is_other_person ? replaceTraveler : changeTraveler
  const rowBefore = await rowOf(tx, id)
  const warnings = Object.keys(direct).length ? await change(tx, by, id, direct, undefined) : []
  const rowAfter = await rowOf(tx, id)
  // A form sends all fields, also those that nobody has changed.
  const fields = Object.keys(direct).filter((field) => !isDeepStrictEqual(rowBefore[field], rowAfter[field]))
  if (fields.length) {
    const after = await storedTraveler(tx, by, id, body)
    await emit(tx, 'traveler.completed', { traveler_id: id, booking_id: traveler.booking_id, fields, before, after })
  }
  const change_request = asked.changes.length
    ? await requestChange(tx, by, traveler, picked(body, asked.changes), is_other_person)
    : null
  return { warnings, change_request }
}

const rowOf = async (tx: Tx, id: number): Promise<Readonly<Record<string, unknown>>> =>
  tx.selectFrom('travelers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** What a change would cost, and whether sales have to accept it; nothing is written. */
export async function previewChange(tx: Tx, by: By, id: number, body: TravelerChange) {
  const traveler = await lockedTraveler(tx, by.reader, id)
  refuseUnborn({ birth_date: body.birth_date }, traveler.today)
  refuseTooLate(by.reader, traveler)
  const before = await storedTraveler(tx, by, id, body)
  const needs_approval = isOutside(by.reader) && askedOf(traveler, before, body).changes.length > 0
  const price_after = totalAfter(before, id, effectOf(traveler, body))
  return { currency: before.currency, price_before: before.total, price_after, needs_approval }
}

export function storedTraveler(tx: Tx, { keys }: By, id: number, { birth_date = null }: TravelerChange) {
  return travelerAsStored(tx, id, fingerprintsOf(keys, { birth_date }).birth_mark ?? null)
}

/**
 * `changes`: the fields that become a request. `all`: the fields that are not written now, that is `changes` and guarded fields
 * whose values stay the same.
 */
const askedOf = (traveler: LockedTraveler, stored: StoredTraveler, body: TravelerChange, is_other_person = false) => {
  if (traveler.booking_status !== 'confirmed') return { changes: [], all: [] }
  if (is_other_person) return whole(guardedFields.filter((field) => field in body))
  const sent = asInPassport(body)
  const { given, missing } = differences(sent, stored)
  const priced = missing.filter((field) => pricedFields.includes(field))
  const changes = movesPrice(traveler, stored, picked(sent, priced)) ? [...given, ...priced] : given
  const filled = missing.filter((field) => !changes.includes(field))
  return { changes, all: guardedFields.filter((field) => field in body && !filled.includes(field)) }
}
const whole = (fields: GuardedField[]) => ({ changes: fields, all: fields })
const pricedFields: readonly GuardedField[] = ['birth_date', 'bed_type', 'roommate_group']

const movesPrice = (traveler: LockedTraveler, stored: StoredTraveler, filled: TravelerChange) => {
  const effect = effectOf(traveler, filled)
  const type = effect.passenger_type ?? stored.passenger_type
  const isOtherFare = (type ?? 'adult') !== (stored.passenger_type ?? 'adult')
  return isOtherFare || totalAfter(stored, traveler.id, effect) !== stored.total
}

const effectOf = (traveler: LockedTraveler, body: TravelerChange): Effect => {
  const ages = agesIn(body, traveler)
  const { bed, bed_type, roommate_group } = body
  return {
    ...(ages.passenger_type !== undefined && { passenger_type: ages.passenger_type }),
    ...bedAfter(traveler, ages, body),
    ...(bed !== undefined && { bed }),
    ...(bed_type !== undefined && { bed_type }),
    ...(roommate_group !== undefined && { roommate_group }),
  }
}

// A traveler has at most one open request; later changes are added to it.
const requestChange = async (
  tx: Tx,
  by: By,
  traveler: LockedTraveler,
  changes: TravelerChange,
  is_other_person: boolean,
) => {
  const { id: traveler_id, booking_id } = traveler
  await throttle(tx, limits['change requests of booking'], booking_id)
  await refuseCompany(tx, traveler, changes)
  const now = await storedTraveler(tx, by, traveler_id, {})
  const there = await openChangeRequest(tx, traveler_id)
  const person = changes.birth_date ? await personOf(tx, by.keys, traveler) : undefined
  const sent = asInPassport(changes)
  const type = agesIn(changes, traveler).passenger_type ?? there?.passenger_type_after ?? null
  const fields = [...new Set([...(there?.fields ?? []), ...(Object.keys(sent) as GuardedField[])])]
  const effect = { ...wantedBefore(there), ...effectOf(traveler, changes) }
  const row = {
    ...(person ? sealed(person, 'change_requests', ChangeRequest, sent) : sent),
    ...(person && { person_key: person.id }),
    ...beforeOf(now),
    fields,
    ...(is_other_person && { is_other_person }),
    passenger_type_before: now.passenger_type,
    passenger_type_after: type,
    currency: now.currency,
    price_before: now.total,
    price_after: totalAfter(now, traveler_id, effect),
  }
  const change_request_id = there
    ? await addToRequest(tx, there.id, row)
    : (
        await tx
          .insertInto('change_requests')
          .values({ ...row, traveler_id })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
  await emit(tx, 'change-request.asked', { change_request_id })
  return change_request_id
}

const addToRequest = async (tx: Tx, id: number, row: UpdateObject<Tables, 'change_requests'>) => {
  await tx
    .updateTable('change_requests')
    .set({ ...row, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  return id
}

const beforeOf = ({ name, surname_en, given_name_en, bed, bed_type, roommate_group }: StoredTraveler) => ({
  name_before: name,
  surname_en_before: surname_en,
  given_name_en_before: given_name_en,
  bed_before: bed,
  bed_type_before: bed_type,
  roommate_group_before: roommate_group,
})

const wantedBefore = (there: Awaited<ReturnType<typeof openChangeRequest>>): Effect => {
  if (!there) return {}
  const { fields, bed, bed_type, roommate_group, passenger_type_after } = there
  return {
    ...(fields.includes('birth_date') && { passenger_type: passenger_type_after }),
    ...(fields.includes('bed') && bed !== null && { bed }),
    ...(fields.includes('bed_type') && { bed_type }),
    ...(fields.includes('roommate_group') && { roommate_group }),
  }
}

// Checks the party as it would be after the change. It is checked again when the change is made, because other travelers may change
// meanwhile.
const refuseCompany = async (tx: Tx, traveler: LockedTraveler, changes: TravelerChange) => {
  const { passenger_type } = agesIn(changes, traveler)
  if (passenger_type === undefined) return
  const party = (await partyOf(tx, traveler)).map((one) => (one.id === traveler.id ? { ...one, passenger_type } : one))
  const fault = partyFault(party, { isStaff: false })
  if (fault) refuseField('birth_date', fault)
}

/** The change request that was created by a customer's change; null if everything was saved. */
export const ChangeOutcome = Type.Object({ change_request: orNull(Type.Integer({ examples: [7] })) })

/** What a change of a traveler costs: the total of the booking before and after, and whether sales have to accept it. */
export const PricedChange = Type.Object({
  ...shownFields({ currency: currency() }),
  price_before: sum(),
  price_after: sum(),
  ...shownFields({ needs_approval: flag() }),
})

/** `POST /api/travelers/{id}/price`: what a change of a traveler would cost. */
export const travelerPrices = routes((on, app) => {
  const by = byIn(app)
  on.post(
    '/:id/price',
    {
      name: 'previewTravelerChange',
      access: changers,
      summary: 'Preview what a change of a traveler costs, and whether sales have to accept it; nothing is saved',
      body: TravelerChange,
      returns: PricedChange,
      refuses: ['step_not_possible'],
      etag: 'none',
    },
    ({ tx, actor, params, body }) => previewChange(tx, by(actor), params.id, body),
  )
})
