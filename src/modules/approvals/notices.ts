import { amountIn } from 'guidon-design/formats'
import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import { notify } from '../notifications/notify.ts'
import { thoseIn } from '../users/has-role.ts'
import { isKind, kinds } from './kinds.ts'

/** Tells those who decide what is asked, and whoever asked what was decided. What is withdrawn is told to nobody. */
export async function notifyOfApproval(tx: Tx, { approval_id, actor_id, what }: Events['approval.changed']) {
  if (what === 'withdrawn') return
  const { booking_id, asked_by, kind, ...approval } = await approvalOf(tx, approval_id)
  const { number, contact, price, asker, reason, decider, note } = { ...approval, price: priceOf(approval) }
  const about = { type: 'booking', id: booking_id }
  const shown = { number, contact, kind, price }
  if (what === 'asked') {
    const params = { ...shown, asker, reason }
    return notify(tx, { who: await decidersOf(tx, kind), event: 'approval.asked', params, about, except: actor_id })
  }
  const params = { ...shown, decider, note }
  return notify(tx, { who: [asked_by], event: `approval.${what}`, params, about, except: actor_id })
}

const decidersOf = async (tx: Tx, name: string) => {
  const roles = isKind(name) ? kinds[name].decides : []
  const people = await Promise.all(roles.map((role) => thoseIn(tx, role)))
  return [...new Set(people.flat())]
}

const approvalOf = (tx: Tx, id: number) =>
  tx
    .selectFrom('approvals as a')
    .innerJoin('bookings as b', 'b.id', 'a.booking_id')
    .innerJoin('users as asker', 'asker.id', 'a.asked_by')
    .leftJoin('users as decider', 'decider.id', 'a.decided_by')
    .select([
      'a.kind',
      'a.booking_id',
      'a.asked_by',
      'a.reason',
      'a.note',
      'a.currency',
      'a.price_before',
      'a.price_after',
    ])
    .select([
      'b.booking_number as number',
      'b.contact_name as contact',
      'asker.name as asker',
      'decider.name as decider',
    ])
    .where('a.id', '=', id)
    .executeTakeFirstOrThrow()

type Priced = { currency: string; price_before: number; price_after: number }
const priceOf = ({ currency, price_before, price_after }: Priced) =>
  price_before === price_after ? null : `${amountIn(currency, price_before)} → ${amountIn(currency, price_after)}`
