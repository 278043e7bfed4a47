import type { Tx } from '../../../kit/db/tables.ts'
import type { Actor } from '../../../kit/http/server/guard.ts'
import { moveBookings } from '../../../modules/bookings/merge-trips.ts'
import { backgroundEnded, triggersEnded } from '../past.ts'
import type { Trips } from '../trips.ts'

type How = { zone: string; serialPattern: string }

/** Two departures of a week have too few travelers each, so the first is merged into the second. Its rooms and flights still have to be released. */
export async function mergeTrips(tx: Tx, op: Actor, trips: Trips, { zone, serialPattern }: How) {
  const [from, into] = [trips.get('CNX2'), trips.get('CNX3')]
  if (!from || !into) return
  const cancel = {
    reason: '報名人數不足，旅客已轉至其他梯次',
    reason_en: 'Too few travelers; all have moved to other departures',
    cause: 'below_minimum',
  } as const
  const move = { to_trip_id: into.id, reason: '兩團人數都不足，合併出發', cancel }
  await moveBookings(tx, from.id, move, { actor: op, pattern: serialPattern, zone, locale: 'zh-TW' })
  await backgroundEnded(tx)
  await triggersEnded(tx)
}
