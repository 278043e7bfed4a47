import type { ListPaymentsQuery, MoneyReceivable } from 'guidon-sdk'
import type { MoneyFilter } from '../../filters.ts'
import type { Words } from '../../kit/words.ts'

export type Filter = Pick<MoneyFilter, 'kind' | 'method' | 'received_from' | 'received_to'>

export const kindWords: Record<Exclude<NonNullable<ListPaymentsQuery['kind']>, readonly unknown[]>, Words> = {
  payment: ['收款', 'Payment'],
  refund: ['退款', 'Refund'],
}
export const ageWords: Record<MoneyReceivable['age'], Words> = {
  not_due: ['未到期', 'Not due yet'],
  '1-30': ['逾期 1–30 天', '1–30 days late'],
  '31-60': ['逾期 31–60 天', '31–60 days late'],
  '61-90': ['逾期 61–90 天', '61–90 days late'],
  over_90: ['逾期超過 90 天', 'Over 90 days late'],
}
