import { isDeepStrictEqual } from 'node:util'
import { amountIn } from 'guidon-design/formats'
import { type Generated, sql } from 'kysely'
import { oneRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { Who } from '../../kit/db/transaction.ts'
import { refuse, refuseField } from '../../kit/errors.ts'
import { hasOneOf, type Role } from '../../kit/http/server/guard.ts'
import { inCents, share } from '../../kit/money.ts'
import type { BookingStatus } from '../booking-statuses.ts'
import { approvers, editors } from './flow.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    booking_concessions: {
      id: Generated<number>
      booking_id: number
      amount: number
      act: string | null
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
  discounts_in_all: number
  surcharges: number
  conceded: number
  conceded_in_all: number
  travel: number[]
  left: number[]
  charged_as: Record<string, unknown[]>
}

/**
 * The gate at the end of every transaction of a person that has changed what bookings cost. Whatever was done, and by which way: the
 * total is not negative, what is settled stays, what nobody approved stays within the limit of the agency, and the agency's own cause
 * needs a manager. What was above the limit before may stay so, but not become worse.
 */
export async function refuseUnapproved(tx: Tx, told: readonly object[], who: Who) {
  const before = firstOfEach(told as readonly Account[])
  for (const id of [...before.keys()].sort((a, b) => a - b)) {
    const [was, now] = [before.get(id), await accountNow(tx, { id })]
    if (was && now) await refuseOne(tx, was, now.account, who)
  }
}

/** Does what the end of the transaction does not see, because it is taken back or written for the service itself, and refuses a total below zero. */
export async function tryPrice<T>(tx: Tx, id: number, work: () => Promise<T>): Promise<T> {
  const was = await accountNow(tx, { id })
  const done = await work()
  const is = await accountNow(tx, { id })
  if (was && is) refuseNegative(was.account, is.account)
  return done
}

/** The same of one booking at once, where a preview takes back what was done before the end of its transaction. */
export async function tryGate<T>(tx: Tx, id: number, who: Who, work: () => Promise<T>): Promise<T> {
  const was = await accountNow(tx, { id })
  const done = await work()
  const is = await accountNow(tx, { id })
  if (was && is) await refuseOne(tx, was.account, is.account, who)
  return done
}

/** What lowers a price, as the kind of approval that it needs above the limit (approvals/kinds.ts). */
type Act =
  | 'booking_cancelled'
  | 'booking_transferred'
  | 'traveler_cancelled'
  | 'discount'
  | 'fee_waived'
  | 'infant_price'
  | 'change_accepted'
  | 'traveler_changed'
type Conceded = { booking_id: number; amount: number; act: Act; reason: string | null }
type ConcededBy = { roles: readonly Role[]; actor_id: number | undefined }

/** Records what was given up of a price, by which act, and why. Without an approver it counts as a discount. */
export async function concede(tx: Tx, conceded: Conceded, { roles, actor_id }: ConcededBy) {
  if (inCents(conceded.amount) <= 0) return
  const approved_by = hasOneOf(roles, approvers) ? (actor_id ?? null) : null
  await tx
    .insertInto('booking_concessions')
    .values({ ...conceded, approved_by, created_by: actor_id ?? null })
    .execute()
}

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
  refuseNegative(was, is)
  refuseSettled(was, is)
  refuseOtherwiseCharged(was, is)
  const roles = (who.roles ?? []) as readonly Role[]
  const amount = loweredBy(was, is)
  if (amount > 0) {
    const [act, reason] = [await actOf(tx, was, is), await reasonApproved(tx, is.id)]
    await concede(tx, { booking_id: is.id, amount, act, reason }, { roles, actor_id: who.actor_id })
  }
  if (hasOneOf(roles, approvers)) return
  refuseCauseOfAgency(was, is)
  const percent = await limit(tx)
  refuseHighSurcharges(was, is, percent)
  const conceded = { ...is, conceded: is.conceded + amount }
  const [before, now] = [excess(was, percent), excess(conceded, percent)]
  if (now > 0 && now > before)
    refuseAboveLimit(was, conceded, percent, hasOneOf(roles, editors) && (await actOf(tx, was, is)))
}

// Why a colleague asked for what this transaction has approved.
const reasonApproved = async (tx: Tx, booking_id: number) => {
  const approved = await tx
    .selectFrom('approvals')
    .select('reason')
    .where('booking_id', '=', booking_id)
    .where('status', '=', 'approved')
    .where('decided_at', '=', sql<string>`now()`)
    .executeTakeFirst()
  return approved?.reason ?? null
}

const actOf = async (tx: Tx, was: Account, is: Account): Promise<Act> => {
  if (was.status !== is.status) return 'booking_cancelled'
  if (was.planned_trip_id !== is.planned_trip_id) return 'booking_transferred'
  if (was.travel.some((id) => is.left.includes(id))) return 'traveler_cancelled'
  if (was.discounts < is.discounts) return 'discount'
  if (was.fees > is.fees) return 'fee_waived'
  if (await hasOtherPrice(tx, is.id)) return 'infant_price'
  return (await hasJustAccepted(tx, is.id)) ? 'change_accepted' : 'traveler_changed'
}

