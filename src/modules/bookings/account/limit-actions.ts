import { sql } from 'kysely'
import { theRow } from '../../../kit/db/statement.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuse, refuseField } from '../../../kit/errors.ts'
import type { Role } from '../../../kit/http/server/access.ts'
import { amountIn } from '../../../kit/words/words.ts'
import { approvers } from '../flow.ts'
import { inCents, share } from '../rules.ts'

type Will = { override?: boolean | undefined; reason?: string | undefined }

/**
 * Refuses a discount that was just added, if the discounts that nobody approved are above the limit of the agency. A manager or an
 * administrator may approve it with a reason.
 */
export const refuseDiscount = async (tx: Tx, booking_id: number, line: number, role: Role, will: Will) => {
  if (role === 'manager' && !(will.override && will.reason)) refuse('forbidden', { detail: dailyWork })
  const discounts = await discountsOf(tx, { booking_id, line })
  if (!isAboveLimit(discounts)) return role === 'manager' ? refuse('forbidden', { detail: dailyWork }) : undefined
  if (!mayApprove(role)) refuseSales(discounts)
  if (!will.override) {
    const [given, most] = amountsOf(discounts)
    refuseField('override', [
      `這筆訂單的優惠合計將為 ${given}，超過團費的 ${discounts.percent}%（${most}）；請確認，並填寫原因。`,
      `The discounts of this booking would be ${given}, more than ${discounts.percent} % of its price, ${most}: confirm it, and give a reason.`,
    ])
  }
  if (!will.reason) refuseField('reason', ['超過優惠上限時須填寫原因。', 'An override needs its reason.'])
}

export const mayApprove = (role: Role) => approvers.some((one) => one === role)

/** A manager adds no other lines. */
export const refuseDailyLine = (role: Role) => {
  if (role === 'manager') refuse('forbidden', { detail: dailyWork })
}

/** Refuses what makes the discounts of sales too high for the price that is left, such as a surcharge that is taken off. */
export const refuseHigherShare = async (tx: Tx, booking_id: number, role: Role) => {
  if (mayApprove(role)) return
  const discounts = await discountsOf(tx, { booking_id, line: 0 })
  if (discounts.given > 0 && isAboveLimit(discounts)) refuseSales(discounts)
}

/**
 * The total of a booking is never below zero, but for the compensation that the agency owes for a trip it has called off. Called by
 * everything that makes a price lower.
 */
export const refuseBelowZero = async (tx: Tx, booking_id: number, field?: string) => {
  const { currency, total } = await chargedTo(tx, { booking_id })
  if (total >= 0) return
  const amount = amountIn(currency, total)
  if (field !== undefined)
    refuseField(field, [
      `總額將為 ${amount}，不可低於 0；請減少金額。`,
      `The total would be ${amount}, and cannot be below zero: give less.`,
    ])
  refuse('step_not_possible', {
    detail: [
      `訂單總額將為 ${amount}，因為優惠高於團費；請先移除優惠。`,
      `The total of the booking would be ${amount}, because its discounts would be higher than its price. Remove a discount first.`,
    ],
    also: { possible: [] },
  })
}

const chargedTo = theRow((db, { booking_id }: { booking_id: number }) =>
  db
    .selectFrom('bookings')
    .select(['currency', sql<number>`total + coalesce(penalty, 0)`.as('total')])
    .where('id', '=', booking_id),
)

type Discounts = { currency: string; percent: number; given: number; price: number }

const most = ({ price, percent }: Discounts) => share(Math.max(price, 0), percent)
const isAboveLimit = (discounts: Discounts) => inCents(discounts.given) > inCents(most(discounts))
const amountsOf = (discounts: Discounts) =>
  [discounts.given, most(discounts)].map((amount) => amountIn(discounts.currency, amount))

const refuseSales = (discounts: Discounts) => {
  const [given, most] = amountsOf(discounts)
  refuse('forbidden', {
    detail: [
      `這筆訂單的優惠合計將為 ${given}，業務最多可給團費的 ${discounts.percent}%（${most}）；請洽主管或管理員，填寫原因後可給予更多。`,
      `The discounts of this booking would be ${given}, and sales give at most ${discounts.percent} % of its price, ${most}. Ask a manager or an administrator, who may give more with a reason.`,
    ],
    also: { roles: approvers },
  })
}

const booked = sql`at_rate(l.amount, l.rate)`
// The discounts that nobody approved, and the one that was just added; and the price before any discount.
const discountsOf = theRow((db, { booking_id, line }: { booking_id: number; line: number }) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('booking_price_lines as l', 'l.booking_id', 'b.id')
    .select([
      'b.currency',
      sql<number>`(select discount_limit_percent from house)`.as('percent'),
      sql<number>`coalesce(sum(-${booked}) filter (where l.kind = 'discount' and (l.override_reason is null or l.id = ${line})), 0)`.as(
        'given',
      ),
      sql<number>`coalesce(sum(${booked}) filter (where l.kind <> 'discount'), 0)`.as('price'),
    ])
    .where('b.id', '=', booking_id)
    .groupBy('b.id'),
)

const dailyWork = [
  '主管只核准超過業務上限的優惠，並須填寫原因；其他由業務或管理員處理。',
  'A manager only gives discounts that are above the limit of sales, with a reason; sales and administrators do the rest.',
] as const
