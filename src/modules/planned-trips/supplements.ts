import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import { statement } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { type Events, emit } from '../../kit/events.ts'
import { seatedStatuses } from '../booking-statuses.ts'
import { notify } from '../notifications/notify.ts'
import { changeBed } from '../travelers/change.ts'
import { concernedBy } from '../travelers/notices.ts'

/** Whether prices are adjusted to the rooms (`charge`) or stay as they are (`keep`). */
export const supplementChoices = ['charge', 'keep'] as const
type Supplements = (typeof supplementChoices)[number]

/** SQL: whether a traveler is alone in a room of the trip; null without a room. */
const isAlone = sql<boolean | null>`(
  select bool_or(shared.guests = 1)
    from (select count(*) + case when bool_or(room.has_leader) then 1 else 0 end as guests
            from planned_trip_stays s
            join stay_room_travelers own on own.stay_id = s.id and own.traveler_id = v.id
            join stay_rooms room on room.id = own.room_id
            join stay_room_travelers other on other.room_id = own.room_id
            join travelers guest on guest.id = other.traveler_id and guest.status = 'active'
           where s.planned_trip_id = b.planned_trip_id and s.status <> 'cancelled' group by own.room_id) shared)`

/** The travelers of a trip with the single supplement of their booking, and whether they pay it. */
const sleepersOf = statement((db, { id }: { id: number }) =>
  db
    .selectFrom('travelers as v')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .select(['v.id as traveler_id', 'v.name', 'b.id as booking_id', 'b.booking_number', 'b.currency'])
    .select([
      sql<number>`coalesce((b.price ->> 'single_supplement')::numeric, 0)`.as('amount'),
      sql<boolean>`v.bed_type is not distinct from 'single'`.as('is_charged'),
      isAlone.as('is_alone'),
      sql<number[]>`array(select own.stay_id from stay_room_travelers own where own.traveler_id = v.id)`.as('stay_ids'),
    ])
    .where('b.planned_trip_id', '=', id)
    .where('b.status', 'in', seatedStatuses)
    .where('v.status', '=', 'active')
    .where(sql<boolean>`v.passenger_type is distinct from 'infant'`)
    .orderBy('v.id'),
)
type Sleeper = Awaited<ReturnType<typeof sleepersOf>>[number]

declare module '../../kit/events.ts' {
  interface Events {
    /** A traveler got or lost a single room. `is_charged`: the price of the booking was changed. */
    'stay-rooms.supplement': {
      booking_id: number
      traveler_id: number
      is_alone: boolean
      is_charged: boolean
      amount: string
      actor_id: number
    }
  }
}

/** Whose price does not follow the rooms of a stay, because it was kept when they were saved, or the booking was changed since. */
export async function supplementsOff(db: Db, { id, stay }: { id: number; stay: number }) {
  return (await sleepersOf(db, { id })).filter((one) => isOff(one) && one.stay_ids.includes(stay)).map(shownDifference)
}

/**
 * Writes the rooms of some stays. If they change who pays a single supplement, the caller must say whether prices follow the rooms or
 * stay. If they change nothing, `charge` corrects the prices that did not follow the rooms of these stays before. Sales are notified.
 */
export async function withSupplements(
  tx: Tx,
  { id, stays }: { id: number; stays: readonly number[] },
  { supplements, actor_id }: { supplements: Supplements | undefined; actor_id: number },
  write: () => Promise<void>,
) {
  const before = new Map((await sleepersOf(tx, { id })).map((one) => [one.traveler_id, one.is_alone]))
  await write()
  const off = (await sleepersOf(tx, { id })).filter(isOff)
  // Only what this change has caused is asked. Earlier differences were decided earlier.
  const changed = off.filter((one) => one.is_alone !== (before.get(one.traveler_id) ?? null))
  if (!supplements && changed.length) return refuseUnsaid(changed)
  const left = supplements === 'charge' ? off.filter(({ stay_ids }) => stay_ids.some((one) => stays.includes(one))) : []
  for (const { traveler_id, booking_id, is_alone, currency, amount } of changed.length ? changed : left) {
    if (supplements === 'charge')
      await changeBed(tx, { traveler_id, booking_id, actor_id }, is_alone ? 'single' : 'twin')
    await emit(tx, 'stay-rooms.supplement', {
      booking_id,
      traveler_id,
      is_alone: is_alone === true,
      is_charged: supplements === 'charge',
      amount: amountIn(currency, amount),
      actor_id,
    })
  }
}

const isOff = ({ amount, is_alone, is_charged }: Sleeper) => amount > 0 && is_alone !== null && is_alone !== is_charged

const refuseUnsaid = (changed: Sleeper[]) => {
  const each = changed.map(({ name, is_alone, currency, amount }) => {
    const sum = amountIn(currency, amount)
    return is_alone
      ? [`${name} 加收 ${sum}`, `${name} pays ${sum} more`]
      : [`${name} 減收 ${sum}`, `${name} pays ${sum} less`]
  })
  const [zh, en] = [each.map(([one]) => one).join('、'), each.map(([, one]) => one).join(', ')]
  refuse('invalid_input', {
    errors: {
      supplements: [
        [
          `這樣分房會改變單人房差：${zh}。請選擇團費一併調整，或維持原價。`,
          `These rooms change single supplements: ${en}. Say whether the prices follow the rooms, or stay as they are.`,
        ],
      ],
    },
    also: {
      supplements: changed.map(shownDifference),
    },
  })
}

const shownDifference = ({ traveler_id, name, booking_id, booking_number, currency, amount, is_alone }: Sleeper) => ({
  ...{ traveler_id, name, booking_id, booking_number, currency },
  difference: is_alone ? amount : -amount,
})

/** Notifies sales that the rooms of a trip changed a single supplement, or gave a single room without a charge. */
export async function notifyOfSupplement(tx: Tx, changed: Events['stay-rooms.supplement']) {
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
