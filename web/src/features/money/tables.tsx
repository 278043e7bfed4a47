import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type ListResultsQuery, listBookingsOfResults, listResults, type MoneyResult } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { bookingSourceWords, resultsBasisWords, resultsByWords, resultsMeaningWords } from 'guidon-sdk/words'
import { guidon } from '../../kit/api.ts'
import { plainDay, today } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { Empty, Loading } from '../../ui/empty.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { recordFilter } from '../../ui/forms/record-field.tsx'
import { Sheet } from '../../ui/forms/sheet.tsx'
import { FilterBar } from '../../ui/lists/filter-bar.tsx'
import { type Filter, useChange } from '../../ui/lists/filters.ts'
import { Pages } from '../../ui/lists/pages.tsx'
import { SortedHeading } from '../../ui/lists/sorted-heading.tsx'
import { byArea, byBranch } from '../reference/shared/filters.tsx'
import type { MoneyFilter } from './search.ts'
import css from './tables.module.css'

/** Results by month, trip, package and so on, each number beside that of the year before and opened to its bookings. */
export default function Tables() {
  const say = useSay()
  const change = useChange()
  const search = useSearch({ from: '/signed-in/money' })
  const asked = askedOf(search)
  const query = { ...asked, per_page: usePageSize(), ...(search.page && { page: search.page }) }
  const { data } = useQuery({
    queryKey: ['money', 'tables', query],
    queryFn: () => listResults(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <FilterBar search={search} filters={filtersOf(asked)}>
        <ExportButton
          path="/api/money/results"
          words={['損益表', 'Results']}
          asked={asked}
          columns={() => import('guidon-sdk/columns/money-results')}
        />
      </FilterBar>
      {!data && <Loading />}
      {data && (
        <section className={`card ${css.frame}`} aria-label={say('損益表', 'Results')}>
          {data.data.length === 0 ? (
            <Empty>{say('這段時間沒有團', 'Nothing in this period')}</Empty>
          ) : (
            <Table lines={data.data} sum={data.meta.sum} by={asked.by} sort={search.sort} />
          )}
          <Pages meta={data.meta} />
        </section>
      )}
      {search.opened !== undefined && (
        <Opened asked={asked} line={search.opened} close={() => change({ opened: undefined, page: search.page })} />
      )}
    </>
  )
}

const askedOf = (search: MoneyFilter) => {
  const { by = 'month', basis, area_id, category_id, package_id, branch_id, sales_user_id, source, sort } = search
  const year = today().slice(0, 4)
  const { departs_from: from = `${year}-01-01`, departs_to: to = `${year}-12-31` } = search
  return {
    ...{ by, from, to },
    ...(basis && { basis }),
    ...(area_id && { area_id }),
    ...(category_id && { category_id }),
    ...(package_id && { package_id }),
    ...(branch_id && { branch_id }),
    ...(sales_user_id && { sales_user_id }),
    ...(source && { source }),
    ...(sort && { sort }),
  } satisfies ListResultsQuery
}

const filtersOf = ({ from, to }: ReturnType<typeof askedOf>): readonly Filter<MoneyFilter>[] => [
  { of: 'by', words: resultsByWords.month, choices: resultsByWords },
  { from: 'departs_from', to: 'departs_to', words: ['期間', 'Period'], usual: [from, to], hasSpans: true },
  { of: 'basis', words: resultsBasisWords.departure, choices: { sold: resultsBasisWords.sold } },
  ...others,
]
const others: readonly Filter<MoneyFilter>[] = [
  { of: 'area_id', ...byArea },
  { of: 'category_id', words: label.category_id, field: recordFilter('/api/categories') },
  { of: 'package_id', words: label.package_id, field: recordFilter('/api/packages') },
  { of: 'sales_user_id', words: ['業務', 'Salesperson'], field: recordFilter('/api/users') },
  { of: 'source', words: resultsByWords.source, choices: bookingSourceWords },
  { of: 'branch_id', ...byBranch },
]

type Numbers = Omit<MoneyResult, 'key' | 'code' | 'name' | 'departure_date'>
type Name = Exclude<keyof Numbers, 'last_year' | 'difference'>
const whole = (value: number) => value.toLocaleString('en')
const percent = (value: number) => `${value.toLocaleString('en')}%`
const columns: { name: Name; words: Words; written: (value: number) => string }[] = [
  { name: 'bookings', words: label.bookings, written: whole },
  { name: 'people', words: label.people, written: whole },
  { name: 'seats', words: label.seats, written: whole },
  { name: 'occupancy', words: label.occupancy, written: percent },
  { name: 'revenue', words: label.revenue, written: (value) => price(value) },
  { name: 'cost', words: label.cost, written: (value) => price(value) },
  { name: 'margin', words: label.margin, written: (value) => price(value) },
  { name: 'margin_percent', words: label.margin_percent, written: percent },
  { name: 'provider_fees', words: label.provider_fees, written: (value) => price(value) },
  { name: 'days_before', words: label.days_before, written: whole },
  { name: 'cancelled_people', words: label.cancelled_people, written: whole },
]

type TableProps = { lines: MoneyResult[]; sum: Numbers; by: ListResultsQuery['by']; sort: string | undefined }

const Table = ({ lines, sum, by, sort }: TableProps) => {
  const say = useSay()
  return (
    <table className={`table ${css.results}`}>
      <thead>
        <tr>
          <SortedHeading by="name" sort={sort}>
            {say(...resultsByWords[by])}
          </SortedHeading>
          {columns.map(({ name, words }) => (
            <SortedHeading key={name} by={name} sort={sort} className="number">
              {say(...words)}
            </SortedHeading>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key}>
            <th scope="row">
              <LineName line={line} by={by} />
            </th>
            <Cells numbers={line} opened={line.key} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{say('合計', 'Total')}</th>
          <Cells numbers={sum} opened="all" />
        </tr>
      </tfoot>
    </table>
  )
}

const LineName = ({
  line: { key, code, name, departure_date },
  by,
}: { line: MoneyResult } & Pick<TableProps, 'by'>) => (
  <>
    {by === 'trip' ? (
      <Link className="link" to="/trips/$id" params={{ id: key }}>
        {code}
      </Link>
    ) : (
      name
    )}
    {by === 'trip' && departure_date && (
      <span className="sub">
        {name}・{plainDay(departure_date)}
      </span>
    )}
  </>
)

const Cells = ({ numbers, opened }: { numbers: Numbers; opened: string }) => {
  const say = useSay()
  return columns.map(({ name, words, written }) => {
    const [value, last] = [numbers[name], numbers.last_year?.[name] ?? null]
    return (
      <td key={name} className="number" data-label={say(...words)} title={say(...resultsMeaningWords[name])}>
        {value === null ? (
          '—'
        ) : (
          <Link
            className={name.startsWith('margin') && value < 0 ? 'late' : undefined}
            to="."
            search={(now: object) => ({ ...now, opened })}
          >
            {written(value)}
          </Link>
        )}
        {last !== null && <span className="sub">{say(`去年 ${written(last)}`, `last year ${written(last)}`)}</span>}
      </td>
    )
  })
}

type OpenedProps = { asked: ReturnType<typeof askedOf>; line: string; close: () => void }

/** The bookings behind a line, or behind the sum: the first ones here, all of them in a file. */
const Opened = ({ asked, line, close }: OpenedProps) => {
  const say = useSay()
  const { sort: _, ...same } = asked
  const ofLine = line === 'all' ? {} : { key: line }
  const query = { ...same, ...ofLine, per_page: 100 }
  const { data } = useQuery({
    queryKey: ['money', 'opened', query],
    queryFn: () => listBookingsOfResults(guidon, query),
  })
  return (
    <Sheet title={say('這些數字的訂單', 'The bookings behind these numbers')} close={close}>
      {!data && <Loading />}
      {data && (
        <>
          <p className={css.counted}>
            <span className="soft">
              {data.meta.total > data.data.length
                ? say(
                    `共 ${data.meta.total} 筆，顯示前 ${data.data.length} 筆`,
                    `the first ${data.data.length} of ${data.meta.total}`,
                  )
                : say(`共 ${data.meta.total} 筆`, `${data.meta.total} in all`)}
            </span>
            <ExportButton
              path="/api/money/results/bookings"
              words={['損益表的訂單', 'Bookings of results']}
              asked={{ ...same, ...ofLine }}
              columns={() => import('guidon-sdk/columns/money-results-bookings')}
              isLogged
            />
          </p>
          <table className="table">
            <tbody>
              {data.data.map((row) => (
                <tr key={row.id}>
                  <td>
                    <Link className="link" to="/bookings/$id" params={{ id: String(row.id) }}>
                      {row.booking_number}
                    </Link>
                    <span className="sub">{row.contact_name}</span>
                  </td>
                  <td className="number">{row.people}</td>
                  <td className="number">
                    {price(row.revenue)}
                    <span className="sub">{say(`毛利 ${price(row.margin)}`, `margin ${price(row.margin)}`)}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Sheet>
  )
}
