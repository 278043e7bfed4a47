import { Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import type { Table } from '../../kit/db/tables.ts'
import { currency, day, labelled, line, nullable, rate, text } from '../../kit/fields.ts'
import { until } from '../../kit/list/filters.ts'
import { resource } from '../../kit/resource/resource.ts'
import { moneyReaders } from '../roles.ts'

/** The value of one unit of a currency in another, from a day on. A price line or a cost keeps the rate of its day. */
const fields = Type.Object({
  from_currency: labelled(currency(), ['原幣', 'From currency']),
  to_currency: labelled(currency(), ['兌換成', 'To currency']),
  rate: rate(),
  valid_from: day(),
  source: nullable(line(200, '臺灣銀行即期賣出')),
  notes: nullable(text(2000)),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    exchange_rates: Table<typeof fields>
  }
}

constraint('exchange_rates_pair', 'to_currency', ['須與原幣不同。', 'Must be another currency than the first.'])

export default resource({
  table: 'exchange_rates',
  noun: ['匯率', 'exchange rate'],
  fields,
  filter: ['from_currency', 'to_currency'],
  filters: { valid_until: until('exchange_rates.valid_from', day()) },
  sort: ['valid_from', 'from_currency'],
  order: '-valid_from',
  access: { read: moneyReaders, write: ['admin', 'finance'] },
})
