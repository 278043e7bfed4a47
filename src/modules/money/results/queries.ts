import { type RawBuilder, sql } from 'kysely'
import type { Json } from '../../../kit/db/json.ts'
import { theRow } from '../../../kit/db/statement.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { type Key, keysOf, orderBy } from '../../../kit/list/order.ts'
import { pageMeta } from '../../../kit/list/page.ts'
import { wordsOf } from '../../../kit/words/code-words.ts'
import { type Locale, say, type Words } from '../../../kit/words/words.ts'
import { bookingSources } from '../../bookings/booking.ts'
import { sourceWords as enquirySourceWords } from '../../enquiries/words.ts'
import { tripCalled, tripNames } from '../../shown-names.ts'
import { marginPercent } from '../trip-queries.ts'
import { type By, measureNames, measures, openedSort, resultsSort } from './columns.ts'
import { type Choice, type Filters, factsOf, isWhole, type Span } from './facts.ts'

type Paged = { page: number; per_page: number | undefined; sort: string }
type Given = Span & Filters & { locale: Locale; limit?: number; offset?: number }

/** The lines of results with those of a year before, the sum of all lines, and what is in other currencies. */
export async function readResults(
  db: Db,
  { by, basis, ...given }: Choice & Span & Filters & { locale: Locale },
  paged: Paged,
) {
  const read = tables(`${by} ${basis} ${paged.sort}`, () => tableOf({ by, basis }, keysOf(paged.sort, resultsSort)))
  const { json, there, total, ...sums } = await read(db, { ...given, ...pieceOf(paged) })
  return { json, meta: { ...metaOf(paged, there, total), ...sums } } satisfies Json
}

/** The bookings behind the numbers of one line, or of all lines. */
export async function readOpened(
  db: Db,
  { by, basis, ...given }: Choice & Span & Filters & { key?: string },
  paged: Paged,
) {
  const read = openings(`${by} ${basis} ${paged.sort}`, () => openingOf({ by, basis }, keysOf(paged.sort, openedSort)))
  const { json, there, total } = await read(db, { ...given, ...pieceOf(paged) })
  return { json, meta: metaOf(paged, there, total) } satisfies Json
}

const pieceOf = ({ page, per_page }: Paged) =>
  per_page === undefined ? {} : { limit: per_page, offset: (page - 1) * per_page }
const metaOf = ({ page, per_page }: Paged, there: number, total: number) =>
  pageMeta(page, per_page ?? Math.max(total, 1), there, total)

const MOST_KEPT = 100

/** Statements that are made when they are first asked for, and kept. */
const kept = <T>() => {
  const known = new Map<string, T>()
  return (name: string, make: () => T) => {
    const one = known.get(name) ?? make()
    if (known.size < MOST_KEPT) known.set(name, one)
    return one
  }
}
const tables = kept<ReturnType<typeof tableOf>>()
const openings = kept<ReturnType<typeof openingOf>>()

type Table = Counted & { currency: string; sum: object; other_currencies: object[] }
type Counted = { json: string; there: number; total: number }

