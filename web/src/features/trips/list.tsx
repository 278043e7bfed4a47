import { Link, useSearch } from '@tanstack/react-router'
import Route from '~icons/lucide/route'
import { today } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { editsTrips } from '../../kit/roles.ts'
import { plural, useSay } from '../../kit/words.ts'
import { useSelection } from '../../ui/columns/selection.ts'
import { Empty } from '../../ui/empty.tsx'
import { FilterBar } from '../../ui/lists/filter-bar.tsx'
import type { FiltersOf } from '../../ui/lists/filters.ts'
import { ListCard } from '../../ui/lists/list-card.tsx'
import { TripsBar } from './bulk/bar.tsx'
import { TripTools, useTripFilters } from './filters.tsx'
import css from './list.module.css'
import { PlanButtons } from './plan/plan-buttons.tsx'
import { useTrips } from './queries.ts'
import type { TripFilter } from './search.ts'
import { TripTable } from './table.tsx'
import { Year } from './year.tsx'

/** The trips of the house, as a table or as a year. */
export default function Trips() {
  const say = useSay()
  const filter = useSearch({ from: '/signed-in/trips' })
  const filters = useTripFilters(filter)
  const isCalendar = filter.view === 'calendar'
  return (
    <div className={`page ${css.tripsBoard}`}>
      <header>
        <h1>{say('出團', 'Trips')}</h1>
        <div className="right">
          <nav className="switch" aria-label={say('檢視', 'View')}>
            <View filter={filter} view={undefined}>
              {say('表格', 'Table')}
            </View>
            <View filter={filter} view="calendar">
              {say('年曆', 'Year')}
            </View>
          </nav>
          <PlanButtons />
        </div>
      </header>
      <FilterBar {...filters}>
        <TripTools search={filter} />
      </FilterBar>
      {isCalendar ? (
        <Year filter={filter} year={filter.year ?? Number(today().slice(0, 4))} />
      ) : (
        <Table filters={filters} />
      )}
    </div>
  )
}

/** Both views keep the filter. */
const View = ({ filter, view, children }: { filter: TripFilter; view: 'calendar' | undefined; children: string }) => (
  <Link to="/trips" search={{ ...filter, view, page: undefined }} activeOptions={{ explicitUndefined: true }}>
    {children}
  </Link>
)

const Table = ({ filters }: { filters: FiltersOf<TripFilter> }) => {
  const filter = filters.search
  const say = useSay()
  const me = useMe()
  const { data: page } = useTrips(filter)
  const { page: _page, sort: _sort, show: _show, ...asked } = filter
  const ticked = useSelection(asked)
  const selection = editsTrips(me) ? ticked : undefined
  return (
    <>
      <p className={`soft small ${css.found}`} role="status">
        {page && say(`${page.meta.total} 團`, plural(page.meta.total, 'trip'))}
      </p>
      <ListCard
        label={say('團的清單', 'List of trips')}
        page={page}
        filters={filters}
        empty={<Empty icon={Route}>{say('沒有即將出發的團', 'No trips are about to depart')}</Empty>}
      >
        {(trips) => <TripTable trips={trips} filter={filter} selection={selection} />}
      </ListCard>
      {selection && <TripsBar selection={selection} />}
    </>
  )
}
