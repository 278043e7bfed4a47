import { Type } from 'typebox'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { currency, day } from '../../kit/fields.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { is, until } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { moneyReaders } from '../roles.ts'
import { addRate, changeRate, removeRate } from './actions.ts'
import { ExchangeRate, NewRate, RateChange } from './schema.ts'

const ShownRate = RecordOf(ExchangeRate)

const rates = (db: Db) => db.selectFrom('exchange_rates').select(columnsOf('exchange_rates', ExchangeRate))
const oneRate = jsonRecord((db, { id }: { id: number }) => rates(db).where('id', '=', id))

const rateList = list({
  of: 'exchange_rates',
  sort: { valid_from: day(), from_currency: currency() },
  order: '-valid_from',
  filters: {
    from_currency: is('exchange_rates.from_currency', currency()),
    to_currency: is('exchange_rates.to_currency', currency()),
    valid_until: until('exchange_rates.valid_from', day()),
  },
})
const ratePage = rateList.over(rates)

const writers = ['admin', 'finance'] as const

export default routes((on) => {
  readRoutes(on)
  writeRoutes(on)
})

const readRoutes = (on: On) => {
  on.get(
    '',
    { access: moneyReaders, summary: 'List: exchange rate', ...rateList.of(ShownRate), etag: 'content' },
    ({ db, query }) => ratePage(db, {}, query),
  )
  on.get('/:id', { access: moneyReaders, summary: 'One exchange rate', returns: ShownRate }, ({ db, params }) =>
    oneRate(db, params),
  )
}

const writeRoutes = (on: On) => {
  on.create(
    '',
    { access: writers, summary: 'Create: exchange rate', body: NewRate, returns: ShownRate, refuses: ['duplicate'] },
    async ({ tx, body }) => {
      const id = await addRate(tx, body)
      return { id, ...(await oneRate(tx, { id })) }
    },
  )
  on.put(
    '/:id',
    {
      access: writers,
      summary: 'Change any of its fields: exchange rate',
      body: RateChange,
      returns: ShownRate,
      refuses: ['duplicate', 'stale'],
    },
    async ({ tx, params: { id }, body, expected }) => {
      await changeRate(tx, id, body, expected)
      return oneRate(tx, { id })
    },
  )
  on.delete(
    '/:id',
    { access: writers, summary: 'Remove: exchange rate', returns: Type.Null(), refuses: ['in_use', 'stale'] },
    async ({ tx, params, expected }) => {
      await removeRate(tx, params.id, expected)
      return null
    },
  )
}
