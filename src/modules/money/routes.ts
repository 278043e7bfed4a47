import { Type } from 'typebox'
import { anyText, currency, day, flag, labelled, oneOf, orNull, ref, shown, shownFields } from '../../kit/fields.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { queryParameters } from '../../kit/list/filters.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { bookingStatuses } from '../booking-statuses.ts'
import { cancelCauses, Payment, paidOut } from '../bookings/booking.ts'
import { refundOrderStatuses } from '../bookings/refund-orders/flow.ts'
import { Obligation, priceActs } from '../bookings/refunds.ts'
import { costKinds } from '../planned-trips/costs.ts'
import { knownTrip } from '../planned-trips/visible.ts'
import { moneyReaders } from '../roles.ts'
import { OfTrip } from '../shown-names.ts'
import { readerOf } from '../users/reader.ts'
import { balanceRoutes } from './balances.ts'
import { statementRoutes } from './customer-statements.ts'
import { monthRoutes } from './months/months.ts'
import { marginInvoiceRoute } from './pass-through/margin-invoices.ts'
import { passThroughLineWords, passThroughRoute } from './pass-through/statement.ts'
import {
  paymentFilters,
  paymentList,
  paymentPage,
  paymentsByAccount,
  paymentsByDay,
  paymentTotals,
  refundList,
  refundPage,
} from './queries.ts'
import { receivableRoutes } from './receivables.ts'
import { resultRoutes } from './results/routes.ts'
import { moneyOfTrip, moneyOfTrips } from './trip-queries.ts'

const sum = () => Type.Number({ examples: [39900], written: 'money' })
const count = Type.Integer({ examples: [3] })
const access = moneyReaders

const OfBooking = Type.Object({
  id: ref(),
  booking_number: anyText('CNX270128A-001'),
  contact_name: anyText('王小美'),
  ...shownFields({ status: oneOf(bookingStatuses), currency: currency() }),
  trip: OfTrip,
})
const ListedPayment = RecordOf(Payment, {
  booking: OfBooking,
  is_correction: labelled(flag(), ['沖銷', 'Correction']),
  ...paidOut,
})
const OfOrder = Type.Object({ id: ref(), status: oneOf(refundOrderStatuses), amount: sum() })
const RefundDue = Type.Object({
  ...shownFields({ id: ref() }),
  ...shown(Obligation).properties,
  booking: OfBooking,
  /** Why the booking was cancelled, if that made it owe. */
  cancel_cause: orNull(oneOf(cancelCauses)),
  /** What lowered the price, if that made it owe. */
  price_act: orNull(oneOf(priceActs)),
  /** Who made it owe; null for a customer with a link and for the service itself. */
  creator: orNull(Type.Object({ id: ref(), name: anyText('業務小陳'), name_en: orNull(anyText('Chen')) })),
  /** The reason that was given, or else what the discount or the payment says. */
  reason: orNull(anyText('訂房錯誤')),
  days_open: count,
  /** The orders of it that wait to be approved or paid. */
  orders: Type.Array(OfOrder),
})
const OfDay = Type.Object({
  day: anyText('2027-01-28'),
  method: anyText('bankTransfer'),
  ...shownFields({ currency: currency() }),
  payments: count,
  received: sum(),
  paid_back: sum(),
  net: sum(),
})
const OfAccount = Type.Object({
  method: anyText('bankTransfer'),
  /** Null where no file of a bank says which. */
  receiving_account: labelled(orNull(Type.Object({ id: ref(), name: anyText('玉山 活存') })), [
    '存入帳戶',
    'Paid into',
  ]),
  ...shownFields({ currency: currency() }),
  payments: count,
  received: sum(),
  paid_back: sum(),
  net: sum(),
})
const OfCurrency = Type.Object({
  ...shownFields({ currency: currency() }),
  payments: count,
  received: sum(),
  paid_back: sum(),
  net: sum(),
})

