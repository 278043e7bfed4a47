import { Type } from 'typebox'
import { day } from '../../../kit/fields.ts'
import type { On } from '../../../kit/http/routes/routes.ts'
import type { Role } from '../../../kit/http/server/guard.ts'
import { Price, PriceChange, ShownPrice } from '../schema.ts'
import { ResolvedPrice } from '../shapes.ts'
import { addPrice, changePrice, removePrice } from './actions.ts'
import { onePrice, priceArray, priceOfPackage } from './queries.ts'

const query = Type.Object({ departure_date: day() }, { additionalProperties: false })

/** `/api/packages/{id}/prices`, and `/price`, which resolves the price of a day. */
export function pricing(on: On, readers: readonly Role[], editors: readonly Role[]) {
  on.get(
    '/:id/price',
    {
      name: 'calculatePackagePrice',
      access: readers,
      summary: 'The price of a departure date, and its source',
      query,
      returns: ResolvedPrice,
      etag: 'content',
    },
    ({ db, params, query }) => priceOfPackage(db, { ...params, day: query.departure_date }),
  )
  on.get(
    '/:id/prices',
    { access: readers, summary: 'The prices of a package', returns: Type.Array(ShownPrice), etag: 'content' },
    ({ db, params }) => priceArray(db, params),
  )
  on.get('/:id/prices/:price', { access: readers, summary: 'One price', returns: ShownPrice }, ({ db, params }) =>
    onePrice(db, params),
  )
  creation(on, editors)
  changes(on, editors)
}

const creation = (on: On, access: readonly Role[]) => {
  on.create(
    '/:id/prices',
    {
      access,
      summary: 'Add a price: for a season, for dates, or as the default',
      body: Price,
      returns: ShownPrice,
      refuses: ['duplicate'],
    },
    async ({ tx, params, body }) => {
      const price = await addPrice(tx, params.id, body)
      return { id: price, ...(await onePrice(tx, { ...params, price })) }
    },
  )
}

const changes = (on: On, access: readonly Role[]) => {
  on.put(
    '/:id/prices/:price',
    { access, summary: 'Change a price', body: PriceChange, returns: ShownPrice, refuses: ['duplicate', 'stale'] },
    async ({ tx, params, body, expected }) => {
      await changePrice(tx, params, body, expected)
      return onePrice(tx, params)
    },
  )

  on.delete(
    '/:id/prices/:price',
    { access, summary: 'Remove a price', returns: Type.Null(), refuses: ['stale', 'invalid_input'] },
    async ({ tx, params, expected }) => {
      await removePrice(tx, params, expected)
      return null
    },
  )
}
