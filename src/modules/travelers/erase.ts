import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { nulls } from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { ERASED_NAME, erase } from '../../kit/secrets/personal-data.ts'
import { forgetValues } from '../audit/actions.ts'
import { noFingerprints } from '../fingerprints.ts'
import { passportNames } from '../forget-names.ts'
import { forgetAbout, forgetAllTo } from '../notifications/notify.ts'
import { erasePapers } from '../traveler-documents/change.ts'
import { eraseRequests } from '../traveler-requests/actions.ts'
import { readerOf } from '../users/reader.ts'
import { forgetInViews } from '../views/erase.ts'
import { type LockedTraveler, lockedTraveler } from './locks.ts'
import { type By, byIn } from './rules.ts'
import { Traveler } from './schema.ts'
import { oneTraveler, shownTraveler } from './traveler.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'traveler.erased': {
      traveler_id: number
      booking_id: number
      actor_id: number | undefined
      /** How texts call the person, so that they forget it. */
      names: readonly string[]
    }
  }
}

/** Erases the personal data of a traveler everywhere. Seat and payments stay. */
export async function eraseTraveler(tx: Tx, { reader, actor_id }: By, id: number, expected?: Expected) {
  const traveler = await lockedTraveler(tx, reader, id)
  guardVersion(traveler, expected)
  if (!isOver(traveler)) refuse('step_not_possible', { detail: travelsFirst, also: { possible: [] } })
  const names = await namesOf(tx, id)
  await forgetInViews(tx, 'traveler', id)
  const papers = await erasePapers(tx, { actor_id }, id)
  const requests = await eraseRequests(tx, id)
  if (traveler.person_key) await erase(tx, traveler.person_key)
  await tx
    .updateTable('travelers')
    .set({ ...nothing, name: ERASED_NAME, food_restrictions: sql`'{}'` })
    .where('id', '=', id)
    .execute()
  await emit(tx, 'traveler.erased', { traveler_id: id, booking_id: traveler.booking_id, actor_id, names })
  await forgetTold(tx, id, papers, requests)
  await forgetAbout(tx, 'booking', [traveler.booking_id], namingTravelers)
}

const namesOf = async (tx: Tx, id: number) => {
  const { name, surname_en, given_name_en } = await tx
    .selectFrom('travelers')
    .select(['name', 'surname_en', 'given_name_en'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [name, ...passportNames(surname_en, given_name_en)].filter((each) => each !== ERASED_NAME)
}

// This is the last step, so that the audit rows of the erasure itself are cleared too.
const forgetTold = async (tx: Tx, id: number, papers: number[], requests: number[]) => {
  await forgetValues(tx, 'travelers', [id])
  await forgetValues(tx, 'traveler_documents', papers)
  await forgetValues(tx, 'traveler_requests', requests)
  const addons = await tx.selectFrom('addon_requests').select('id').where('traveler_id', '=', id).execute()
  const ids = addons.map((addon) => addon.id)
  await forgetAllTo(tx, 'traveler_id', id)
  await forgetAbout(tx, 'addon_request', ids)
  await forgetAbout(tx, 'traveler_document', papers)
  await forgetAbout(tx, 'traveler_request', requests)
}

/** Notices about a booking that name its travelers. */
const namingTravelers = [
  'travelers.missing',
  'booking.traveler-cancelled',
  'room-supplement.single',
  'room-supplement.shared',
  'room-supplement.single/kept',
  'room-supplement.shared/kept',
] as const

const isOver = ({ status, booking_status, trip_status }: LockedTraveler) =>
  [status, booking_status, trip_status].some((each) => ended.includes(each))
const ended = ['cancelled', 'expired', 'returned', 'settled']

// Fields that the price depends on stay, and so does the bed type.
const nothing = {
  ...nulls(Traveler, ['bed_type']),
  is_minor: null,
  age: null,
  ...noFingerprints,
}
const travelsFirst = [
  '此旅客仍將出團；請於回團後，或取消後再刪除。',
  'This traveler is still to go; erase it after the return, or once it is cancelled.',
] as const

export function eraseRoute(on: On, app: FastifyInstance) {
  const by = byIn(app)
  on.post(
    '/:id/erase',
    {
      access: ['admin'],
      summary: 'Erase the person of a traveler whose trip is over; seat and payments stay',
      ...shownTraveler,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, expected }) => {
      await eraseTraveler(tx, by(actor), params.id, expected)
      return oneTraveler(tx, { ...readerOf(actor), ...params })
    },
  )
}
