import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { labelled, oneOf, ref } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { editors } from './flow.ts'
import { isSleptIn, plansFor, StayRooms, writeRooms } from './rooms.ts'
import type { OneStay } from './stays.ts'
import { supplementChoices, withSupplements } from './supplements.ts'

/** The stays that get the same rooms, each with the version of its rooms that the caller has read. */
const Copies = Type.Object({
  stays: labelled(
    Type.Array(Type.Object({ stay_id: ref(), version: Type.Optional(ref()) }), { minItems: 1, maxItems: 60 }),
    ['住宿', 'Stays'],
  ),
  supplements: labelled(Type.Optional(oneOf(supplementChoices)), ['單人房差', 'Single supplements']),
})
type Copies = Static<typeof Copies>

type By = { reader: Reader; actor_id: number }

/** Copies the rooms of this stay to other stays of the trip. Empty rooms are not copied. */
const copyRooms = async (tx: Tx, { id, stay }: OneStay, { stays, supplements }: Copies, { reader, actor_id }: By) => {
  const plans = await plansFor(tx, { ...reader, id })
  const from = found(plans.find((plan) => plan.id === stay))
  if (!from.is_assigned) refuse('step_not_possible', { detail: notArranged })
  for (const [i, { stay_id }] of stays.entries())
    if (stay_id === stay || !plans.some((plan) => plan.id === stay_id)) refuseField(`stays.${i}.stay_id`, notAnother)
  const rooms = from.rooms.filter(isSleptIn).map(({ type, has_leader, notes, travelers }) => ({
    ...{ type, has_leader, notes },
    traveler_ids: travelers.map(({ traveler_id }) => traveler_id),
  }))
  const given = { id, stays: stays.map(({ stay_id }) => stay_id) }
  await withSupplements(tx, given, { supplements, actor_id }, async () => {
    for (const { stay_id, version } of stays)
      await writeRooms(tx, reader, { id, stay: stay_id }, { rooms }, version === undefined ? undefined : [version])
  })
}

const notArranged = [
  '這次住宿還沒有分房，請先儲存。',
  'The rooms of this stay are not assigned yet: save them first.',
] as const
const notAnother = ['必須是這個團的另一次住宿。', 'Must be another stay of this trip.'] as const

/** Copies the rooms of one stay to others, because most travelers share a room with the same people during the whole trip. */
export const tripRoomCopies = routes((on) => {
  on.post(
    '/:id/stays/:stay/rooms/copies',
    {
      name: 'copyRoomsOfStay',
      access: editors,
      summary: 'Arrange other stays of the trip like this one; the rooms there are replaced',
      body: Copies,
      returns: Type.Array(StayRooms),
      etag: 'none',
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body }) => {
      const reader = readerOf(actor)
      await copyRooms(tx, params, body, { reader, actor_id: actor.id })
      const copied = new Set(body.stays.map(({ stay_id }) => stay_id))
      return (await plansFor(tx, { ...reader, id: params.id })).filter(({ id }) => copied.has(id))
    },
  )
})
