import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { selected } from '../../kit/db/fragments.ts'
import { jsonRow } from '../../kit/db/json.ts'
import { theRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseDoubts } from '../../kit/doubts.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { line } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { hasOneOf, type Role } from '../../kit/http/server/guard.ts'
import { inCents, refuseHighSum, share, times } from '../../kit/money.ts'
import type { Words } from '../../kit/words/words.ts'
import { doubtOfRate, rateToday, refuseOwnRate } from '../exchange-rates/queries.ts'
import { moneyReaders } from '../roles.ts'
import { travelerOfLine } from '../shown-names.ts'
import { LineRate, NewLine, ShownLine } from './booking.ts'
import { completeSettled } from './complete.ts'
import { approvers, cashiers, editors } from './flow.ts'
import { concede } from './gate.ts'
import { bookedAmount, lineNames } from './read.ts'

/** Adds a surcharge or a discount by hand, in the currency of the booking or with a rate. */
export async function addLine(
  tx: Tx,
  booking_id: number,
  roles: readonly Role[],
  { quantity = 1, override, confirmed_rate, reason, ...line }: NewLine,
) {
  const { currency: booked, total } = await chargedSoFar(tx, booking_id)
  const sign = line.kind === 'discount' ? -1 : 1
  const unit_price = line.unit_price * sign
  const currency = line.currency ?? booked
  refuseOwnRate({ from: currency, to: booked }, line.rate)
  const doubt = await doubtOfRate(tx, { from: currency, to: booked, rate: line.rate })
  const confirm_reason = refuseDoubts([doubt], { confirmed_rate, reason })
  const rate = line.rate ?? (await rateToday(tx, { from: currency, to: booked })) ?? refuseUnrated(currency, booked)
  const amount = times(unit_price, quantity)
  refuseHighSum(amount * Number(rate), 'unit_price')
  refuseHighSum(total + amount * Number(rate), 'unit_price')
  const { id } = await tx
    .insertInto('booking_price_lines')
    .values({
      ...line,
      booking_id,
      currency,
      quantity,
      unit_price,
      amount,
      rate,
      source: 'staff',
      override_reason: override && mayApprove(roles) ? reason : null,
      confirm_reason,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await refuseUnapprovedLine(tx, { booking_id, line: id, kind: line.kind }, roles, { override, reason })
  await completeSettled(tx, booking_id)
  return id
}

/** Sets the rate of a line in another currency, once. From then on the line is part of the total. */
async function rateLine(tx: Tx, booking_id: number, id: number, { rate, ...answers }: LineRate) {
  const line = found(
    await tx
      .selectFrom('booking_price_lines')
      .select(['rate', 'amount', 'currency'])
      .where('id', '=', id)
      .where('booking_id', '=', booking_id)
      .forUpdate()
      .executeTakeFirst(),
  )
  if (line.rate !== null) refuseField('rate', rated)
  const { currency, total } = await chargedSoFar(tx, booking_id)
  refuseHighSum(total + line.amount * rate, 'rate')
  const confirm_reason = refuseDoubts([await doubtOfRate(tx, { from: line.currency, to: currency, rate })], answers)
  await tx.updateTable('booking_price_lines').set({ rate, confirm_reason }).where('id', '=', id).execute()
  await completeSettled(tx, booking_id)
}

const rated = [
  '此明細已有匯率，不可更改；請移除後重新新增。',
  'This line has its rate already and keeps it; remove the line and add another.',
] as const

/** Removes a line that was added by hand or for a cancelled traveler. The line of a cancelled booking cannot be removed. */
export async function removeLine(tx: Tx, booking_id: number, id: number, by: RemovedBy) {
  const line = await tx
    .deleteFrom('booking_price_lines')
    .where('id', '=', id)
    .where('booking_id', '=', booking_id)
    .where('source', 'in', ['staff', 'cancellation_policy'])
    .where('booking_id', 'in', (of) => of.selectFrom('bookings').select('id').where('status', '<>', 'cancelled'))
    .returning(['amount', 'kind'])
    .executeTakeFirst()
  if (!line) return refuse('not_found')
  if (line.kind === 'cancellation') {
    if (!by.reason) refuseField('reason', feeNeedsReason)
    await concede(tx, { booking_id, amount: line.amount, act: 'fee_waived', reason: by.reason }, by)
  }
  await completeSettled(tx, booking_id)
}

type RemovedBy = { roles: readonly Role[]; actor_id: number | undefined; reason: string | undefined }

const feeNeedsReason: Words = [
  '此明細依條款收取；移除時須填寫原因。',
  'The terms made this line; give a reason to remove it.',
]

export async function chargedSoFar(tx: Tx, id: number) {
  return found(await tx.selectFrom('bookings').select(['currency', 'total']).where('id', '=', id).executeTakeFirst())
}

const refuseUnrated = (from: string, to: string) =>
  refuseField('rate', [
    `沒有 ${from} 對 ${to} 的今日匯率，請填寫匯率，或先登錄當日匯率。`,
    `No rate from ${from} to ${to} is known today: give the rate, or enter an exchange rate first.`,
  ])

type Will = { override?: boolean | undefined; reason?: string | undefined }
type Added = { booking_id: number; line: number; kind: NewLine['kind'] }

/**
 * Refuses a new line if the unapproved ones of its kind are above the limit of the agency. A manager or an administrator may approve it
 * with a reason.
 */
async function refuseUnapprovedLine(tx: Tx, added: Added, roles: readonly Role[], will: Will) {
  if (isOnlyManager(roles) && !(will.override && will.reason)) refuse('forbidden', { detail: dailyWork })
  const { currency, percent, price, ...sums } = await unapproved(tx, added)
  const most = share(Math.max(price, 0), percent)
  // Without a price of the trip the surcharges are the price.
  const isPrice = added.kind === 'surcharge' && price <= 0
  if (isPrice || inCents(sums.given) <= inCents(most))
    return isOnlyManager(roles) ? refuse('forbidden', { detail: dailyWork }) : undefined
  const limit = { percent, given: amountIn(currency, sums.given), most: amountIn(currency, most) }
  const { refused, asked } = aboveLimit[added.kind]
  if (!mayApprove(roles))
    refuse('forbidden', {
      detail: refused(limit),
      also: { roles: approvers, booking_id: added.booking_id, approval: added.kind },
    })
  if (!will.override) refuseField('override', asked(limit))
  if (!will.reason) refuseField('reason', ['超過上限時須填寫原因。', 'An override needs its reason.'])
}

function mayApprove(roles: readonly Role[]) {
  return hasOneOf(roles, approvers)
}

/** Is a manager without another role that may add lines: adds only what is above the limit. */
function isOnlyManager(roles: readonly Role[]) {
  return !hasOneOf(roles, editors)
}

type Limit = { percent: number; given: string; most: string }
const aboveLimit: Record<NewLine['kind'], { refused: (limit: Limit) => Words; asked: (limit: Limit) => Words }> = {
  discount: {
    refused: ({ percent, given, most }) => [
      `這筆訂單的優惠合計將為 ${given}，業務最多可給團費的 ${percent}%（${most}）；請洽主管或管理員，填寫原因後可給予更多。`,
      `The discounts of this booking would be ${given}, and sales give at most ${percent} % of its price, ${most}. Ask a manager or an administrator, who may give more with a reason.`,
    ],
    asked: ({ percent, given, most }) => [
      `這筆訂單的優惠合計將為 ${given}，超過團費的 ${percent}%（${most}）；請確認，並填寫原因。`,
      `The discounts of this booking would be ${given}, more than ${percent} % of its price, ${most}: confirm it, and give a reason.`,
    ],
  },
  surcharge: {
    refused: ({ percent, given, most }) => [
      `這筆訂單的加價合計將為 ${given}，業務最多可加團費的 ${percent}%（${most}）；請洽主管或管理員，填寫原因後可加收更多。`,
      `The surcharges of this booking would be ${given}, and sales add at most ${percent} % of its price, ${most}. Ask a manager or an administrator, who may add more with a reason.`,
    ],
    asked: ({ percent, given, most }) => [
      `這筆訂單的加價合計將為 ${given}，超過團費的 ${percent}%（${most}）；請確認，並填寫原因。`,
      `The surcharges of this booking would be ${given}, more than ${percent} % of its price, ${most}: confirm it, and give a reason.`,
    ],
  },
}

const booked = sql`at_rate(l.amount, l.rate, l.decimals)`
// The unapproved lines of this kind with the one that was just added, and the price of the trip for those who travel.
const unapproved = theRow((db, { booking_id, line, kind }: Added) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('booking_price_lines as l', 'l.booking_id', 'b.id')
    .select([
      'b.currency',
      sql<number>`(select discount_limit_percent from house)`.as('percent'),
      sql<number>`coalesce(sum(abs(${booked})) filter (where l.kind = ${kind} and (l.override_reason is null or l.id = ${line})), 0)`.as(
        'given',
      ),
      sql<number>`coalesce(sum(${booked}) filter (where l.kind not in ('addon', 'surcharge', 'discount', 'cancellation')), 0)`.as(
        'price',
      ),
    ])
    .where('b.id', '=', booking_id)
    .groupBy('b.id'),
)

const dailyWork = [
  '主管只核准超過業務上限的優惠或加價，並須填寫原因；其他由業務或管理員處理。',
  'A manager only adds discounts and surcharges that are above the limit of sales, with a reason; sales and administrators do the rest.',
] as const

/** Routes of surcharges and discounts. */
export function priceLineRoutes(on: On) {
  newLineRoute(on)
  lineRoutes(on)
}

const newLineRoute = (on: On) => {
  on.create(
    '/:id/price-lines',
    {
      access: [...editors, 'manager'],
      summary:
        'Add a surcharge or a discount; above the limit of the agency managers and administrators, with a reason',
      body: NewLine,
      returns: ShownLine,
    },
    async ({ tx, actor, params, body }) => {
      const line = await addLine(tx, params.id, actor.roles, body)
      return { id: line, ...(await oneLine(tx, { ...params, line })) }
    },
  )
}

const lineRoutes = (on: On) => {
  on.get(
    '/:id/price-lines/:line',
    { access: moneyReaders, summary: 'One price line', returns: ShownLine },
    ({ db, params }) => oneLine(db, params),
  )
  on.put(
    '/:id/price-lines/:line',
    { access: cashiers, summary: 'Give a line in another currency its rate, once', body: LineRate, returns: ShownLine },
    async ({ tx, params, body }) => {
      await rateLine(tx, params.id, params.line, body)
      return oneLine(tx, params)
    },
  )
  on.delete(
    '/:id/price-lines/:line',
    {
      access: editors,
      summary: 'Remove a price line that was added by hand, or with a reason the fee of a cancelled traveler',
      query: Type.Object(
        { reason: Type.Optional(line(500, '旅客住院，主管同意免收')) },
        { additionalProperties: false },
      ),
      returns: Type.Null(),
      refuses: ['step_not_possible'],
    },
    async ({ tx, actor, params, query }) => {
      await removeLine(tx, params.id, params.line, { roles: actor.roles, actor_id: actor.id, reason: query.reason })
      return null
    },
  )
}

const oneLine = jsonRow((db, { id, line }: { id: number; line: number }) =>
  db
    .selectFrom('booking_price_lines')
    .select(selected('booking_price_lines', lineNames))
    .select(travelerOfLine('booking_price_lines').as('traveler_name'))
    .select(bookedAmount('booking_price_lines').as('booked_amount'))
    .where('booking_id', '=', id)
    .where('id', '=', line),
)
