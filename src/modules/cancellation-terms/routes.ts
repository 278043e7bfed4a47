import { Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import { day, decimal, defaulted, labelled, line, nullable, oneOf, whole } from '../../kit/fields.ts'
import { resource } from '../../kit/resource/resource.ts'
import { moneyReaders } from '../roles.ts'

/**
 * What a cancellation costs by law or custom: the percentage of the price, and the number of days before the departure from which
 * it applies.
 */
const fields = Type.Object({
  rule: labelled(oneOf(['traveler', 'house_fault', 'below_minimum']), ['情形', 'Rule']),
  anchor: labelled(defaulted(oneOf(['departure'])), ['起算日', 'Counted from']),
  days: nullable(whole(0, 3650)),
  percent: decimal(0, 100),
  source: line(300, '國外旅遊定型化契約'),
  valid_from: day(),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    cancellation_terms: Table<typeof fields>
  }
}

export default resource({
  table: 'cancellation_terms',
  noun: ['取消條款', 'cancellation term'],
  fields,
  filter: ['rule'],
  sort: ['valid_from', 'days'],
  order: '-valid_from',
  access: { read: moneyReaders, write: ['admin'] },
})
