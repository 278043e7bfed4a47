import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { remove } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { mayTake, refuseStep } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { erase } from '../../kit/secrets/personal-data.ts'
import { aliveStatuses } from '../booking-statuses.ts'
import { type Reader, readerOf, seesAll } from '../users/reader.ts'
import { steps, travelerFlow } from './flow.ts'
import { type LockedTraveler, lockedTraveler, othersOf } from './locks.ts'
import { type By, byIn, refuseInfantsAlone, staffEditors } from './rules.ts'
import { oneTraveler, shownTraveler } from './traveler.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'traveler.removed': { traveler_id: number; booking_id: number }
  }
}

/** Cancels a traveler, which frees the seat. */
export async function cancelTraveler(tx: Tx, { reader, actor_id, roles }: By, id: number, expected: Expected) {
  const traveler = await lockedTraveler(tx, reader, id)
  guardVersion(traveler, expected)
  mayTake(travelerFlow, 'cancel', traveler, roles)
  refuseClosed('cancel', traveler)
  const others = await othersOf(tx, traveler)
  if (!others.length) refuse('step_not_possible', { detail: cancelAll, also: { possible: [] } })
  refuseInfantsAlone(others)
  await tx.updateTable('travelers').set({ status: steps.cancel.to }).where('id', '=', id).execute()
  await emit(tx, 'traveler.changed', {
    traveler_id: id,
    booking_id: traveler.booking_id,
    actor_id,
    fields: ['status'],
  })
}

/** Restores a traveler if there is a seat. */
const restoreTraveler = async (tx: Tx, { reader, actor_id, roles }: By, id: number, expected: Expected) => {
  const traveler = await lockedTraveler(tx, reader, id)
  guardVersion(traveler, expected)
  mayTake(travelerFlow, 'restore', traveler, roles)
  refuseClosed('restore', traveler)
  await tx.updateTable('travelers').set({ status: steps.restore.to }).where('id', '=', id).execute()
  const { booking_id } = traveler
  await emit(tx, 'traveler.added', { traveler_id: id, booking_id, actor_id, is_restored: true })
}

const refuseClosed = (step: string, { booking_status }: LockedTraveler) => {
  if (!aliveStatuses.includes(booking_status))
    refuseStep(step, booking_status, [], { status: 'booking_status', step: 'traveler_step' })
}

const cancelAll = [
  '這是訂單中最後一位旅客；請改為取消訂單。',
  'Nobody else travels in this booking; cancel the booking instead.',
] as const

/** Removes a traveler that nothing refers to; its encrypted data can never be read again. */
const removeTraveler = async (tx: Tx, reader: Reader, id: number, expected: Expected) => {
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

export function removeRoute(on: On) {
  on.delete(
    '/:id',
    {
      access: staffEditors,
      summary: 'Remove a traveler that nothing refers to',
      returns: Type.Null(),
      refuses: ['in_use', 'stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, expected }) => {
      await removeTraveler(tx, readerOf(actor), params.id, expected)
      return null
    },
  )
}

/** Cancel and restore. */
export function stepRoutes(on: On, app: FastifyInstance) {
  const by = byIn(app)
  const alike = { ...shownTraveler, refuses: ['stale', 'step_not_possible'] } as const
  on.post(
    '/:id/cancel',
    { ...alike, access: steps.cancel.by, summary: 'Cancel a traveler; the others of the booking still travel' },
    async ({ tx, actor, params, expected }) => {
      await cancelTraveler(tx, by(actor), params.id, expected)
      return oneTraveler(tx, { ...readerOf(actor), ...params })
    },
  )
  on.post(
    '/:id/restore',
    {
      ...alike,
      access: steps.restore.by,
      summary: 'Restore a cancelled traveler, if there is a seat',
      refuses: [...alike.refuses, 'trip_full'],
    },
    async ({ tx, actor, params, expected }) => {
      await restoreTraveler(tx, by(actor), params.id, expected)
      return oneTraveler(tx, { ...readerOf(actor), ...params })
    },
  )
}
