import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { listTravelers, type TripRegistrationTraveler as Traveler } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { passengerTypeWords, travelerStatusWords } from 'guidon-sdk/words'
import FileWarning from '~icons/lucide/file-warning'
import Users from '~icons/lucide/users'
import { guidon } from '../../kit/api.ts'
import { dayWithYear, departs } from '../../kit/days.ts'
import { lazy } from '../../kit/lazy.ts'
import { isStaff, useMe } from '../../kit/me.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { editsTravelers, seesPersons } from '../../kit/roles.ts'
import { nameOf, plural, useSay } from '../../kit/words.ts'
import { ChosenTable, SelectionBar } from '../../ui/columns/chosen-table.tsx'
import { type ChosenColumn, fileOf, stampColumns } from '../../ui/columns/columns.ts'
import { ColumnsMenu } from '../../ui/columns/columns-menu.tsx'
import { type Selection, useSelection } from '../../ui/columns/selection.ts'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { recordFilter } from '../../ui/forms/record-field.tsx'
import type { Filter } from '../../ui/lists/filters.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import { passengerWords } from '../bookings/shared/passenger-type.ts'
import { SavedViews } from '../views/shared/menu.tsx'
import css from './list.module.css'
import { askedOf, type TravelerFilter } from './search.ts'

const WantedOfManySheet = lazy(() => import('./wanted-of-many-sheet.tsx'))

/** Everybody who travels or has traveled. */
export default function Travelers() {
  const say = useSay()
  const me = useMe()
  const filter = useSearch({ from: '/signed-in/travelers' })
  const query = { ...askedOf(filter), per_page: usePageSize() }
  const { data: page } = useQuery({
    queryKey: ['travelers', query],
    queryFn: () => listTravelers(guidon, query),
    placeholderData: keepPreviousData,
  })
  const { page: _page, sort: _sort, show: _show, ...asked } = filter
  const ticked = useSelection(asked)
  const selection = isStaff(me) ? ticked : undefined
  return (
    <>
      <ListPage
        title={say('旅客', 'Travelers')}
        label={say('旅客清單', 'List of travelers')}
        counted={(total) => say(`${total} 位`, plural(total, 'traveler'))}
        page={page}
        filters={{ search: filter, find: ['找姓名', 'Find a name'], filters }}
        tools={<Tools search={filter} />}
        empty={
          <Empty icon={Users}>
            {say('還沒有旅客；旅客隨訂單加入。', 'No travelers yet: they come with their bookings.')}
          </Empty>
        }
        aside={
          seesPersons(me) && (
            <Link className="button" to="/persons">
              {say('客人與重複資料', 'People and duplicates')}
            </Link>
          )
        }
      >
        {(rows) => (
          <ChosenTable
            className={css.travelersTable}
            columns={columns}
            show={filter.show}
            sort={filter.sort}
            rows={rows}
            selection={selection}
            nameOf={({ name }) => name}
          />
        )}
      </ListPage>
      {selection && <TravelersBar selection={selection} filter={filter} />}
    </>
  )
}

const TravelersBar = ({ selection, filter }: { selection: Selection; filter: TravelerFilter }) => {
  const say = useSay()
  return (
    <SelectionBar
      selection={selection}
      counted={(count) => say(`已選 ${count} 位`, `${plural(count, 'traveler')} selected`)}
    >
      {editsTravelers(useMe()) && (
        <OpenButton words={['請補件…', 'Request documents…']} className="button">
          {(close) => <WantedOfManySheet travelers={selection.ids} close={close} />}
        </OpenButton>
      )}
      <ExportButton {...exported(filter)} className="button" ticked={selection.ids} />
    </SelectionBar>
  )
}

const Tools = ({ search }: { search: TravelerFilter }) => (
  <>
    <ColumnsMenu columns={columns} show={search.show} />
    <SavedViews list="travelers" filter={search} />
    <ExportButton {...exported(search)} />
  </>
)