const spent = { estimated: sum(), actual: sum() }
const Money = Type.Object({
  ...shownFields({ currency: currency() }),
  trips: count,
  bookings: count,
  travelers: count,
  sold: sum(),
  held: sum(),
  paid: sum(),
  owed: sum(),
  refunds_due: sum(),
  costs: Type.Object({
    ...spent,
    expected: sum(),
    without_rate: count,
    without_invoice: count,
    by_kind: Type.Array(Type.Object({ ...shownFields({ kind: oneOf(costKinds) }), ...spent, expected: sum() })),
  }),
  margin: Type.Object({ amount: sum(), planned: sum(), percent: orNull(sum()), per_traveler: orNull(sum()) }),
  /** For the tax office: what is left of what was sold once all that was passed on and is proved goes off. */
  pass_through: labelled(
    Type.Object({
      own_income: labelled(sum(), passThroughLineWords.own_income),
      passed_through: labelled(sum(), passThroughLineWords.passed_through),
      without_voucher: labelled(sum(), ['無憑證成本合計', 'Costs without a voucher in all']),
      margin: sum(),
    }),
    ['代收轉付', 'Passed through'],
  ),
  other_currencies: Type.Array(Type.Object({ ...shownFields({ currency: currency() }), sold: sum(), paid: sum() })),
})

/** `/api/planned-trips/{id}`: the money of one trip. */
export const tripMoney = routes((on) => {
  on.get(
    '/:id/money',
    { access, slow: true, summary: 'What a trip sold, received, owes, costs and earns', returns: Money, etag: 'none' },
    async ({ db, actor, params }) => {
      const [sums] = await Promise.all([moneyOfTrip(db, params), knownTrip(db, { ...readerOf(actor), ...params })])
      return sums
    },
  )
  passThroughRoute(on)
  marginInvoiceRoute(on)
})

const strict = { additionalProperties: false }

/** Lists of money over all trips. */
export default routes((on) => {
  sums(on)
  resultRoutes(on)
  payments(on)
  monthRoutes(on)
  balanceRoutes(on)
  debts(on)
})

const sums = (on: On) => {
  on.get(
    '/trips',
    {
      name: 'sumMoneyOfTrips',
      access,
      summary: 'The money of all trips of a span, an area, a season, a salesperson or a branch, as one sum',
      slow: true,
      query: Type.Partial(
        Type.Object({
          departs_from: labelled(day(), ['出發日起', 'Departs from']),
          departs_to: labelled(day(), ['出發日迄', 'Departs until']),
          area_id: ref(),
          season_id: ref(),
          sales_user_id: ref(),
          branch_id: ref(),
        }),
        strict,
      ),
      returns: Money,
      etag: 'none',
    },
    ({ db, query }) => moneyOfTrips(db, query),
  )
}

const payments = (on: On) => {
  on.get(
    '/payments',
    {
      name: 'listPayments',
      access,
      summary: 'Payments and refunds of all bookings',
      ...paymentList.of(ListedPayment),
      etag: 'none',
    },
    ({ db, query }) => paymentPage(db, {}, query),
  )
  on.get(
    '/payments/totals',
    {
      name: 'sumPayments',
      access,
      summary: 'What payments and refunds come to, for each currency, with the filters of the list',
      slow: true,
      query: Type.Object(queryParameters(paymentFilters), strict),
      returns: Type.Array(OfCurrency),
      etag: 'none',
    },
    ({ db, query }) => paymentTotals(db, query),
  )
  on.get(
    '/payments/by-day',
    {
      name: 'listPaymentsByDay',
      access,
      summary: 'Payments of each day by method, to reconcile them with the bank',
      slow: true,
      query: Type.Object({ from: day(), to: day(), branch_id: Type.Optional(ref()) }, strict),
      returns: Type.Array(OfDay),
      etag: 'none',
    },
    ({ db, query }) => paymentsByDay(db, query),
  )
  on.get(
    '/payments/by-account',
    {
      name: 'listPaymentsByAccount',
      access,
      summary: 'Payments of a span by method and by the account that a file of its bank names',
      slow: true,
      query: Type.Object({ from: day(), to: day(), branch_id: Type.Optional(ref()) }, strict),
      returns: Type.Array(OfAccount),
      etag: 'none',
    },
    ({ db, query }) => paymentsByAccount(db, query),
  )
}

const debts = (on: On) => {
  on.get(
    '/refunds-due',
    {
      name: 'listRefundsDue',
      access,
      summary: 'Refunds due, oldest first: what made each of them owed, who, and why',
      ...refundList.of(RefundDue),
      etag: 'none',
    },
    ({ db, query }) => refundPage(db, {}, query),
  )
  receivableRoutes(on)
  statementRoutes(on)
}
