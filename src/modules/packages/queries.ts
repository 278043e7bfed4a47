import { type SqlBool, sql } from 'kysely'
import { membersOf } from '../../kit/db/fragments.ts'
import { jsonArrayOf, jsonRecord } from '../../kit/db/json.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { is, reached } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { linkColumns } from '../../kit/resource/links.ts'
import { nameColumns } from '../../kit/resource/names.ts'
import { optionsOver } from '../../kit/resource/option-list.ts'
import { columnsOf } from '../../kit/resource/record.ts'
import type { Words } from '../../kit/words/words.ts'
import { countryFilters, dayFilters } from '../geography/filters.ts'
import { PackageCountry, PackageRow } from './schema.ts'
import { namedInPackages } from './shapes.ts'

const { status, kind, category_id, area_id, departure_city_id, package_code, name, days } = PackageRow.properties
const listed = ['package_code', 'name', 'name_en'].map((column) => `packages.${column}`)

export const seasons = { season_ids: { table: 'package_seasons', from: 'package_id', to: 'season_id' } }
export const countries = { table: 'package_countries', from: 'package_id', to: 'country_id' }

const filters = {
  status: is('packages.status', status),
  kind: is('packages.kind', kind),
  category_id: is('packages.category_id', category_id),
  area_id: is('packages.area_id', area_id),
  departure_city_id: is('packages.departure_city_id', departure_city_id),
  season_id: reached('packages.id', 'package_seasons', 'package_id', 'season_id'),
  ...countryFilters('packages.id', 'package_countries', 'package_id'),
  ...dayFilters('packages.id', 'package_segments', 'package_id', 'package_segment_cities'),
}

export const packageList = list({
  of: 'packages',
  sort: { package_code, name, days },
  order: 'package_code',
  columns: ['name', 'package_code', 'kind', 'days', 'nights', 'area.name', 'min_pax', 'max_pax', 'status'],
  search: ['package_code', 'name', 'name_en'],
  filters,
})

const shownCountries = sql`(select coalesce(json_agg(json_build_object(${membersOf('c', Object.keys(PackageCountry.properties))}) order by c.sequence, c.country_id), '[]') from package_countries c where c.package_id = packages.id)`

const cities = sql`(select coalesce(json_agg(c.city_id order by c.sequence), '[]')
  from package_segment_cities c where c.segment_id = package_segments.id)`

const packages = (db: Db) =>
  db
    .selectFrom('packages')
    .select(columnsOf('packages', PackageRow))
    .select(linkColumns('packages', seasons))
    .select(shownCountries.as('countries'))

export const packagePage = packageList.over((db) => packages(db).select(nameColumns('packages', namedInPackages)))

const segmentsOf = (db: Db) =>
  db.selectFrom('package_segments').selectAll('package_segments').select(cities.as('city_ids')).orderBy('sequence')

const prices = sql`(select coalesce(json_agg(p order by p.valid_from, p.season_id, p.id), '[]')
  from package_prices p where p.package_id = packages.id)`

export const onePackage = jsonRecord((db, { id }: { id: number }) =>
  packages(db)
    .select((is) => [
      sql`(select coalesce(json_agg(s), '[]') from (${segmentsOf(db).where('package_id', '=', is.ref('packages.id'))}) s)`.as(
        'segments',
      ),
      prices.as('prices'),
    ])
    .where('packages.id', '=', id),
)

export function packageAt(db: Db, { id }: { id: number }) {
  return db.selectFrom('packages').select('id').where('id', '=', id)
}

export const segmentArray = jsonArrayOf(packageAt, (db, { id }) => segmentsOf(db).where('package_id', '=', id))

export const packageOptions = optionsOver((db) => db.selectFrom('packages'), {
  of: 'packages',
  labels: ['packages.name', 'packages.name_en'],
  more: ['package_code', 'days'],
  search: listed,
  filters,
  active: sql<SqlBool>`packages.status = 'published'`,
  order: ['packages.package_code', 'packages.id'],
})
export const optionFilters = filters

export async function lockedPackage(tx: Tx, id: number) {
  return found(await tx.selectFrom('packages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())
}

export function segmentSpans(db: Db, id: number) {
  return db
    .selectFrom('package_segments')
    .select(['day_from', 'day_to'])
    .where('package_id', '=', id)
    .orderBy('sequence')
    .execute()
}

/** The countries other than Taiwan that a package visits, in both languages. */
export async function countriesAbroad(db: Db, id: number): Promise<Words[]> {
  const { rows } = await sql<{ name: string; name_en: string }>`
    select c.name, coalesce(c.name_en, c.name) as name_en from countries c
     where c.iso_alpha2 <> 'TW' and c.id in (
       select country_id from package_countries where package_id = ${id}
       union select t.country_id from package_segments s join package_segment_cities v on v.segment_id = s.id
               join cities t on t.id = v.city_id where s.package_id = ${id}
       union select t.country_id from package_segments s join cities t on t.id = s.overnight_city_id
              where s.package_id = ${id}) order by c.iso_alpha2`.execute(db)
  return rows.map(({ name, name_en }) => [name, name_en])
}

/** Whether a price is valid on some day from today on; a country may have a season later than others. */
export async function hasPrice(db: Db, id: number) {
  return !!(await db
    .selectFrom('package_prices as p')
    .leftJoin('seasons as s', 's.id', 'p.season_id')
    .select('p.id')
    .where('p.package_id', '=', id)
    .where(
      sql<SqlBool>`coalesce(p.valid_to, greatest(s.ends_on, (
        select max(own.ends_on) from season_countries own join package_countries there using (country_id)
         where own.season_id = s.id and there.package_id = p.package_id)), 'infinity') >= today()`,
    )
    .limit(1)
    .executeTakeFirst())
}

export async function lacksInfantPrice(db: Db, id: number) {
  return !!(await db
    .selectFrom('package_prices')
    .select('id')
    .where('package_id', '=', id)
    .where('infant', 'is', null)
    .limit(1)
    .executeTakeFirst())
}
