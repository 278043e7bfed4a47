import { sql } from 'kysely'
import { remove } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { refuseStep } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { Role } from '../../kit/http/server/access.ts'
import type { Keys } from '../../kit/secrets/keys.ts'
import { erase, newPersonKey, personKey } from '../../kit/secrets/personal-data.ts'
import { hasPersonal } from '../../kit/secrets/personal-fields.ts'
import { lockTripAndBooking } from '../bookings/locks.ts'
import { isOutside, type Reader, seesAll } from '../users/reader.ts'
import { isTwice, warningsOf } from './checks.ts'
import { bookedTrips, enterTravelers, sealTravelers, tripToJoin } from './create.ts'
import { type LockedTraveler, lockedTraveler, othersOf, partyOf } from './queries.ts'
import {
  agesIn,
  crowdedRoom,
  crowdedSingles,
  hasBedByAge,
  partyFault,
  refuseInfantsAlone,
  refuseInside,
  refuseUnborn,
  samePerson,
  storedAs,
} from './rules.ts'
import { type NewTraveler, Traveler, type TravelerChange } from './schema.ts'
import { written } from './seal.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'traveler.added': { traveler_id: number; booking_id: number; actor_id: number | undefined }
    /** Travelers that an import brings, of many bookings. */
    'travelers.entered': { travelers: { traveler_id: number; booking_id: number }[]; actor_id: number | undefined }
    'traveler.removed': { traveler_id: number; booking_id: number }
    /** `seat`: whether a corrected birth date means that the traveler now needs a seat or no longer does. */
    'traveler.changed': {
      traveler_id: number
      booking_id: number
      actor_id: number | undefined
      fields: string[]
      seat?: 'taken' | 'freed' | undefined
    }
  }
}

/** The caller of an action: an account, or the holder of a link, who counts as a customer. */
export type By = { reader: Reader; actor_id: number | undefined; roles: readonly Role[]; keys: Keys }

/** Adds a traveler to an existing booking. */
export async function addTraveler(tx: Tx, { reader, keys, actor_id }: By, { booking_id, ...entry }: NewTraveler) {
  await lockTripAndBooking(tx, booking_id)
  const trip = tripToJoin(await bookedTrips(tx, [booking_id]), booking_id)
  refuseUnborn({ birth_date: entry.birth_date }, trip.today)
  const travelers = sealTravelers(keys, [entry])
  const [traveler_id = 0] = await enterTravelers(tx, keys, { booking_id, trip, travelers })
  await refuseParty(tx, reader, await lockedTraveler(tx, reader, traveler_id))
  const warnings = await warningsOf(tx, { booking_id, id: traveler_id }, [entry])
  await emit(tx, 'traveler.added', { traveler_id, booking_id, actor_id })
  return { traveler_id, warnings }
}

