import { sql, type UpdateObject } from 'kysely'
import type { Tables, Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { emit } from '../../../kit/events.ts'
import { mayTake } from '../../../kit/flow.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import { fingerprintsOf } from '../../../kit/secrets/identity.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import { consulted, reveal, sealed } from '../../../kit/secrets/personal-data.ts'
import { throttle } from '../../../kit/throttle.ts'
import { limits } from '../../../limits.ts'
import { type By, bedAfter, changeTraveler, personOf, refuseTooLate } from '../../travelers/actions.ts'
import type { Asking } from '../../travelers/person/reveal-actions.ts'
import { type LockedTraveler, lockedParty, lockedTraveler } from '../../travelers/queries.ts'
import { agesIn, asInPassport, partyFault, refuseInside, refuseUnborn } from '../../travelers/rules.ts'
import type { TravelerChange } from '../../travelers/schema.ts'
import { isOutside } from '../../users/reader.ts'
import { life, steps } from './flow.ts'
import { lockedChange, openChange, type Standing, standing, travelerOfChange } from './queries.ts'
import { differences, type Effect, picked, totalAfter, withoutFields } from './rules.ts'
import { ChangeRequest, type Declining, type GuardedField, guardedFields } from './schema.ts'

declare module '../../../kit/events.ts' {
  interface Events {
    /** A customer has changed a traveler: the fields, and the traveler and the price of the booking before and after. */
    'traveler.completed': {
      traveler_id: number
      booking_id: number
      fields: string[]
      before: Standing
      after: Standing
    }
    'change-request.asked': { change_request_id: number }
    'change-request.decided': { change_request_id: number; actor_id: number | undefined; what: 'accepted' | 'declined' }
  }
}

/**
 * Changes a traveler. As soon as its booking is confirmed, a customer fills in what is missing, and asks for the rest: what was given
 * before, and whatever changes the price, becomes a request that sales accept or decline.
 */
export const changeOrAsk = async (tx: Tx, by: By, id: number, body: TravelerChange, expected: Expected) => {
  if (!isOutside(by.reader)) return { warnings: await changeTraveler(tx, by, id, body, expected), change_request: null }
  const traveler = await lockedTraveler(tx, by.reader, id)
  guardVersion(traveler, expected)
  refuseTooLate(by.reader, traveler)
  refuseInside(by.reader, body, 'notes')
  refuseUnborn({ birth_date: body.birth_date }, traveler.today)
  const before = await standingFor(tx, by, id, body)
  const asked = askedOf(traveler, before, body)
  const direct = withoutFields(body, asked.all)
  const warnings = Object.keys(direct).length ? await changeTraveler(tx, by, id, direct, undefined) : []
  if (Object.keys(direct).length) {
    const after = await standingFor(tx, by, id, body)
    const fields = Object.keys(direct)
    await emit(tx, 'traveler.completed', { traveler_id: id, booking_id: traveler.booking_id, fields, before, after })
  }
  const change_request = asked.changes.length ? await ask(tx, by, traveler, picked(body, asked.changes)) : null
  return { warnings, change_request }
}

/** What a change would cost, and whether sales have to accept it; nothing is written. */
export const previewChange = async (tx: Tx, by: By, id: number, body: TravelerChange) => {
  const traveler = await lockedTraveler(tx, by.reader, id)
  refuseUnborn({ birth_date: body.birth_date }, traveler.today)
  refuseTooLate(by.reader, traveler)
  const before = await standingFor(tx, by, id, body)
  const needs_approval = isOutside(by.reader) && askedOf(traveler, before, body).changes.length > 0
  const price_after = totalAfter(before, id, effectOf(traveler, body))
  return { currency: before.currency, price_before: before.total, price_after, needs_approval }
}

const standingFor = (tx: Tx, { keys }: By, id: number, { birth_date = null }: TravelerChange) =>
  standing(tx, id, fingerprintsOf(keys, { birth_date }).birth_mark ?? null)

/** The fields that are asked for (`changes`), and those that are not written now: these, and guarded ones whose values stay. */
const askedOf = (traveler: LockedTraveler, stored: Standing, body: TravelerChange) => {
  if (traveler.booking_status !== 'confirmed') return { changes: [], all: [] }
  const sent = asInPassport(body)
  const { given, missing } = differences(sent, stored)
  const priced = missing.filter((field) => pricedFields.includes(field))
  const changes = movesPrice(traveler, stored, picked(sent, priced)) ? [...given, ...priced] : given
  const filled = missing.filter((field) => !changes.includes(field))
  return { changes, all: guardedFields.filter((field) => field in body && !filled.includes(field)) }
}
const pricedFields: readonly GuardedField[] = ['birth_date', 'bed_type', 'roommate_group']

const movesPrice = (traveler: LockedTraveler, stored: Standing, filled: TravelerChange) => {
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

// A traveler has one open request: what is asked later is added to it.
const ask = async (tx: Tx, by: By, traveler: LockedTraveler, changes: TravelerChange) => {
  const { id: traveler_id, booking_id } = traveler
  await throttle(tx, limits['change requests of booking'], booking_id)
  await refuseCompany(tx, traveler, changes)
  const now = await standingFor(tx, by, traveler_id, {})
  const there = await openChange(tx, traveler_id)
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
    passenger_type_before: now.passenger_type,
    passenger_type_after: type,
    currency: now.currency,
    price_before: now.total,
    price_after: totalAfter(now, traveler_id, effect),
  }
  const change_request_id = there
    ? await changeRequest(tx, there.id, row)
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

const changeRequest = async (tx: Tx, id: number, row: UpdateObject<Tables, 'change_requests'>) => {
  await tx
    .updateTable('change_requests')
    .set({ ...row, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  return id
}

const beforeOf = ({ name, surname_en, given_name_en, bed, bed_type, roommate_group }: Standing) => ({
  name_before: name,
  surname_en_before: surname_en,
  given_name_en_before: given_name_en,
  bed_before: bed,
  bed_type_before: bed_type,
  roommate_group_before: roommate_group,
})

const wantedBefore = (there: Awaited<ReturnType<typeof openChange>>): Effect => {
  if (!there) return {}
  const { fields, bed, bed_type, roommate_group, passenger_type_after } = there
  return {
    ...(fields.includes('birth_date') && { passenger_type: passenger_type_after }),
    ...(fields.includes('bed') && bed !== null && { bed }),
    ...(fields.includes('bed_type') && { bed_type }),
    ...(fields.includes('roommate_group') && { roommate_group }),
  }
}

// The party that the change would leave; who else travels is known now, and looked at again when the change is made.
const refuseCompany = async (tx: Tx, traveler: LockedTraveler, changes: TravelerChange) => {
  const { passenger_type } = agesIn(changes, traveler)
  if (passenger_type === undefined) return
  const party = (await lockedParty(tx, traveler)).map((one) =>
    one.id === traveler.id ? { ...one, passenger_type } : one,
  )
  const fault = partyFault(party, { isStaff: false })
  if (fault) refuseField('birth_date', fault)
}

/** Sales accept: the traveler is changed in the same transaction, which is refused as a whole if no seat is left for it. */
export const acceptChange = async (tx: Tx, by: By, id: number, expected: Expected) => {
  const { request, traveler } = await locked(tx, by, id)
  guardVersion(request, expected)
  mayTake(life, 'accept', request, by.role)
  const body = await wantedBy(tx, by, request)
  const before = await standingFor(tx, by, traveler.id, {})
  await changeTraveler(tx, by, traveler.id, body, undefined)
  const after = await standingFor(tx, by, traveler.id, {})
  const price = { price_before: before.total, price_after: after.total, passenger_type_after: after.passenger_type }
  await decide(tx, by, id, { status: steps.accept.to, ...price })
}

/** Sales decline, and say why. */
export const declineChange = async (tx: Tx, by: By, id: number, { reason }: Declining, expected: Expected) => {
  const { request } = await locked(tx, by, id)
  guardVersion(request, expected)
  mayTake(life, 'decline', request, by.role)
  await decide(tx, by, id, { status: steps.decline.to, decline_reason: reason })
}

/** Reveals the birth date that is asked for; empty if none is. */
export const revealChange = async (tx: Tx, keys: Keys, id: number, fields: string[], { reader, ...asking }: Asking) => {
  await travelerOfChange(tx, reader, id)
  const { person_key } = await lockedChange(tx, id)
  if (!person_key) return Object.fromEntries(fields.map((field) => [field, null]))
  return reveal(tx, keys, { ...asking, person_key, table: 'change_requests', record_id: id, fields })
}

/** Withdraws what is still open of a traveler that does not travel any more. */
export const withdrawChanges = (tx: Tx, of: { traveler_id: number } | { booking_id: number }) =>
  tx
    .updateTable('change_requests')
    .set({ status: steps.withdraw.to, decided_at: sql<string>`now()` })
    .where('status', '=', 'open')
    .where('traveler_id', 'in', (travelers) =>
      travelers
        .selectFrom('travelers')
        .select('id')
        .where((is) => ('traveler_id' in of ? is('id', '=', of.traveler_id) : is('booking_id', '=', of.booking_id))),
    )
    .execute()

/** Clears what was asked for an erased traveler; that there was a request stays. */
export const eraseChanges = async (tx: Tx, traveler_id: number) => {
  const nothing = { name: null, surname_en: null, given_name_en: null, birth_date: null, roommate_group: null }
  const before = { name_before: null, surname_en_before: null, given_name_en_before: null, roommate_group_before: null }
  const rows = await tx
    .updateTable('change_requests')
    .set({ ...nothing, ...before, decline_reason: null })
    .where('traveler_id', '=', traveler_id)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

// The traveler is locked before its records.
const locked = async (tx: Tx, { reader }: By, id: number) => {
  const traveler = await lockedTraveler(tx, reader, await travelerOfChange(tx, reader, id))
  return { traveler, request: await lockedChange(tx, id) }
}

const wantedBy = async (tx: Tx, { keys }: By, request: Awaited<ReturnType<typeof lockedChange>>) => {
  const { id, fields, person_key } = request
  const plain = fields.filter((field) => field !== 'birth_date').map((field) => [field, request[field]] as const)
  if (!fields.includes('birth_date') || !person_key) return Object.fromEntries(plain) as TravelerChange
  const place = { person_key, table: 'change_requests', record_id: id, field: 'birth_date' }
  return { ...Object.fromEntries(plain), birth_date: await consulted(tx, keys, place) } as TravelerChange
}

type Decided = { status: 'accepted' | 'declined'; decline_reason?: string; price_before?: number; price_after?: number }
const decide = async (tx: Tx, { actor_id }: By, id: number, decided: Decided) => {
  await tx
    .updateTable('change_requests')
    .set({ ...decided, decided_at: sql<string>`now()`, decided_by: actor_id ?? null, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await emit(tx, 'change-request.decided', { change_request_id: id, actor_id, what: decided.status })
}
