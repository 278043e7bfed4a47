import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Tx } from '../../../kit/db/tables.ts'
import { emit } from '../../../kit/events.ts'
import { mayTake, namesOf } from '../../../kit/flow.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import { type On, routes } from '../../../kit/http/routes/routes.ts'
import { RecordOf } from '../../../kit/resource/record.ts'
import type { Keys } from '../../../kit/secrets/keys.ts'
import { consulted, RevealedOf, RevealOf, reveal } from '../../../kit/secrets/personal-data.ts'
import { OfTraveler } from '../../shown-names.ts'
import { changeTraveler } from '../../travelers/change.ts'
import { lockedTraveler } from '../../travelers/locks.ts'
import { replaceTraveler } from '../../travelers/replace-at-once.ts'
import type { Asking } from '../../travelers/reveal.ts'
import type { By } from '../../travelers/rules.ts'
import { byIn, readers } from '../../travelers/rules.ts'
import type { TravelerChange } from '../../travelers/schema.ts'
import { actingOf, readerOf } from '../../users/reader.ts'
import { editors } from '../flow.ts'
import { storedTraveler } from './change-or-ask.ts'
import {
  ChangeRequest,
  changeRequestList,
  changeRequestPage,
  Declining,
  lockedChangeRequest,
  oneChangeRequest,
  travelerOfChangeRequest,
} from './change-request.ts'
import { changeRequestFlow, changeSteps } from './flow.ts'

/** Sales accept. The traveler is changed in the same transaction, which is rolled back if no seat is left for it. */
export async function acceptChange(tx: Tx, by: By, id: number, expected: Expected) {
  const { request, traveler } = await lockedWithTraveler(tx, by, id)
  guardVersion(request, expected)
  mayTake(changeRequestFlow, 'accept', request, by.roles)
  const body = await wantedBy(tx, by, request)
  const before = await storedTraveler(tx, by, traveler.id, {})
  if (request.is_other_person) await replaceTraveler(tx, by, traveler.id, body)
  else await changeTraveler(tx, by, traveler.id, body, undefined)
  const after = await storedTraveler(tx, by, traveler.id, {})
  const price = { price_before: before.total, price_after: after.total, passenger_type_after: after.passenger_type }
  await setDecision(tx, by, id, { status: changeSteps.accept.to, ...price })
}

/** Sales decline with a reason. */
async function declineChange(tx: Tx, by: By, id: number, { reason }: Declining, expected: Expected) {
  const { request } = await lockedWithTraveler(tx, by, id)
  guardVersion(request, expected)
  mayTake(changeRequestFlow, 'decline', request, by.roles)
  await setDecision(tx, by, id, { status: changeSteps.decline.to, decline_reason: reason })
}

/** Reveals the birth date in a request; empty if the request has none. */
async function revealChange(tx: Tx, keys: Keys, id: number, fields: string[], { reader, ...asking }: Asking) {
  await travelerOfChangeRequest(tx, reader, id)
  const { person_key } = await lockedChangeRequest(tx, id)
  if (!person_key) return Object.fromEntries(fields.map((field) => [field, null]))
  return reveal(tx, keys, { ...asking, person_key, table: 'change_requests', record_id: id, fields })
}

/** Withdraws the open requests of a traveler or booking that is cancelled. */
export function withdrawChanges(tx: Tx, of: { traveler_id: number } | { booking_id: number }) {
  return tx
    .updateTable('change_requests')
    .set({ status: changeSteps.withdraw.to, decided_at: sql<string>`now()` })
    .where('status', '=', 'open')
    .where('traveler_id', 'in', (travelers) =>
      travelers
        .selectFrom('travelers')
        .select('id')
        .where((is) => ('traveler_id' in of ? is('id', '=', of.traveler_id) : is('booking_id', '=', of.booking_id))),
    )
    .execute()
}

