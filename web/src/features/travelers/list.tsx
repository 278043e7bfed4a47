import { passengerTypeWords } from 'guidon-sdk/words/passenger-type'
import { travelerStatusWords } from 'guidon-sdk/words/traveler-status'
import { passengerWords } from '../bookings/shared/words.ts'
import './list.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { listTravelers, type TripRegistrationTraveler as Traveler } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { departs } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { seesPersons } from '../../kit/roles.ts'
import { nameOf, plural, useSay } from '../../kit/words.ts'
import { DelayedSearch } from '../../ui/lists/delayed-search.tsx'
import { ClearFilters, OneOf } from '../../ui/lists/filter-parts.tsx'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { type Column, ListTable } from '../../ui/lists/list-table.tsx'
import { SavedViews } from '../views/shared/menu.tsx'
import type { TravelerFilter } from './search.ts'

/** Everybody who travels or has traveled. */
export default function Travelers() {
  const say = useSay()
  const me = useMe()
  const filter = useSearch({ from: '/signed-in/travelers' })
  const query = { sort: '-created_at', ...filter, per_page: usePageSize() }
  const { data: page } = useQuery({
    queryKey: ['travelers', query],
    queryFn: () => listTravelers(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      title={say('旅客', 'Travelers')}
      label={say('旅客清單', 'List of travelers')}
      counted={(total) => say(`${total} 位`, plural(total, 'traveler'))}
      page={page}
      filters={<Filters filter={filter} />}
      aside={
        seesPersons(me) && (
          <Link className="button" to="/persons">
            {say('客人與重複資料', 'People and doubles')}
          </Link>
        )
      }
    >
      {(rows) => (
        <ListTable className="travelers-table" columns={columns} sort={filter.sort} rows={rows}>
          {(row) => <Row key={row.id} row={row} />}
        </ListTable>
      )}
    </ListPage>
  )
}

const Filters = ({ filter }: { filter: TravelerFilter }) => {
  const say = useSay()
  const navigate = useNavigate()
  const change = (to: Partial<TravelerFilter>) =>
    navigate({ to: '/travelers', search: { ...filter, page: undefined, ...to }, replace: true })
  const { page: _page, sort: _sort, ...asked } = filter
  return (
    <search className="filters">
      <DelayedSearch
        label={say('找姓名', 'Find a name')}
        value={filter.q ?? ''}
        change={(q) => change({ q: q || undefined })}
      />
      <OneOf
        label={say('身分', 'Kind')}
        words={passengerTypeWords}
        value={filter.passenger_type}
        choose={(passenger_type) => change({ passenger_type })}
      />
      <OneOf
        label={say('狀態', 'Status')}
        words={travelerStatusWords}
        value={filter.status}
        choose={(status) => change({ status })}
      />
      {Object.keys(asked).length > 0 && <ClearFilters clear={() => navigate({ to: '/travelers', search: {} })} />}
      <SavedViews list="travelers" filter={filter} />
    </search>
  )
}

const columns: Column[] = [
  { words: ['旅客', 'Traveler'], by: 'name' },
  { words: ['團', 'Trip'] },
  { words: ['訂單', 'Booking'] },
  { words: ['證件', 'Papers'] },
]

const Row = ({ row }: { row: Traveler }) => {
  const say = useSay()
  const { name, surname_en, given_name_en, passenger_type, trip, booking, checks, status } = row
  const words = passengerWords(passenger_type)
  return (
    <tr>
      <td>
        <Link className="row-link" to="/travelers/$id" params={{ id: String(row.id) }}>
          {name}
        </Link>
        <span className="sub">
          {[surname_en, given_name_en].filter(Boolean).join('/')}
          {words && words[1] !== 'Adult' && `・${say(...words)}`}
        </span>
      </td>
      <td>
        {nameOf(say, trip)}
        <span className="sub">
          {trip.serial}・{departs(say, trip.departure_date)}
        </span>
      </td>
      <td>{booking.booking_number}</td>
      <td>
        {status === 'cancelled' && <span className="soft">{say('已取消', 'Cancelled')}</span>}
        {status === 'active' && (
          <span className={`badge ${checks.length ? 'turn-late' : 'turn-done'}`}>
            {checks.length ? say(`缺 ${checks.length} 項`, `${checks.length} missing`) : say('齊全', 'Ready')}
          </span>
        )}
      </td>
    </tr>
  )
}