// Of the price that a booking keeps only that of an infant is ever replaced, unless it moves to another trip.
const hasOtherPrice = async (tx: Tx, booking_id: number) => {
  const changed = await tx
    .selectFrom('audit')
    .select('id')
    .where('table_name', '=', 'bookings')
    .where('record_id', '=', booking_id)
    .where('created_at', '=', sql<string>`now()`)
    .where(sql<boolean>`changes ? 'price'`)
    .executeTakeFirst()
  return changed !== undefined
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

// A total is below zero only by the compensation that the agency owes.
const refuseNegative = (was: Account, { number, currency, total, penalty, discounts_in_all }: Account) => {
  if (inCents(total + penalty) >= 0) return
  const amount = amountIn(currency, total + penalty)
  if (discounts_in_all > was.discounts_in_all)
    refuseField('unit_price', [
      `總額將為 ${amount}，不可低於 0；請減少金額。`,
      `The total would be ${amount}, and cannot be below zero: give less.`,
    ])
  refuse('step_not_possible', {
    detail: [
      `訂單 ${number} 的總額將為 ${amount}，因為優惠高於團費；請先移除優惠。`,
      `The total of the booking ${number} would be ${amount}, because its discounts would be higher than its price. Remove a discount first.`,
    ],
    also: { possible: [] },
  })
}

// The account of a cancelled booking is settled: it is not charged anew for who is corrected or removed.
const refuseSettled = (was: Account, is: Account) => {
  if (was.status !== 'cancelled' || is.status !== 'cancelled' || inCents(was.fares) === inCents(is.fares)) return
  refuse('step_not_possible', {
    detail: [
      `訂單 ${is.number} 已取消並結算，不能再更改會影響團費的資料（年齡、床位、機票）或移除旅客；請先恢復訂單。`,
      `The booking ${is.number} is cancelled and settled, so the age, bed or ticket of its travelers stays, and none is removed. Restore the booking first.`,
    ],
    also: { possible: [] },
  })
}

// Who was cancelled keeps the age, bed and ticket that the fee was charged for, and comes back at that price.
const refuseOtherwiseCharged = (was: Account, is: Account) => {
  const isOther = Object.entries(was.charged_as).some(
    ([id, as]) => is.charged_as[id] && !isDeepStrictEqual(as, is.charged_as[id]),
  )
  if (!isOther) return
  refuse('step_not_possible', {
    detail: [
      `訂單 ${is.number} 的這位旅客已取消，不能更改會影響團費的資料（年齡、床位、機票）；請先恢復這位旅客。`,
      `This traveler of the booking ${is.number} is cancelled, so the age, bed and ticket stay. Restore the traveler first.`,
    ],
    also: { possible: ['restore'] },
  })
}

// A price that fell after the confirmation although nobody left or moved to another trip, and that no act has recorded by itself.
const loweredBy = (was: Account, is: Account) => {
  if (!isSold(was) || !isSold(is) || was.planned_trip_id !== is.planned_trip_id) return 0
  if (was.travel.some((id) => is.left.includes(id))) return 0
  const fallen = was.fares + was.fees - (is.fares + is.fees)
  return Math.max(inCents(fallen - (is.conceded_in_all - was.conceded_in_all)) / 100, 0)
}

const isSold = ({ status }: Account) => status === 'confirmed' || status === 'completed'

const excess = (account: Account, percent: number) =>
  inCents(givenIn(account)) - inCents(share(Math.max(account.fares, 0), percent))
const givenIn = ({ discounts, conceded }: Account) => discounts + conceded

// Only who changes bookings can ask for it.
const refuseAboveLimit = (was: Account, is: Account, percent: number, approval: Act | false): never => {
  const amount = (sum: number) => amountIn(is.currency, sum)
  const [given, most] = [amount(givenIn(is)), amount(share(Math.max(is.fares, 0), percent))]
  const [old, now] = [amount(was.total), amount(is.total)]
  return refuse('forbidden', {
    detail: [
      `訂單 ${is.number} 的總額將由 ${old} 變為 ${now}，未經核准的優惠與減收合計 ${given}，超過團費的 ${percent}%（${most}）；請填寫原因，送請主管或管理員核准。`,
      `The total of the booking ${is.number} would change from ${old} to ${now}. Discounts and reductions that nobody approved would be ${given}, more than ${percent} % of the price of its trip, ${most}. Ask a manager or an administrator to approve it, with a reason.`,
    ],
    also: { roles: approvers, booking_id: is.id, ...(approval && { approval }) },
  })
}

// Without a price of the trip there is nothing to compare with: the lines by hand are the price.
const refuseHighSurcharges = (was: Account, is: Account, percent: number) => {
  const most = share(Math.max(is.fares, 0), percent)
  if (is.fares <= 0 || inCents(is.surcharges) <= inCents(Math.max(most, was.surcharges))) return
  const amount = (sum: number) => amountIn(is.currency, sum)
  refuse('forbidden', {
    detail: [
      `訂單 ${is.number} 未經核准的加價合計將為 ${amount(is.surcharges)}，超過團費的 ${percent}%（${amount(most)}）；請填寫原因，送請主管或管理員核准。`,
      `The surcharges of the booking ${is.number} that nobody approved would be ${amount(is.surcharges)}, more than ${percent} % of the price of its trip, ${amount(most)}. Ask a manager or an administrator to approve it, with a reason.`,
    ],
    also: { roles: approvers, booking_id: is.id, approval: 'surcharge' },
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