/** Clears the values in the requests of an erased traveler; the requests themselves stay. */
export async function eraseChanges(tx: Tx, traveler_id: number) {
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
const lockedWithTraveler = async (tx: Tx, { reader }: By, id: number) => {
  const traveler = await lockedTraveler(tx, reader, await travelerOfChangeRequest(tx, reader, id))
  return { traveler, request: await lockedChangeRequest(tx, id) }
}

const wantedBy = async (tx: Tx, { keys }: By, request: Awaited<ReturnType<typeof lockedChangeRequest>>) => {
  const { id, fields, person_key } = request
  const plain = fields.filter((field) => field !== 'birth_date').map((field) => [field, request[field]] as const)
  if (!fields.includes('birth_date') || !person_key) return Object.fromEntries(plain) as TravelerChange
  const field = { person_key, table: 'change_requests', record_id: id, field: 'birth_date' }
  return { ...Object.fromEntries(plain), birth_date: await consulted(tx, keys, field) } as TravelerChange
}

type Decided = { status: 'accepted' | 'declined'; decline_reason?: string; price_before?: number; price_after?: number }
const setDecision = async (tx: Tx, { actor_id }: By, id: number, decided: Decided) => {
  await tx
    .updateTable('change_requests')
    .set({ ...decided, decided_at: sql<string>`now()`, decided_by: actor_id ?? null, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await emit(tx, 'change-request.decided', { change_request_id: id, actor_id, what: decided.status })
}

const shownRequest = RecordOf(ChangeRequest, {
  traveler: OfTraveler,
  possible: Type.Array(Type.Enum(namesOf(changeSteps))),
})
const etag = 'content'

/** `/api/change-requests`: what customers want to change of travelers whose bookings are confirmed. */
export default routes((on, app) => {
  changeRequestReads(on)
  decisionRoutes(on, app)
  revealRoute(on, app)
})

const changeRequestReads = (on: On) => {
  on.get(
    '',
    {
      access: readers,
      summary: 'Changes of travelers that customers ask for; a customer those of its bookings',
      ...changeRequestList.of(shownRequest),
      etag,
    },
    ({ db, actor, query }) => changeRequestPage(db, actingOf(actor), query),
  )
  on.get(
    '/:id',
    {
      access: readers,
      summary: 'One change request, with the values and the price before and after',
      returns: shownRequest,
      etag,
    },
    ({ db, actor, params }) => oneChangeRequest(db, { ...actingOf(actor), ...params }),
  )
}

const decisionRoutes = (on: On, app: FastifyInstance) => {
  const by = byIn(app)
  on.post(
    '/:id/accept',
    {
      access: changeSteps.accept.by,
      summary: 'Make the change; it is refused as a whole if it needs a seat and none is left',
      returns: shownRequest,
      etag,
      refuses: ['step_not_possible', 'stale', 'trip_full'],
    },
    async ({ tx, actor, params, expected }) => {
      await acceptChange(tx, by(actor), params.id, expected)
      return oneChangeRequest(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/decline',
    {
      access: changeSteps.decline.by,
      summary: 'Decline the change with a reason, which the customer is told',
      body: Declining,
      returns: shownRequest,
      etag,
      refuses: ['step_not_possible', 'stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await declineChange(tx, by(actor), params.id, body, expected)
      return oneChangeRequest(tx, { ...actingOf(actor), ...params })
    },
  )
}

const revealRoute = (on: On, { keys }: FastifyInstance) =>
  on.post(
    '/:id/reveal',
    {
      access: editors,
      summary: 'Reveal the birth date that is asked for; who and why is logged',
      body: RevealOf(ChangeRequest),
      returns: RevealedOf(ChangeRequest),
      refuses: ['step_not_possible'],
      noReplay: true,
    },
    ({ tx, actor, params, body: { fields, reason }, request }) =>
      revealChange(tx, keys, params.id, fields, { reader: readerOf(actor), actor, reason, request_id: request.id }),
  )
