import type { Tx } from '../../../kit/db/tables.ts'
import type { Events } from '../../../kit/events.ts'
import { notify } from '../../notifications/notify.ts'
import { concernedBy } from '../../travelers/people.ts'

/** Tells sales that the rooms of a trip changed who pays for a room of one's own, or gave one without a charge. */
export const notifyOfSupplement = async (tx: Tx, changed: Events['stay-rooms.supplement']) => {
  const { booking_id, traveler_id, is_alone, is_charged, amount, actor_id: except } = changed
  const { sales, serial, number } = await concernedBy(tx, booking_id)
  const { name: traveler } = await tx
    .selectFrom('travelers')
    .select('name')
    .where('id', '=', traveler_id)
    .executeTakeFirstOrThrow()
  const room = is_alone ? 'single' : 'shared'
  const event = is_charged ? (`room-supplement.${room}` as const) : (`room-supplement.${room}/kept` as const)
  const about = { type: 'booking', id: booking_id }
  await notify(tx, { who: sales, event, params: { serial, number, traveler, amount }, about, except })
}