const tableOf = (choice: Choice, keys: Key[]) =>
  theRow((_, given: Given) => {
    const years = choice.by === 'trip' ? 1 : 2
    const whole = isWhole(choice, given)
    const { code, name, place, from, departure_date } = namesOf(choice.by, given.locale)
    return sql<Table>`
      with ${factsOf(choice, given, { years, shares: !whole })}, ${measured(whole)},
      lines as (
        select coalesce(n.key, l.key) as key, ${compared(whole)}
          from (select * from measured where ago = 0 and not is_sum) n full join (select * from measured where ago = 1 and not is_sum) l on l.key = n.key),
      placed_lines as (select lines.key as id, ${place} as place, lines.* from lines ${from}),
      page as (select * from placed_lines order by ${orderBy(keys)} ${piece(given)}),
      named as (select lines.*, ${code} as code, ${name} as name, ${departure_date} as departure_date from page lines ${from})
      select coalesce((select json_agg(${lineAsJson(years)} order by ${orderBy(keys)}) from named page), '[]')::text as json,
             (select count(*) from page) as there, (select count(*) from lines) as total, house_currency() as currency,
             (select json_build_object(${valuesAsJson(years)})
                from (select ${compared(whole)} from (select) one left join measured n on n.is_sum and n.ago = 0 left join measured l on l.is_sum and l.ago = 1) page) as sum,
             (select coalesce(json_agg(o order by currency), '[]') from (
                select other.currency, count(*) filter (where other.travels) as bookings, sum(other.revenue) as revenue
                  from measured, json_to_recordset(in_others) other (currency text, travels boolean, revenue numeric)
                 where is_sum and ago = 0 group by other.currency) o) as other_currencies`
  })

const openingOf = (choice: Choice, keys: Key[]) =>
  theRow(
    (_, given: Omit<Given, 'locale'> & { key?: string }) => sql<Counted>`
      with ${factsOf(choice, given, { years: 1, shares: true })},
      opened as (
        select b.id, b.booking_number, b.contact_name, b.status, b.planned_trip_id, f.sold_on,
               f.people, f.revenue, f.cost, f.revenue - f.cost as margin, f.provider_fees, f.days_before, f.cancelled_people
          from facts f join bookings b on b.id = f.booking_id
         where f.counts ${given.key === undefined ? sql`` : sql`and f.key = ${given.key}`}),
      page as (select * from opened order by ${orderBy(keys)} ${piece(given)}),
      named as (
        select id, booking_number, contact_name, status, (select ${tripNames('t')} from planned_trips t where t.id = planned_trip_id) as trip,
               sold_on, people, revenue, cost, margin, provider_fees, days_before, cancelled_people from page)
      select coalesce((select json_agg(page order by ${orderBy(keys)}) from named page), '[]')::text as json,
             (select count(*) from page) as there, (select count(*) from opened) as total`,
  )

const piece = ({ limit, offset }: { limit?: number; offset?: number }) =>
  limit === undefined ? sql`` : sql`limit ${limit} offset ${offset}`

// All facts are grouped once, by line and for the sum; percentages and the median of the sum come from the facts too.
const measured = (isWhole: boolean) => sql`
  grouped as (
    select ago, key, grouping(key) = 1 as is_sum, count(*) filter (where travels and counts) as bookings, sum(people) as people, sum(seated) as seated,
           sum(seats) as seats, coalesce(sum(revenue) filter (where counts), 0) as revenue, sum(cost) as cost,
           coalesce(sum(provider_fees) filter (where counts), 0) as provider_fees, sum(cancelled_people) as cancelled_people,
           round((percentile_cont(0.5) within group (order by days_before))::numeric, 1) as days_before,
           json_agg(json_build_object('currency', currency, 'travels', travels, 'revenue', revenue)) filter (where not counts) as in_others
      from facts group by grouping sets ((ago, key), (ago))),
  measured as (
    select ago, key, is_sum, bookings, people, revenue, cost, revenue - cost as margin, ${marginPercent(sql`revenue`, sql`cost`)} as margin_percent,
           provider_fees, days_before, cancelled_people, in_others, ${isWhole ? sql`seats` : sql`null::bigint`} as seats,
           ${isWhole ? sql`round(seated * 100.0 / nullif(seats, 0), 2)` : sql`null::numeric`} as occupancy
      from grouped)`

// Where a year has no such line, its sums are 0.
const compared = (isWhole: boolean) =>
  sql.join(
    measureNames.flatMap((name) => {
      const isSum = measures[name].isSum && (isWhole || name !== 'seats')
      const valueIn = (year: string) =>
        isSum ? sql`coalesce(${sql.ref(`${year}.${name}`)}, 0)` : sql.ref(`${year}.${name}`)
      const [now, last] = [valueIn('n'), valueIn('l')]
      return [
        sql`${now} as ${sql.ref(name)}`,
        sql`${last} as ${sql.ref(`last_${name}`)}`,
        sql`${now} - ${last} as ${sql.ref(`more_${name}`)}`,
      ]
    }),
  )

