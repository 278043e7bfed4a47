import type {
  BookingLegalReceipt,
  ListPaymentNoticesQuery,
  ListPaymentReportsQuery,
  ListPaymentsQuery,
  ListProviderSettlementsQuery,
  ListResultsQuery,
  SumMoneyOfTripsQuery,
} from 'guidon-sdk'
import { isDay, isNumber, isOneOf, isText, isTrue, searchOf } from '../../kit/search.ts'

const moneyViews = [
  'today',
  'month',
  'bank',
  'notices',
  'settlements',
  'reported',
  'days',
  'cash',
  'cheques',
  'refunds',
  'orders',
  'receipts',
  'books',
  'receivables',
  'reminders',
  'results',
  'tables',
] as const
export type MoneyView = (typeof moneyViews)[number]

const owedBy = ['customer', 'trip', 'salesperson'] as const
export type OwedBy = (typeof owedBy)[number]

type ReportsQuery = Pick<ListPaymentReportsQuery, 'q' | 'status' | 'paid_from' | 'paid_to'>

/** The filters of the money pages; without a view, the payments are shown. */
export const moneyFilter = searchOf<
  ListPaymentsQuery &
    ReportsQuery &
    SumMoneyOfTripsQuery &
    Pick<ListResultsQuery, 'basis' | 'category_id' | 'package_id'> &
    Pick<ListProviderSettlementsQuery, 'settled_from' | 'settled_to'> & {
      view?: MoneyView
      group?: 'open' | 'done'
      by?: ListResultsQuery['by']
      source?: ListResultsQuery['source']
      /** Refunds that the files of the bank do not show yet. */
      not_in_bank?: true
      /** Notices of providers that wait for somebody to look at them. */
      to_see?: true
      outcome?: ListPaymentNoticesQuery['outcome']
      provider?: ListPaymentNoticesQuery['provider']
      /** By whom or what receivables are added up; without it each booking is a line. */
      owed_by?: OwedBy
      /** The customer whose statement is shown, by one of its bookings. */
      customer?: number
      /** Of cash, what waits or the counts are listed, instead of all handovers. */
      cash?: 'waiting' | 'counts'
      /** The status of the legal receipts that are listed. */
      receipt?: BookingLegalReceipt['status']
      /** The month that is shown, such as 2026-11. */
      month?: string
      /** The line of a bank that the page begins at. */
      line?: number
      /** The line whose bookings are shown; `all` are those of the sum. */
      opened?: string
    }
>()({
  view: isOneOf(...moneyViews),
  kind: isText,
  method: isText,
  q: isText,
  status: isText,
  paid_from: isDay,
  paid_to: isDay,
  received_from: isDay,
  received_to: isDay,
  settled_from: isDay,
  settled_to: isDay,
  departs_from: isDay,
  departs_to: isDay,
  area_id: isNumber,
  season_id: isNumber,
  sales_user_id: isNumber,
  branch_id: isNumber,
  by: isOneOf('month', 'trip', 'package', 'line', 'season', 'salesperson', 'source', 'enquiry'),
  basis: isOneOf('sold'),
  owed_by: isOneOf(...owedBy),
  customer: isNumber,
  cash: isOneOf('waiting', 'counts'),
  category_id: isNumber,
  package_id: isNumber,
  source: isOneOf('public', 'staff', 'import'),
  group: isOneOf('open', 'done'),
  month: isText,
  receipt: isOneOf('queued', 'issued', 'refused', 'void_waiting', 'void'),
  line: isNumber,
  not_in_bank: isTrue,
  to_see: isTrue,
  outcome: isText,
  provider: isText,
  opened: isText,
  sort: isText,
  page: isNumber,
})
export type MoneyFilter = ReturnType<typeof moneyFilter>