/** Completes or corrects a traveler. */
export async function changeTraveler(
  tx: Tx,
  { reader, actor_id, keys }: By,
  id: number,
  body: TravelerChange,
  expected: Expected,
) {
  const traveler = await lockedTraveler(tx, reader, id)
  guardVersion(traveler, expected)
  refuseTooLate(reader, traveler)
  refuseUnborn({ birth_date: body.birth_date }, traveler.today)
  refuseInside(reader, body, 'notes')
  const ages = agesIn(body, traveler)
  const person = hasPersonal(Traveler, body) ? await keyOf(tx, keys, traveler) : undefined
  await tx
    .updateTable('travelers')
    .set({
      ...written(keys, person, body),
      ...ages,
      ...bedAfter(traveler, ages, body),
      ...(person && { person_key: person.id }),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  if (isOfOtherAge(traveler, ages)) await refuseParty(tx, reader, traveler)
  if (isOutside(reader)) await refuseMistakes(tx, traveler, body)
  const changed = { traveler_id: id, booking_id: traveler.booking_id, fields: Object.keys(body) }
  await emit(tx, 'traveler.changed', { ...changed, actor_id, seat: seatOf(traveler, ages) })
  if (!Object.keys(storedAs(body)).length) return []
  return warningsOf(tx, { booking_id: traveler.booking_id, id }, [body])
}

type Sleeping = { traveler_id: number; booking_id: number; actor_id: number }

/** Staff change the bed type of a traveler; the price of the booking is updated. */
export async function changeBed(tx: Tx, who: Sleeping, bed_type: string) {
  await tx
    .updateTable('travelers')
    .set({ bed_type, updated_at: sql`now()` })
    .where('id', '=', who.traveler_id)
    .execute()
  await emit(tx, 'traveler.changed', { ...who, fields: ['bed_type'] })
}

type Ages = { passenger_type?: LockedTraveler['passenger_type'] }
const isOfOtherAge = ({ passenger_type: was, status }: LockedTraveler, { passenger_type: is = was }: Ages) =>
  status === 'active' && was !== is

// Who turns out to be an infant has no bed, and who turns out to be none has one, unless it is said.
export function bedAfter(
  { passenger_type: was }: LockedTraveler,
  { passenger_type: is = was }: Ages,
  { bed }: TravelerChange,
) {
  const byAge = hasBedByAge({ passenger_type: is })
  return bed === undefined && byAge !== hasBedByAge({ passenger_type: was }) ? { bed: byAge } : {}
}

const refuseParty = async (tx: Tx, reader: Reader, traveler: LockedTraveler) => {
  const fault = partyFault(await partyOf(tx, traveler), { isStaff: !isOutside(reader) })
  if (fault) refuseField('birth_date', fault)
}

// What staff are only warned of.
const refuseMistakes = async (tx: Tx, traveler: LockedTraveler, body: TravelerChange) => {
  const [identity] = identifying.filter((field) => body[field])
  if (identity && (await isTwice(tx, traveler))) refuseField(identity, samePerson)
  const [room] = sleeping.filter((field) => body[field] !== undefined)
  if (!room) return
  const party = await partyOf(tx, traveler)
  if (crowdedSingles(party).length) refuseField(room, crowdedRoom)
}
const identifying = ['passport_number', 'national_id', 'birth_date', 'name'] as const
const sleeping = ['bed_type', 'roommate_group', 'bed'] as const

const seatOf = ({ passenger_type: was, status }: LockedTraveler, { passenger_type: is = was }: Ages) => {
  if (status !== 'active' || (was === 'infant') === (is === 'infant')) return undefined
  return was === 'infant' ? 'taken' : 'freed'
}

/** Removes a traveler that nothing refers to; its encrypted data can never be read again. */
export async function removeTraveler(tx: Tx, reader: Reader, id: number, expected: Expected) {
  const traveler = await lockedTraveler(tx, reader, id)
  guardVersion(traveler, expected)
  refuseInfantsAlone(await othersOf(tx, traveler))
  await remove(tx, 'travelers', id)
  if (traveler.person_key) await erase(tx, traveler.person_key)
  await emit(tx, 'traveler.removed', { traveler_id: id, booking_id: traveler.booking_id })
}

/** Removes a traveler that was entered by mistake. Nothing is charged anew if its whole booking is removed with it. */
export async function removeEnteredTraveler(tx: Tx, id: number, isRemoved: (booking_id: number) => boolean) {
  const traveler = await lockedTraveler(tx, seesAll, id)
  if (!isRemoved(traveler.booking_id)) return removeTraveler(tx, seesAll, id, undefined)
  await remove(tx, 'travelers', id)
  if (traveler.person_key) await erase(tx, traveler.person_key)
}

/** The person key of a traveler, created if there is none yet. */
export async function personOf(tx: Tx, keys: Keys, traveler: LockedTraveler) {
  const person = await keyOf(tx, keys, traveler)
  if (!traveler.person_key)
    await tx.updateTable('travelers').set({ person_key: person.id }).where('id', '=', traveler.id).execute()
  return person
}

const keyOf = (tx: Tx, keys: Keys, { person_key }: LockedTraveler) =>
  person_key ? personKey(tx, keys, person_key) : newPersonKey(tx, keys)

/** A customer may change its travelers until the departure, while the booking is active. */
export function refuseTooLate(reader: Reader, { booking_status, trip_status, status }: LockedTraveler) {
  if (!isOutside(reader)) return
  const states = { booking_status, trip_status, traveler_status: status }
  const [list, state] = Object.entries(states).find(([, each]) => closed.includes(each)) ?? []
  if (list && state) refuseStep('change', state, [], { status: list, step: 'act' })
}
const closed = ['cancelled', 'expired', 'completed', 'departed', 'returned', 'settled']
