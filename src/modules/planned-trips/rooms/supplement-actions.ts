import type { Tx } from '../../../kit/db/tables.ts'
import { refuse } from '../../../kit/errors.ts'
import { emit } from '../../../kit/events.ts'
import { amountIn } from '../../../kit/words/words.ts'
import { changeBed } from '../../travelers/actions.ts'
import type { Supplements } from './schema.ts'
import { type Sleeper, sleepersOf } from './supplement-queries.ts'

declare module '../../../kit/events.ts' {
  interface Events {
    /** Rooms give somebody a room of its own, or no longer do; `is_charged`: the price of the booking follows. */
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

/**
 * Writes rooms. If they change who pays for a room of one's own, the caller says whether prices follow the rooms or stay; sales are
 * told of either.
 */
export const withSupplements = async (
  tx: Tx,
  id: number,
  { supplements, actor_id }: { supplements: Supplements | undefined; actor_id: number },
  write: () => Promise<void>,
) => {
  const before = new Map((await sleepersOf(tx, { id })).map((one) => [one.traveler_id, one.is_alone]))
  await write()
  const changed = (await sleepersOf(tx, { id })).filter((one) => isChanged(one, before.get(one.traveler_id) ?? null))
  if (!changed.length) return
  if (!supplements) return refuseUnsaid(changed)
  for (const { traveler_id, booking_id, is_alone, currency, amount } of changed) {
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

// What was so before this change was decided then.
const isChanged = ({ amount, is_alone, is_charged }: Sleeper, was: boolean | null) =>
  amount > 0 && is_alone !== null && is_alone !== was && is_alone !== is_charged

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
      supplements: changed.map(({ traveler_id, name, booking_id, booking_number, currency, amount, is_alone }) => ({
        ...{ traveler_id, name, booking_id, booking_number, currency },
        difference: is_alone ? amount : -amount,
      })),
    },
  })
}
