import type { MoneyFilter } from '../../filters.ts'

export type Filter = Pick<MoneyFilter, 'kind' | 'method' | 'received_from' | 'received_to'>
