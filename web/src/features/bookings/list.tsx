import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type Booking, listBookings } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { bookingSourceWords, bookingStatusWords } from 'guidon-sdk/words'
import Clock from '~icons/lucide/clock'
import FileWarning from '~icons/lucide/file-warning'
import Receipt from '~icons/lucide/receipt'
import { guidon } from '../../kit/api.ts'
import { departs, plainDay } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { isStaff, useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { handsOverBookings, recordsPayments } from '../../kit/roles.ts'
import { nameOf, plural, useSay } from '../../kit/words.ts'
import { ChosenTable, SelectionBar } from '../../ui/columns/chosen-table.tsx'
import { type ChosenColumn, fileOf, stampColumns } from '../../ui/columns/columns.ts'
import { ColumnsMenu } from '../../ui/columns/columns-menu.tsx'
import { Named } from '../../ui/columns/named.tsx'
import { type Selection, useSelection } from '../../ui/columns/selection.ts'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { recordFilter } from '../../ui/forms/record-field.tsx'
import type { Filter } from '../../ui/lists/filters.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import { peopleIn } from '../persons/shared/words.ts'
import { byBranch } from '../reference/shared/filters.tsx'
import { SavedViews } from '../views/shared/menu.tsx'
import css from './list.module.css'
import { askedOf, type BookingFilter } from './search.ts'
import { BookingBadge } from './shared/badge.tsx'
import { NewBookingButton } from './shared/new/button.tsx'

const HandOverManySheet = lazy(() => import('./hand-over-many-sheet.tsx'))
const MailPapersSheet = lazy(() => import('./mail-papers-sheet.tsx'))

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
  const { page: _page, sort: _sort, show: _show, ...asked } = filter
  const ticked = useSelection(asked)
  const selection = isStaff(useMe()) ? ticked : undefined
  return (
    <>
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
            selection={selection}
            nameOf={({ booking_number }) => booking_number}
          />
        )}
      </ListPage>
      {selection && <BookingsBar selection={selection} filter={filter} />}
    </>
  )
}

const BookingsBar = ({ selection, filter }: { selection: Selection; filter: BookingFilter }) => {
  const say = useSay()
  const me = useMe()
  const { ids } = selection
  return (
    <SelectionBar
      selection={selection}
      counted={(count) => say(`已選 ${count} 筆`, `${plural(count, 'booking')} selected`)}
    >
      {handsOverBookings(me) && (
        <OpenButton words={['移交…', 'Hand over…']} className="button">
          {(close) => <HandOverManySheet bookings={ids} close={close} />}
        </OpenButton>
      )}
      {recordsPayments(me) && (
        <>
          <OpenButton words={['提醒付款…', 'Remind of payment…']} className="button">
            {(close) => <MailPapersSheet bookings={ids} isReminder close={close} />}
          </OpenButton>
          <OpenButton words={['寄文件…', 'Mail a paper…']} className="button">
            {(close) => <MailPapersSheet bookings={ids} close={close} />}
          </OpenButton>
        </>
      )}
      <ExportButton {...exported(filter)} className="button" ticked={ids} />
    </SelectionBar>
  )
}

/** All of the list as a file, or those that are ticked, with the columns on the screen. */
const exported = (filter: BookingFilter) => ({
  path: '/api/bookings',
  words: ['訂單', 'Bookings'] as const,
  asked: askedOf(filter),
  shown: fileOf(columns, filter.show),
  columns: () => import('guidon-sdk/columns/bookings'),
  isLogged: true,
})

const Tools = ({ search }: { search: BookingFilter }) => (
  <>
    <ColumnsMenu columns={columns} show={search.show} />
    <SavedViews list="bookings" filter={search} />
    <ExportButton {...exported(search)} />
  </>
)

const Sellers = recordFilter('/api/users')
const Trips = recordFilter('/api/planned-trips')

const filters: readonly Filter<BookingFilter>[] = [
  { of: 'status', words: label.status, choices: bookingStatusWords },
  { of: 'mine', words: label.mine, is: true, instead: ['sales_user_id', 'is_unowned'] },
  { of: 'overdue', words: ['逾期未付', 'Overdue'], is: true, icon: Clock },
  { from: 'departs_from', to: 'departs_to', words: label.departure_date },
  { of: 'lacks_papers', words: label.lacks_papers, is: true, icon: FileWarning },
  { of: 'owed', words: ['未付清', 'Unpaid'], is: true },
  { of: 'sales_user_id', words: label.sales_user_id, field: Sellers, instead: ['mine', 'is_unowned'] },
  { of: 'is_unowned', words: label.is_unowned, is: true, instead: ['mine', 'sales_user_id'] },
  { of: 'planned_trip_id', words: label.trip, field: Trips },
  { of: 'branch_id', ...byBranch },
]

const columns: readonly ChosenColumn<Booking>[] = [
  {
    name: 'booking',
    words: ['聯絡人、編號', 'Contact, number'],
    by: 'booking_number',
    file: ['booking_number', 'contact.name', 'party_size'],
    cell: (row) => <Subject row={row} />,
  },
  { name: 'phone', words: label.phone, isExtra: true, file: ['contact.phone'], cell: ({ contact }) => contact.phone },
  { name: 'email', words: label.email, isExtra: true, file: ['contact.email'], cell: ({ contact }) => contact.email },
  {
    name: 'trip',
    words: label.trip,
    file: ['trip.serial', 'trip.name', 'trip.departure_date'],
    cell: ({ trip }) => <TripCell trip={trip} />,
  },
  { name: 'serial', words: label.serial, isExtra: true, file: ['trip.serial'], cell: ({ trip }) => trip.serial },
  {
    name: 'sales',
    words: label.sales_user_id,
    file: ['sales_user.name'],
    cell: ({ sales_user }) => <Owner of={sales_user} />,
  },
  {
    name: 'branch',
    words: label.branch_id,
    isExtra: true,
    file: ['branch.name'],
    cell: ({ branch }) => <Named of={branch} />,
  },
  {
    name: 'source',
    words: ['報名方式', 'Source'],
    isExtra: true,
    file: ['source'],
    cell: ({ source }) => <Source source={source} />,
  },
  { name: 'notes', words: label.notes, isExtra: true, file: ['notes'], cell: ({ notes }) => notes },
  ...stampColumns,
  { name: 'status', words: label.status, file: ['status'], cell: ({ status }) => <BookingBadge status={status} /> },
  {
    name: 'due',
    words: label.payment_due_on,
    by: 'payment_due_on',
    file: ['payment_due_on'],
    cell: (row) => <Due row={row} />,
  },
  {
    name: 'balance',
    words: ['未付／總額', 'Unpaid / total'],
    by: 'total',
    isNumber: true,
    file: ['currency', 'balance', 'total'],
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

const Owner = ({ of }: { of: Booking['sales_user'] }) => {
  const say = useSay()
  return of ? <Named of={of} /> : <span className="soft">{say(...label.is_unowned)}</span>
}

const Source = ({ source }: Pick<Booking, 'source'>) => useSay()(...bookingSourceWords[source])

const Due = ({ row: { payment_due_on, is_overdue } }: { row: Booking }) =>
  payment_due_on && <span className={is_overdue ? 'late' : ''}>{plainDay(payment_due_on)}</span>
