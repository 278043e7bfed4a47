import { sql } from 'kysely'
import { remove } from '../../../kit/db/rows.ts'
import { without } from '../../../kit/fields.ts'
import { addRate } from '../../exchange-rates/actions.ts'
import { ExchangeRate, NewRate } from '../../exchange-rates/schema.ts'
import { importKindWords } from '../../words/import-labels.ts'
import { column, columns, type Kind, keyFrom, oneByOne } from '../kind.ts'
import { byQuery } from './find.ts'

/** A rate that is far from the last one of its pair needs a reason, as over the API. */
export const rateKind: Kind = {
  code: 'exchange-rates',
  noun: importKindWords['exchange-rates'],
  of: 'exchange_rates',
  columns: [
    ...columns(without(ExchangeRate, ['confirm_reason']).properties, {
      from_currency: { example: 'JPY' },
      to_currency: { example: 'TWD' },
    }),
    column('reason', NewRate.properties.reason, {
      words: ['與前次相差很多的原因', 'Why it differs much from the last'],
      example: '',
    }),
  ],
  keyOf: keyFrom('from_currency', 'to_currency', 'valid_from'),
  find: byQuery(sql`
    select id, lower(concat_ws('/', from_currency, to_currency, valid_from)) as key from exchange_rates`),
  write: oneByOne(({ tx }, body: NewRate) =>
    addRate(tx, { ...body, ...(body.reason !== undefined && { confirmed_rate: body.rate }) }),
  ),
  remove: ({ tx }, id) => remove(tx, rateKind.of, id),
}
