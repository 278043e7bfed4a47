import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type Booking, listBookings, listReceivablesByAge, type MoneyReceivable } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { receivableAgeWords } from 'guidon-sdk/words'
import { Suspense } from 'react'
import { guidon } from '../../kit/api.ts'
import { shortDay } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { price } from '../../kit/money.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { nameOf, plural, useSay, type Words } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
import { Named } from '../../ui/columns/named.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { FilterBar } from '../../ui/lists/filter-bar.tsx'
import { ListCard } from '../../ui/lists/list-card.tsx'
import { type Column, ListTable } from '../../ui/lists/list-table.tsx'
import css from './page.module.css'
import type { OwedBy } from './search.ts'

const Debtors = lazy(() => import('./debtors.tsx'))
const Statement = lazy(() => import('./statement.tsx'))

/** What customers owe; with a customer, its statement. */
export default function Receivables() {
  const { customer } = useSearch({ from: '/signed-in/money' })
  if (!customer) return <AllReceivables />
  return (
    <Suspense fallback={<Loading />}>
      <Statement customer={customer} />
    </Suspense>
  )
}

/** By age, with a card for each currency; below it the bookings. */
const AllReceivables = () => {
  const say = useSay()
  const { data } = useQuery({
    queryKey: ['money', 'receivables'],
    queryFn: () => listReceivablesByAge(guidon),
  })
  const currencies = [...new Set(data?.map(({ currency }) => currency))]
  return (
    <>
      {!data && <Loading />}
      {data?.length === 0 && <Empty why="done">{say('客戶都付清了', 'Nothing is owed')}</Empty>}
      {currencies.map((currency) => (
        <Ages key={currency} currency={currency} rows={data?.filter((row) => row.currency === currency) ?? []} />
      ))}
      {data && data.length > 0 && <WhoOwes />}
    </>
  )
}

const Ages = ({ currency, rows }: { currency: string; rows: MoneyReceivable[] }) => {
  const say = useSay()
  const total = rows.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <Card title={say(`應收 ${price(total, currency)}`, `Owed ${price(total, currency)}`)}>
      <ul className={css.ages}>
        {rows.map(({ age, bookings, amount }) => (
          <li key={age} className={age === 'not_due' ? '' : css.overdue}>
            <span>{say(...receivableAgeWords[age])}</span>
            <span className="small soft">{say(`${bookings} 筆`, plural(bookings, 'booking'))}</span>
            <b className="number">{price(amount, currency)}</b>
            <span className={css.share} aria-hidden="true">
              <i style={{ width: `${(amount / total) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Who owes these sums: the bookings, the longest due first, or customers, trips or salespeople. */
const WhoOwes = () => {
  const say = useSay()
  const { owed_by } = useSearch({ from: '/signed-in/money' })
  const words: Words = ['欠款客戶', 'Customers who owe']
  return (
    <>
      <FilterBar search={{ owed_by }} filters={[{ of: 'owed_by', words: label.booking, choices: debtors }]}>
        {owed_by ? (
          <ExportButton
            key={owed_by}
            path="/api/money/receivables"
            words={words}
            asked={{ by: owed_by }}
            shown={debtorsInFile}
            columns={() => import('guidon-sdk/columns/money-receivables')}
            isLogged
          />
        ) : (
          <ExportButton
            path="/api/bookings"
            words={words}
            asked={{ owed: true, sort: 'payment_due_on' }}
            shown={inFile}
            columns={() => import('guidon-sdk/columns/bookings')}
            isLogged
          />
        )}
      </FilterBar>
      {owed_by ? (
        <Suspense fallback={<Loading />}>
          <Debtors by={owed_by} of={debtors[owed_by]} />
        </Suspense>
      ) : (
        <Bookings label={say(...words)} />
      )}
    </>
  )
}

const debtors = {
  customer: ['客戶', 'Customer'],
  trip: label.trip,
  salesperson: ['業務', 'Salesperson'],
} as const satisfies Record<OwedBy, Words>
const debtorsInFile = [
  ...['of.name', 'of.more', 'currency', 'bookings', 'not_due', 'late_30', 'late_60', 'late_90', 'later', 'amount'],
]

const Bookings = ({ label: words }: { label: string }) => {
  const say = useSay()
  const { page: at } = useSearch({ from: '/signed-in/money' })
  const query = { owed: true, sort: 'payment_due_on', per_page: usePageSize(), ...(at && { page: at }) }
  const { data: page } = useQuery({
    queryKey: ['money', 'owed', query],
    queryFn: () => listBookings(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <ListCard label={words} page={page} empty={<Empty why="done">{say('客戶都付清了', 'Nothing is owed')}</Empty>}>
      {(rows) => (
        <ListTable className={css.paymentsTable} columns={columns} rows={rows}>
          {(row) => <Row key={row.id} row={row} />}
        </ListTable>
      )}
    </ListCard>
  )
}

/** Who owes how much since when, and who has sold it. */
const inFile = [
  ...['payment_due_on', 'contact.name', 'contact.phone', 'booking_number', 'trip.serial', 'trip.name'],
  ...['trip.departure_date', 'sales_user.name', 'status', 'currency', 'balance', 'total', 'paid'],
]

const columns: Column[] = [
  { words: label.payment_due_on },
  { words: ['聯絡人、電話', 'Contact, phone'] },
  { words: label.trip },
  { words: label.booking },
  { words: label.sales_user_id },
  { words: ['應收', 'Owed'], isNumber: true },
]

const Row = ({ row }: { row: Booking }) => {
  const say = useSay()
  const { contact, booking_number, trip, payment_due_on, is_overdue, balance, total, currency, sales_user } = row
  return (
    <tr>
      <td>{payment_due_on && <span className={is_overdue ? 'late' : ''}>{shortDay(payment_due_on)}</span>}</td>
      <td>
        <Link className="row-link" to="/bookings/$id" params={{ id: String(row.id) }}>
          {contact.name}
        </Link>
        <span className="sub">{contact.phone}</span>
      </td>
      <td>
        {trip.serial}
        <span className="sub">{nameOf(say, trip)}</span>
      </td>
      <td>{booking_number}</td>
      <td>
        <Named of={sales_user} />
      </td>
      <td className="number">
        <b>{price(balance, currency)}</b>
        <span className="sub">{say(`總額 ${price(total, currency)}`, `of ${price(total, currency)}`)}</span>
      </td>
    </tr>
  )
}
