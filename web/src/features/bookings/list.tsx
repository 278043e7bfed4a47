import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type Booking, listBookings } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { bookingSourceWords, bookingStatusWords } from 'guidon-sdk/words'
import Clock from '~icons/lucide/clock'
import Receipt from '~icons/lucide/receipt'
import { guidon } from '../../kit/api.ts'
import { departs, plainDay } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { nameOf, plural, useSay } from '../../kit/words.ts'
import { ChosenTable } from '../../ui/columns/chosen-table.tsx'
import { type ChosenColumn, stampColumns } from '../../ui/columns/columns.ts'
import { ColumnsMenu } from '../../ui/columns/columns-menu.tsx'
import { Named } from '../../ui/columns/named.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import type { Filter } from '../../ui/lists/filters.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { peopleIn } from '../persons/shared/words.ts'
import { byBranch } from '../reference/shared/filters.tsx'
import { SavedViews } from '../views/shared/menu.tsx'
import css from './list.module.css'
import { askedOf, type BookingFilter } from './search.ts'
import { BookingBadge } from './shared/badge.tsx'
import { NewBookingButton } from './shared/new/button.tsx'

/** The bookings that the reader may see. */
export default function Bookings() {
  const say = useSay()
  const filter = useSearch({ from: '/signed-in/bookings' })
  const query = { ...askedOf(filter), per_page: usePageSize() }
  const { data: page } = useQuery({
    queryKey: ['bookings', query],
    queryFn: () => listBookings(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      title={say('訂單', 'Bookings')}
      label={say('訂單清單', 'List of bookings')}
      counted={(total) => say(`${total} 筆`, plural(total, 'booking'))}
      page={page}
      filters={{ search: filter, find: ['找編號、聯絡人', 'Find number, contact'], filters }}
      tools={<Tools search={filter} />}
      empty={
        <Empty icon={Receipt} act={<NewBookingButton className="button" />}>
          {say('還沒有訂單', 'No bookings yet')}
        </Empty>
      }
      aside={<NewBookingButton className="button main" />}
    >
      {(rows) => (
        <ChosenTable
          className={css.bookingsTable}
          columns={columns}
          show={filter.show}
          sort={filter.sort}
          rows={rows}
        />
      )}
    </ListPage>
  )
}

const Tools = ({ search }: { search: BookingFilter }) => (
  <>
    <ColumnsMenu columns={columns} show={search.show} />
    <SavedViews list="bookings" filter={search} />
    <ExportButton
      path="/api/bookings"
      words={['訂單', 'Bookings']}
      asked={askedOf(search)}
      columns={() => import('guidon-sdk/columns/bookings')}
      isLogged
    />
  </>
)

const filters: readonly Filter<BookingFilter>[] = [
  { of: 'status', words: label.status, choices: bookingStatusWords },
  { of: 'overdue', words: ['逾期未付', 'Overdue'], is: true, icon: Clock },
  { of: 'branch_id', ...byBranch },
  { from: 'departs_from', to: 'departs_to', words: label.departure_date },
]

const columns: readonly ChosenColumn<Booking>[] = [
  {
    name: 'booking',
    words: ['聯絡人、編號', 'Contact, number'],
    by: 'booking_number',
    cell: (row) => <Subject row={row} />,
  },
  { name: 'phone', words: label.phone, isExtra: true, cell: ({ contact }) => contact.phone },
  { name: 'email', words: label.email, isExtra: true, cell: ({ contact }) => contact.email },
  { name: 'trip', words: label.trip, cell: ({ trip }) => <TripCell trip={trip} /> },
  { name: 'serial', words: label.serial, isExtra: true, cell: ({ trip }) => trip.serial },
  { name: 'sales', words: ['業務', 'Sales'], isExtra: true, cell: ({ sales_user }) => <Named of={sales_user} /> },
  { name: 'branch', words: label.branch_id, isExtra: true, cell: ({ branch }) => <Named of={branch} /> },
  { name: 'source', words: ['報名方式', 'Source'], isExtra: true, cell: ({ source }) => <Source source={source} /> },
  { name: 'notes', words: label.notes, isExtra: true, cell: ({ notes }) => notes },
  ...stampColumns,
  { name: 'status', words: label.status, cell: ({ status }) => <BookingBadge status={status} /> },
  { name: 'due', words: label.payment_due_on, by: 'payment_due_on', cell: (row) => <Due row={row} /> },
  {
    name: 'balance',
    words: ['未付／總額', 'Unpaid / total'],
    by: 'total',
    isNumber: true,
    cell: ({ balance, total, currency }) => (
      <>
        <b>{price(balance, currency)}</b>
        <span className="sub">{price(total, currency)}</span>
      </>
    ),
  },
]

const Subject = ({ row: { id, contact, booking_number, party_size } }: { row: Booking }) => {
  const say = useSay()
  return (
    <>
      <Link className="row-link" to="/bookings/$id" params={{ id: String(id) }}>
        {contact.name}
      </Link>
      <span className="sub">
        {booking_number}・{peopleIn(say, party_size)}
      </span>
    </>
  )
}

const TripCell = ({ trip }: Pick<Booking, 'trip'>) => {
  const say = useSay()
  return (
    <>
      {nameOf(say, trip)}
      <span className="sub">{departs(say, trip.departure_date)}</span>
    </>
  )
}

const Source = ({ source }: Pick<Booking, 'source'>) => useSay()(...bookingSourceWords[source])

const Due = ({ row: { payment_due_on, is_overdue } }: { row: Booking }) =>
  payment_due_on && <span className={is_overdue ? 'late' : ''}>{plainDay(payment_due_on)}</span>
