import { type Static, Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import type { Table } from '../../kit/db/tables.ts'
import { currency, day, labelled, line, nullable, rate, text, without } from '../../kit/fields.ts'

/** The value of one unit of a currency in another, from a day on. A price line or a cost keeps the rate of its day. @public */
export const ExchangeRate = Type.Object({
  from_currency: labelled(currency(), ['原幣', 'From currency']),
  to_currency: labelled(currency(), ['兌換成', 'To currency']),
  rate: rate(),
  valid_from: day(),
  source: nullable(line(200, '臺灣銀行即期賣出')),
  notes: nullable(text(2000)),
  confirm_reason: nullable(line(500)),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    exchange_rates: Table<typeof ExchangeRate>
  }
}

constraint('exchange_rates_pair', 'to_currency', ['須與原幣不同。', 'Must be another currency than the first.'])

export const NewRate = Type.Object({
  ...without(ExchangeRate, ['confirm_reason']).properties,
  /** Records a rate that is far from the last one of its pair, with a `reason`. */
  confirmed_rate: Type.Optional(rate()),
  reason: Type.Optional(line(500, '央行調整匯率')),
})
export type NewRate = Static<typeof NewRate>
export const RateChange = Type.Partial(NewRate)
export type RateChange = Static<typeof RateChange>
