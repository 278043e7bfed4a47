import { type Generated, sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { Who } from '../../kit/db/transaction.ts'
import { refuse } from '../../kit/errors.ts'
import { hasOneOf, type Role } from '../../kit/http/server/access.ts'
import { inCents, share } from '../../kit/money.ts'
import { amountIn } from '../../kit/words/words.ts'
import type { BookingStatus } from '../booking-statuses.ts'
import { approvers } from './flow.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    booking_concessions: {
      id: Generated<number>
      booking_id: number
      amount: number
      reason: string | null
      approved_by: number | null
      created_by: number | null
      created_at: Generated<string>
    }
  }
}

/** What a booking costs and why, as the function `account_of` of the database tells it. */
type Account = {
  id: number
  number: string
  status: BookingStatus
  planned_trip_id: number
  trip_status: string
  currency: string
  total: number
  penalty: number
  cause: string | null
  fares: number
  fees: number
  discounts: number
  conceded: number
  conceded_in_all: number
  travel: number[]
  left: number[]
}

/**
 * The gate at the end of every transaction of a person that has changed what bookings cost. Whatever was done, and by which way: the
 * total is not negative, what nobody approved stays within the limit of the agency, and the agency's own cause needs a manager. What
 * was above the limit before may stay so, but not become worse.
 */
export async function refuseUnapproved(tx: Tx, told: readonly object[], who: Who) {
  const before = firstOfEach(told as readonly Account[])
  for (const id of [...before.keys()].sort((a, b) => a - b)) {
    const [was, now] = [before.get(id), await accountNow(tx, { id })]
    if (was && now) await refuseOne(tx, was, now.account, who)
  }
}

/** Records what was given up of a price, with its reason. Without an approver it counts as a discount. */
export async function concede(tx: Tx, booking_id: number, amount: number, reason: string | null, by: ConcededBy) {
  if (inCents(amount) <= 0) return
  const approved_by = hasOneOf(by.roles, approvers) ? (by.actor_id ?? null) : null
  const row = { booking_id, amount, reason, approved_by, created_by: by.actor_id ?? null }
  await tx.insertInto('booking_concessions').values(row).execute()
}
type ConcededBy = { roles: readonly Role[]; actor_id: number | undefined }

const firstOfEach = (told: readonly Account[]) => {
  const first = new Map<number, Account>()
  for (const account of told) if (!first.has(account.id)) first.set(account.id, account)
  return first
}

// For one booking, as mostly only one has changed: PostgreSQL would plan a statement for a list anew each time.
const accountNow = oneRow(
  (_db, { id }: { id: number }) =>
    sql<{ account: Account }>`select account_of(id) as account from bookings where id = ${id}`,
)

const refuseOne = async (tx: Tx, was: Account, is: Account, who: Who) => {
  refuseNegative(is)
  const roles = (who.roles ?? []) as readonly Role[]
  const lowered = loweredBy(was, is)
  if (lowered > 0) await concede(tx, is.id, lowered, null, { roles, actor_id: who.actor_id })
  if (hasOneOf(roles, approvers)) return
  refuseCauseOfAgency(was, is)
  const percent = await limit(tx)
  const conceded = { ...is, conceded: is.conceded + lowered }
  const [before, now] = [excess(was, percent), excess(conceded, percent)]
  if (now > 0 && now > before) refuseAboveLimit(was, conceded, percent, await askedAs(tx, was, is))
}

// The kind of approval (approvals/kinds.ts) by which a manager is asked for what was just done.
const askedAs = async (tx: Tx, was: Account, is: Account) => {
  if (was.status !== is.status) return 'booking_cancelled'
  if (was.planned_trip_id !== is.planned_trip_id) return 'booking_transferred'
  if (was.travel.some((id) => is.left.includes(id))) return 'traveler_cancelled'
  if (was.discounts < is.discounts) return 'discount'
  if (was.fees > is.fees) return 'fee_waived'
  return (await hasJustAccepted(tx, is.id)) ? 'change_accepted' : 'traveler_changed'
}

const hasJustAccepted = async (tx: Tx, booking_id: number) => {
  const accepted = await tx
    .selectFrom('change_requests as c')
    .innerJoin('travelers as v', 'v.id', 'c.traveler_id')
    .select('c.id')
    .where('v.booking_id', '=', booking_id)
    .where('c.status', '=', 'accepted')
    .where('c.decided_at', '=', sql<string>`now()`)
    .executeTakeFirst()
  return accepted !== undefined
}

const limit = async (tx: Tx) =>
  (await tx.selectFrom('house').select('discount_limit_percent').executeTakeFirstOrThrow()).discount_limit_percent

const refuseNegative = ({ number, currency, total, penalty }: Account) => {
  if (inCents(total + penalty) >= 0) return
  const amount = amountIn(currency, total + penalty)
  refuse('step_not_possible', {
    detail: [
      `訂單 ${number} 的總額將為 ${amount}，因為優惠高於團費；請先移除優惠。`,
      `The total of the booking ${number} would be ${amount}, because its discounts would be higher than its price. Remove a discount first.`,
    ],
    also: { possible: [] },
  })
}

// A confirmed price that fell although nobody left, came back or moved to another trip, and that no act has recorded by itself.
const loweredBy = (was: Account, is: Account) => {
  if (was.status !== 'confirmed' || is.status !== 'confirmed' || was.planned_trip_id !== is.planned_trip_id) return 0
  const hasLeft = was.travel.some((id) => is.left.includes(id))
  const isBack = was.left.some((id) => is.travel.includes(id))
  if (hasLeft || isBack) return 0
  const fallen = was.fares + was.fees - (is.fares + is.fees)
  return Math.max(inCents(fallen - (is.conceded_in_all - was.conceded_in_all)) / 100, 0)
}

const excess = (account: Account, percent: number) =>
  inCents(givenIn(account)) - inCents(share(Math.max(account.fares, 0), percent))
const givenIn = ({ discounts, conceded }: Account) => discounts + conceded

const refuseAboveLimit = (was: Account, is: Account, percent: number, approval: string): never => {
  const amount = (sum: number) => amountIn(is.currency, sum)
  const [given, most] = [amount(givenIn(is)), amount(share(Math.max(is.fares, 0), percent))]
  const [old, now] = [amount(was.total), amount(is.total)]
  return refuse('forbidden', {
    detail: [
      `訂單 ${is.number} 的總額將由 ${old} 變為 ${now}，未經核准的優惠與減收合計 ${given}，超過團費的 ${percent}%（${most}）；請填寫原因，送請主管或管理員核准。`,
      `The total of the booking ${is.number} would change from ${old} to ${now}. Discounts and reductions that nobody approved would be ${given}, more than ${percent} % of the price of its trip, ${most}. Ask a manager or an administrator to approve it, with a reason.`,
    ],
    also: { roles: approvers, booking_id: is.id, approval },
  })
}

const refuseCauseOfAgency = (was: Account, is: Account) => {
  if (is.cause === was.cause || is.trip_status === 'cancelled') return
  if (is.cause !== 'house_fault' && is.cause !== 'below_minimum') return
  refuse('forbidden', {
    detail: [
      `以旅行社因素或未達成團人數取消單一訂單（${is.number}）時，旅行社須賠償；請填寫原因，送請主管或管理員核准。若整團取消，請由出團計畫取消。`,
      `A single booking (${is.number}) that is cancelled for the agency's fault or for too few travelers obliges the agency to pay. Ask a manager or an administrator to approve it, with a reason; cancel the trip if all of it is cancelled.`,
    ],
    also: { roles: approvers, booking_id: is.id, approval: 'booking_cancelled' },
  })
}
