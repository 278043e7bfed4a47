import './page.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { listTravelers, type TripRegistrationTraveler as Traveler } from 'guidon-sdk'
import type { TravelerFilter } from '../../filters.ts'
import { guidon } from '../../kit/api.ts'
import { departs } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { seesPersons } from '../../kit/roles.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { passengerWords } from '../../parts/booking-words.ts'
import { DelayedSearch } from '../../parts/delayed-search.tsx'
import { ClearFilters, OneOf, SortedHeading } from '../../parts/filter-parts.tsx'
import { ListPage } from '../../parts/list-page.tsx'
import { SavedViews } from '../../parts/saved-views.tsx'

/** Everybody who travels or has traveled. */
export default function Travelers() {
  const say = useSay()
  const me = useMe()
  const filter = useSearch({ from: '/signed-in/travelers' })
  const { data: page, error } = useQuery({
    queryKey: ['travelers', filter],
    queryFn: () => listTravelers(guidon, { sort: '-created_at', ...filter, per_page: 20 }),
    placeholderData: keepPreviousData,
  })
  if (error) throw error
  return (
    <ListPage
      title={say('旅客', 'Travelers')}
      label={say('旅客清單', 'List of travelers')}
      counted={(total) => say(`${total} 位`, `${total} travelers`)}
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
      {(rows) => <Table rows={rows} sort={filter.sort} />}
    </ListPage>
  )
}

const kinds: Record<'adult' | 'child' | 'infant', Words> = {
  adult: ['大人', 'Adults'],
  child: ['小孩', 'Children'],
  infant: ['嬰兒', 'Infants'],
}
const statuses: Record<Traveler['status'], Words> = { active: ['同行', 'Going'], cancelled: ['取消', 'Cancelled'] }

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
        words={kinds}
        value={filter.passenger_type}
        choose={(passenger_type) => change({ passenger_type })}
      />
      <OneOf
        label={say('狀態', 'Status')}
        words={statuses}
        value={filter.status}
        choose={(status) => change({ status })}
      />
      {Object.keys(asked).length > 0 && <ClearFilters clear={() => navigate({ to: '/travelers', search: {} })} />}
      <SavedViews list="travelers" filter={filter} />
    </search>
  )
}

const Table = ({ rows, sort }: { rows: Traveler[]; sort: string | undefined }) => {
  const say = useSay()
  return (
    <table className="table as-cards travelers-table">
      <thead>
        <tr>
          <SortedHeading by="name" sort={sort}>
            {say('旅客', 'Traveler')}
          </SortedHeading>
          <th scope="col">{say('團', 'Trip')}</th>
          <th scope="col">{say('訂單', 'Booking')}</th>
          <th scope="col">{say('證件', 'Papers')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  )
}

const Row = ({ row }: { row: Traveler }) => {
  const say = useSay()
  const { name, surname_en, given_name_en, passenger_type, trip, booking, checks, status } = row
  const words = passengerWords[passenger_type ?? '']
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
        {trip.name}
        <span className="sub">
          {trip.serial}・{departs(say, trip.departure_date)}
        </span>
      </td>
      <td>{booking.booking_number}</td>
      <td>
        {status === 'cancelled' && <span className="soft">{say('已取消', 'Cancelled')}</span>}
        {status === 'active' && (
          <span className={`badge ${checks.length ? 'turn-late' : 'turn-done'}`}>
            {checks.length ? say(`缺 ${checks.length} 項`, `${checks.length} missing`) : say('齊了', 'Ready')}
          </span>
        )}
      </td>
    </tr>
  )
}
