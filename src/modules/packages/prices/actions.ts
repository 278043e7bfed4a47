import { remove, touch } from '../../../kit/db/rows.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import { keepSellable } from '../publication.ts'
import { lockedPackage } from '../queries.ts'
import { noInfantPrice } from '../rules.ts'
import type { Price, PriceChange } from '../schema.ts'
import { lockedPrice } from './queries.ts'

type OnePrice = { id: number; price: number }

export async function addPrice(tx: Tx, package_id: number, body: Price) {
  const { status } = await lockedPackage(tx, package_id)
  if (status === 'published' && body.infant == null) refuseField('infant', noInfantPrice)
  const { id } = await tx
    .insertInto('package_prices')
    .values({ ...body, package_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await touch(tx, 'packages', package_id)
  return id
}

export function changePrice(tx: Tx, given: OnePrice, body: PriceChange, expected: Expected) {
  return onSale(tx, given, expected, async (isPublished) => {
    const { infant } = await tx
      .updateTable('package_prices')
      .set(body)
      .where('id', '=', given.price)
      .returning('infant')
      .executeTakeFirstOrThrow()
    if (isPublished && infant === null) refuseField('infant', noInfantPrice)
  })
}

export function removePrice(tx: Tx, given: OnePrice, expected: Expected) {
  return onSale(tx, given, expected, () => remove(tx, 'package_prices', given.price))
}

// A published package must keep a valid price.
const onSale = async (
  tx: Tx,
  given: OnePrice,
  expected: Expected,
  work: (isPublished: boolean) => Promise<unknown>,
) => {
  const { status } = await lockedPackage(tx, given.id)
  guardVersion(await lockedPrice(tx, given), expected)
  await work(status === 'published')
  await touch(tx, 'packages', given.id)
  if (status === 'published') await keepSellable(tx, given.id)
}