/** All of the list as a file, or those that are ticked, with the columns on the screen. */
const exported = (filter: TravelerFilter) => ({
  path: '/api/travelers',
  words: ['旅客', 'Travelers'] as const,
  asked: askedOf(filter),
  shown: fileOf(columns, filter.show),
  columns: () => import('guidon-sdk/columns/travelers'),
  isLogged: true,
})

const Sellers = recordFilter('/api/users')
const Trips = recordFilter('/api/planned-trips')

const filters: readonly Filter<TravelerFilter>[] = [
  { of: 'lacks_papers', words: label.lacks_papers, is: true, icon: FileWarning },
  { from: 'departs_from', to: 'departs_to', words: label.departure_date },
  { of: 'passenger_type', words: label.passenger_type, choices: passengerTypeWords },
  { of: 'status', words: label.status, choices: travelerStatusWords },
  { of: 'owed', words: ['未付清', 'Unpaid'], is: true },
  { of: 'sales_user_id', words: label.sales_user_id, field: Sellers },
  { of: 'planned_trip_id', words: label.trip, field: Trips },
]

const columns: readonly ChosenColumn<Traveler>[] = [
  {
    name: 'traveler',
    words: label.traveler,
    by: 'name',
    file: ['name', 'surname_en', 'given_name_en', 'passenger_type'],
    cell: (row) => <Subject row={row} />,
  },
  { name: 'mobile', words: label.mobile, isExtra: true, file: ['mobile'], cell: ({ mobile }) => mobile },
  { name: 'email', words: label.email, isExtra: true, file: ['email'], cell: ({ email }) => email },
  {
    name: 'birth',
    words: label.birth_date,
    isExtra: true,
    file: ['birth_date'],
    cell: ({ birth_date }) => birth_date && dayWithYear(birth_date),
  },
  {
    name: 'passport',
    words: label.passport_expires_on,
    by: 'passport_expires_on',
    isExtra: true,
    file: ['passport_expires_on'],
    cell: ({ passport_expires_on }) => passport_expires_on && dayWithYear(passport_expires_on),
  },
  {
    name: 'meals',
    words: label.meal_requirement,
    isExtra: true,
    file: ['meal_requirement'],
    cell: ({ meal_requirement }) => meal_requirement,
  },
  { name: 'notes', words: label.notes, isExtra: true, file: ['notes'], cell: ({ notes }) => notes },
  {
    name: 'trip',
    words: label.trip,
    file: ['trip.serial', 'trip.name', 'trip.departure_date'],
    cell: ({ trip }) => <TripCell trip={trip} />,
  },
  {
    name: 'booking',
    words: label.booking,
    file: ['booking.booking_number'],
    cell: ({ booking }) => booking.booking_number,
  },
  ...stampColumns,
  { name: 'papers', words: ['證件', 'Papers'], file: ['checks'], cell: (row) => <Papers row={row} /> },
]

const Subject = ({ row }: { row: Traveler }) => {
  const say = useSay()
  const { id, name, surname_en, given_name_en, passenger_type } = row
  const words = passengerWords(passenger_type)
  return (
    <>
      <Link className="row-link" to="/travelers/$id" params={{ id: String(id) }}>
        {name}
      </Link>
      <span className="sub">
        {[surname_en, given_name_en].filter(Boolean).join('/')}
        {words && words[1] !== 'Adult' && `・${say(...words)}`}
      </span>
    </>
  )
}

const TripCell = ({ trip }: Pick<Traveler, 'trip'>) => {
  const say = useSay()
  return (
    <>
      {nameOf(say, trip)}
      <span className="sub">
        {trip.serial}・{departs(say, trip.departure_date)}
      </span>
    </>
  )
}

const Papers = ({ row: { checks, status } }: { row: Traveler }) => {
  const say = useSay()
  if (status === 'cancelled') return <span className="soft">{say('已取消', 'Cancelled')}</span>
  return (
    <span className={`badge ${checks.length ? 'turn-late' : 'turn-done'}`}>
      {checks.length ? say(`缺 ${checks.length} 項`, `${checks.length} missing`) : say('齊全', 'Ready')}
    </span>
  )
}
