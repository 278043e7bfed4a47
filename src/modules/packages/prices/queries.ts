import { type RawBuilder, sql } from 'kysely'
import { membersOf } from '../../../kit/db/fragments.ts'
import { jsonArrayOf, jsonRecord } from '../../../kit/db/json.ts'
import { oneRow } from '../../../kit/db/statement.ts'
import type { Db, Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import { packageAt } from '../queries.ts'
import { Amounts } from '../schema.ts'

type OnePrice = { id: number; price: number }

const prices = (db: Db, { id }: { id: number }) =>
  db.selectFrom('package_prices').selectAll().where('package_prices.package_id', '=', id)

export const priceArray = jsonArrayOf(packageAt, (db, given) =>
  prices(db, given).orderBy(sql`valid_from nulls last, season_id nulls last, id`),
)
export const onePrice = jsonRecord((db, { price, ...given }: OnePrice) =>
  prices(db, given).where('package_prices.id', '=', price),
)
export async function lockedPrice(tx: Tx, { price, ...given }: OnePrice) {
  return found(await prices(tx, given).where('package_prices.id', '=', price).forUpdate().executeTakeFirst())
}

// A country may have its own dates for a season. The dates of the season and those of the country both count.
const isInSeason = (day: RawBuilder<unknown>) => sql`(${day} between s.starts_on and s.ends_on or exists (
  select from season_countries own join package_countries there using (country_id)
   where own.season_id = s.id and there.package_id = p.package_id and ${day} between own.starts_on and own.ends_on))`

/**
 * The season of a package on a day; of several, the shortest. It is one of the seasons that the package names, or if it names none,
 * one of its countries or one without countries.
 */
export function seasonOn(packageId: RawBuilder<unknown>, day: RawBuilder<unknown>) {
  return sql<number | null>`(
  select s.id from (select ${packageId} as package_id) p join seasons s on s.is_active and ${isInSeason(day)}
   where exists (select from package_seasons o where o.package_id = p.package_id and o.season_id = s.id)
      or (not exists (select from package_seasons o where o.package_id = p.package_id)
        and (not exists (select from season_countries c where c.season_id = s.id) or exists (
          select from season_countries c join package_countries there using (country_id)
           where c.season_id = s.id and there.package_id = p.package_id)))
   order by s.ends_on - s.starts_on, s.id limit 1)`
}

const resolvedFields = ['season_id', 'valid_from', 'valid_to', 'currency', ...Object.keys(Amounts.properties)]

/**
 * The price of a package on a day as JSON, or null. A dated price comes before a seasonal one, and that before the default. This is
 * the only resolver. A trip stores its result when it is planned, and its own overrides come first.
 */
export function priceOn(packageId: RawBuilder<unknown>, day: RawBuilder<unknown>) {
  return sql<object | null>`(
  select json_build_object(
      'source', case when p.valid_from is not null then 'dated' when p.season_id is not null then 'season' else 'default' end,
      'price_id', p.id, ${membersOf('p', resolvedFields)})
    from package_prices p left join seasons s on s.id = p.season_id
   where p.package_id = ${packageId}
     and (p.valid_from is null or ${day} between p.valid_from and p.valid_to)
     and (p.season_id is null or ${isInSeason(day)})
   order by p.valid_from is null, p.season_id is null, s.ends_on - s.starts_on, p.id
   limit 1)`
}

/** The fields of a resolved price if there is none. */
export const noPrice = {
  source: null,
  price_id: null,
  ...Object.fromEntries(resolvedFields.map((name) => [name, null])),
}

const resolved = oneRow((db, { id, day }: { id: number; day: string }) =>
  db
    .selectFrom('packages')
    .select(priceOn(sql.ref('packages.id'), sql`${day}::date`).as('price'))
    .where('packages.id', '=', id),
)
export async function priceOfPackage(db: Db, given: { id: number; day: string }) {
  return found(await resolved(db, given)).price ?? noPrice
}