const membersOf = (prefix: string) =>
  sql.join(measureNames.map((name) => sql`${sql.lit(name)}, page.${sql.ref(prefix + name)}`))
// Trips do not come again, so that a trip has no year before.
const valuesAsJson = (years: 1 | 2) =>
  sql`${membersOf('')}, 'last_year', ${years === 1 ? sql`null` : sql`json_build_object(${membersOf('last_')})`},
    'difference', ${years === 1 ? sql`null` : sql`json_build_object(${membersOf('more_')})`}`
const lineAsJson = (years: 1 | 2) =>
  sql`json_build_object('key', page.key, 'code', page.code, 'name', page.name, 'departure_date', page.departure_date, ${valuesAsJson(years)})`

type Names = Record<'code' | 'name' | 'place' | 'from' | 'departure_date', RawBuilder<unknown>>

/** What a line is called, and its place among the others in the order of names: months and trips by their day. */
const namesOf = (by: By, locale: Locale): Names => {
  const inLanguage = say([sql`n.name`, sql`coalesce(n.name_en, n.name)`], locale)
  const noDay = sql`null::date`
  const none = sql`${sql.lit(say(notGiven, locale))}`
  const ofRecord = (table: string) => sql`left join ${sql.table(table)} n on n.id = nullif(lines.key, 'none')::integer`
  const record = (table: string, code: RawBuilder<unknown>, place = sql`${inLanguage}::text`): Names => ({
    ...{ code, place, departure_date: noDay, from: ofRecord(table) },
    name: sql`coalesce(${inLanguage}, ${none})`,
  })
  const ofCodes = (words: readonly (readonly [string, Words])[]): Names => {
    const called = words.map(([code, each]) => sql`when ${sql.lit(code)} then ${sql.lit(say(each, locale))}`)
    const name = sql`case lines.key ${sql.join(called, sql` `)} else lines.key end`
    return { code: sql`lines.key`, name, place: name, from: sql``, departure_date: noDay }
  }
  switch (by) {
    case 'month': {
      const month = say(['YYYY"年"FMMM"月"', 'FMMon YYYY'], locale)
      const name = sql`to_char(to_date(lines.key, 'YYYY-MM'), ${sql.lit(month)})`
      return { code: sql`lines.key`, name, place: sql`lines.key`, from: sql``, departure_date: noDay }
    }
    case 'trip': {
      const trip = record('planned_trips', sql`n.serial`, sql`n.departure_date::text || n.serial`)
      const name = say([sql`n.name`, tripCalled('n')], locale)
      return { ...trip, name, departure_date: sql`n.departure_date` }
    }
    case 'package':
      return record('packages', sql`n.package_code`)
    case 'line':
      return record('geographical_areas', sql`n.code`)
    case 'season':
      return {
        ...record('seasons', sql`n.code`, sql`n.starts_on::text`),
        code: sql`nullif(lines.key, 'none')`,
        name: sql`coalesce(${inLanguage}, nullif(lines.key, 'none'), ${none})`,
        from: sql`left join seasons n on n.code = lines.key`,
      }
    case 'salesperson':
      return record('users', sql`null::text`)
    case 'source':
      return ofCodes(bookingSources.map((source) => [source, wordsOf('booking_source', source) ?? [source, source]]))
    case 'enquiry':
      return ofCodes([...Object.entries(enquirySourceWords), ['none', noEnquiry]])
  }
}
const noEnquiry = ['沒有洽詢', 'Without an enquiry'] as const
const notGiven = ['（未填）', 'Not given'] as const
