import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { listSeminars, listSessions, type Seminar } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { seminarKindWords, seminarStatusWords } from 'guidon-sdk/words'
import { type ReactNode, Suspense, useState } from 'react'
import Plus from '~icons/lucide/plus'
import Presentation from '~icons/lucide/presentation'
import { guidon } from '../../kit/api.ts'
import { lazy } from '../../kit/lazy.ts'
import { isStaff, useMe } from '../../kit/me.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { plural, useSay } from '../../kit/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { recordFilter } from '../../ui/forms/record-field.tsx'
import type { FiltersOf } from '../../ui/lists/filters.ts'
import { ListPage } from '../../ui/lists/list-page.tsx'
import { type Column, ListTable } from '../../ui/lists/list-table.tsx'
import css from './page.module.css'
import { mayEdit } from './queries.ts'
import type { SeminarFilter } from './search.ts'
import { SessionRow } from './session-row.tsx'
import { statusHues } from './status.ts'
import { titleOf } from './title.ts'

const SeminarSheet = lazy(() => import('./seminar-sheet.tsx'))

/** The list of sessions, or with `view=seminars` the list of seminars. */
export default function Seminars() {
  const say = useSay()
  const me = useMe()
  const filter = useSearch({ from: '/signed-in/seminars' })
  const [isAdding, setAdding] = useState(false)
  const shared = {
    title: say('說明會', 'Briefings'),
    filters: useFilters(filter),
    aside: (
      <>
        <Views view={filter.view} />
        {mayEdit(me) && <Add className="button main" open={() => setAdding(true)} />}
      </>
    ),
    add: mayEdit(me) && <Add className="button" open={() => setAdding(true)} />,
  }
  return (
    <>
      {filter.view ? <SeminarList filter={filter} shared={shared} /> : <SessionList filter={filter} shared={shared} />}
      <Suspense>{isAdding && <SeminarSheet close={() => setAdding(false)} />}</Suspense>
    </>
  )
}

const Add = ({ className, open }: { className: string; open: () => void }) => {
  const say = useSay()
  return (
    <button type="button" className={className} onClick={open}>
      <Plus />
      {say('新增說明會', 'Add')}
    </button>
  )
}

const Views = ({ view }: { view: SeminarFilter['view'] }) => {
  const say = useSay()
  return (
    <nav className="switch" aria-label={say('顯示方式', 'View')}>
      <Link to="/seminars" search={{}} aria-current={view ? undefined : 'page'}>
        {say('場次', 'Sessions')}
      </Link>
      <Link to="/seminars" search={{ view: 'seminars' }} aria-current={view ? 'page' : undefined}>
        {say('說明會', 'Seminars')}
      </Link>
    </nav>
  )
}

const { full: _full, ...seminarStatuses } = seminarStatusWords
const kindFilter = { of: 'kind', words: label.kind, choices: seminarKindWords } as const

const SeminarField = recordFilter('/api/seminars')

const useFilters = (search: SeminarFilter): FiltersOf<SeminarFilter> => {
  const isForStaff = isStaff(useMe())
  if (search.view)
    return {
      search,
      find: ['找標題', 'Find a title'],
      filters: [kindFilter, { of: 'status', words: label.status, choices: seminarStatuses }],
    }
  return {
    search,
    find: ['找地點', 'Find a venue'],
    filters: [
      isForStaff && { of: 'seminar_id', words: label.seminar_id, field: SeminarField },
      kindFilter,
      { of: 'status', words: label.status, choices: seminarStatusWords },
      { from: 'from', to: 'to', words: ['日期', 'Days'] },
    ],
  }
}

type Shared = { title: string; filters: FiltersOf<SeminarFilter>; aside: ReactNode; add: ReactNode }
type ListProps = { filter: SeminarFilter; shared: Shared }

const SessionList = ({ filter: { view: _view, ...filter }, shared: { add, ...shared } }: ListProps) => {
  const say = useSay()
  // Past sessions are found with the filters for status and days.
  const query = {
    ...(!filter.status && !filter.from && { group: 'open' as const }),
    ...filter,
    per_page: usePageSize(),
  }
  const { data: page } = useQuery({
    queryKey: ['sessions', 'list', query],
    queryFn: () => listSessions(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      {...shared}
      label={say('場次清單', 'List of sessions')}
      counted={(total) => say(`${total} 場`, plural(total, 'session'))}
      page={page}
      empty={
        <Empty icon={Presentation} act={add}>
          {say('沒有即將舉行的場次', 'No sessions are about to take place')}
        </Empty>
      }
    >
      {(rows) => (
        <ListTable className={css.sessionsTable} columns={columnsOfSessions} sort={filter.sort} rows={rows}>
          {(row) => <SessionRow key={row.id} row={row} />}
        </ListTable>
      )}
    </ListPage>
  )
}

const columnsOfSessions: Column[] = [
  { words: label.at, by: 'starts_at' },
  { words: label.seminar_id },
  { words: label.venue },
  { words: label.status },
  { words: ['到場／報名', 'Attended / registered'], isNumber: true },
]

const SeminarList = ({
  filter: { view: _view, from: _from, to: _to, ...asked },
  shared: { add, ...shared },
}: ListProps) => {
  const say = useSay()
  const { status, seminar_id: _id, ...filter } = asked
  const query = { ...filter, ...(status && status !== 'full' && { status }), per_page: usePageSize() }
  const { data: page } = useQuery({
    queryKey: ['seminars', 'list', query],
    queryFn: () => listSeminars(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      {...shared}
      label={say('說明會清單', 'List of seminars')}
      counted={(total) => say(`${total} 個`, plural(total, 'seminar'))}
      page={page}
      empty={
        <Empty icon={Presentation} act={add}>
          {say('還沒有說明會', 'No seminars yet')}
        </Empty>
      }
    >
      {(rows) => (
        <ListTable className={css.seminarsTable} columns={columnsOfSeminars} sort={filter.sort} rows={rows}>
          {(row) => <SeminarRow key={row.id} row={row} />}
        </ListTable>
      )}
    </ListPage>
  )
}

const columnsOfSeminars: Column[] = [
  { words: label.seminar_id, by: 'title' },
  { words: label.kind },
  { words: label.status },
  { words: label.planned_trip_ids },
]

const SeminarRow = ({ row }: { row: Seminar }) => {
  const say = useSay()
  const trips = row.planned_trip_ids.length
  return (
    <tr>
      <td>
        <Link className="row-link" to="/seminars/$id" params={{ id: String(row.id) }}>
          {titleOf(say, row)}
        </Link>
        {row.is_public && <span className="sub">{say('對外開放報名', 'Open to the public')}</span>}
      </td>
      <td>{say(...seminarKindWords[row.kind])}</td>
      <td>
        <span className={`badge ${statusHues[row.status]}`}>{say(...seminarStatusWords[row.status])}</span>
      </td>
      <td>{trips > 0 && say(`${trips} 團`, plural(trips, 'trip'))}</td>
    </tr>
  )
}
