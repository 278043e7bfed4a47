import { bookingStatusWords } from 'guidon-sdk/words/booking-status'
import './list.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type Booking, listBookings } from 'guidon-sdk'
import Clock from '~icons/lucide/clock'
import { guidon } from '../../kit/api.ts'
import { departs, shortDay } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { nameOf, plural, useSay } from '../../kit/words.ts'
import { DaysFilter } from '../../ui/lists/days-filter.tsx'
import { DelayedSearch } from '../../ui/lists/delayed-search.tsx'
import { Chip, ClearFilters, OneOf } from '../../ui/lists/filter-parts.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { type Column, ListTable } from '../../ui/lists/list-table.tsx'
import { peopleIn } from '../persons/shared/words.ts'
import { BranchFilter } from '../reference/shared/branch-filter.tsx'
import { SavedViews } from '../views/shared/menu.tsx'
import type { BookingFilter } from './search.ts'
import { BookingBadge } from './shared/badge.tsx'
import { NewBookingButton } from './shared/new/button.tsx'

/** The bookings that the reader may see. */
export default function Bookings() {
  const say = useSay()
  const filter = useSearch({ from: '/signed-in/bookings' })
  const query = { ...filter, per_page: usePageSize() }
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
      filters={<Filters filter={filter} />}
      aside={<NewBookingButton className="button main" />}
    >
      {(rows) => (
        <ListTable className="bookings-table" columns={columns} sort={filter.sort} rows={rows}>
          {(row) => <Row key={row.id} row={row} />}
        </ListTable>
      )}
    </ListPage>
  )
}

const Filters = ({ filter }: { filter: BookingFilter }) => {
  const say = useSay()
  const navigate = useNavigate({ from: '/bookings' })
  const change = (to: Partial<BookingFilter>) =>
    navigate({ search: (now) => ({ ...now, page: undefined, ...to }), replace: true })
  const { page: _page, sort: _sort, ...asked } = filter
  return (
    <search className="filters">
      <DelayedSearch
        label={say('找編號、聯絡人', 'Find number, contact')}
        value={filter.q ?? ''}
        change={(q) => change({ q: q || undefined })}
      />
      <OneOf
        label={say('狀態', 'Status')}
        words={bookingStatusWords}
        value={filter.status}
        choose={(status) => change({ status })}
      />
      <Chip isOn={filter.overdue === true} toggle={() => change({ overdue: filter.overdue ? undefined : true })}>
        <Clock width={15} height={15} />
        {say('逾期未付', 'Overdue')}
      </Chip>
      <BranchFilter value={filter.branch_id} choose={(branch_id) => change({ branch_id })} />
      <DaysFilter
        label={say('出發日', 'Departure')}
        from={filter.departs_from}
        to={filter.departs_to}
        choose={(departs_from, departs_to) => change({ departs_from, departs_to })}
      />
      {Object.keys(asked).length > 0 && <ClearFilters clear={() => navigate({ to: '/bookings', search: {} })} />}
      <SavedViews list="bookings" filter={filter} />
    </search>
  )
}

const columns: Column[] = [
  { words: ['聯絡人、編號', 'Contact, number'], by: 'booking_number' },
  { words: ['團', 'Trip'] },
  { words: ['狀態', 'Status'] },
  { words: ['付款期限', 'Payment due'], by: 'payment_due_on' },
  { words: ['未付／總額', 'Open / total'], by: 'total', isNumber: true },
]

const Row = ({ row }: { row: Booking }) => {
  const say = useSay()
  const { contact, booking_number, party_size, trip, status, payment_due_on, is_overdue, balance, total, currency } =
    row
  return (
    <tr>
      <td>
        <Link className="row-link" to="/bookings/$id" params={{ id: String(row.id) }}>
          {contact.name}
        </Link>
        <span className="sub">
          {booking_number}・{peopleIn(say, party_size)}
        </span>
      </td>
      <td>
        {nameOf(say, trip)}
        <span className="sub">{departs(say, trip.departure_date)}</span>
      </td>
      <td>
        <BookingBadge status={status} />
      </td>
      <td>{payment_due_on && <span className={is_overdue ? 'late' : ''}>{shortDay(payment_due_on)}</span>}</td>
      <td className="number">
        <b>{price(balance, currency)}</b>
        <span className="sub">{price(total, currency)}</span>
      </td>
    </tr>
  )
}
