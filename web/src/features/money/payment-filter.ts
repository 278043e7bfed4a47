import type { MoneyFilter } from './search.ts'

export type Filter = Pick<MoneyFilter, 'kind' | 'method' | 'received_from' | 'received_to'>
