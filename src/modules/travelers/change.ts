import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { refuseStep } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { hasPersonal } from '../../kit/secrets/personal-fields.ts'
import { isOutside, type Reader } from '../users/reader.ts'
import { isTwice, warningsOf } from './checks.ts'
import { type LockedTraveler, lockedTraveler, partyOf, refuseParty } from './locks.ts'
import {
  agesIn,
  type By,
  crowdedRoom,
  crowdedSingles,
  hasBedByAge,
  refuseInside,
  refuseUnborn,
  samePerson,
  storedAs,
} from './rules.ts'
import { Traveler, type TravelerChange } from './schema.ts'
import { keyOf, written } from './seal.ts'

declare module '../../kit/events.ts' {
  interface Events {
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

/** A customer may change its travelers until the departure, while the booking is active. */
export function refuseTooLate(reader: Reader, { booking_status, trip_status, status }: LockedTraveler) {
  if (!isOutside(reader)) return
  const states = { booking_status, trip_status, traveler_status: status }
  const [list, state] = Object.entries(states).find(([, each]) => closed.includes(each)) ?? []
  if (list && state) refuseStep('change', state, [], { status: list, step: 'act' })
}
const closed = ['cancelled', 'expired', 'completed', 'departed', 'returned', 'settled']
