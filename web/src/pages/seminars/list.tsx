import './page.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { listSeminars, listSessions, type Seminar, type SeminarSession } from 'guidon-sdk'
import { useState } from 'react'
import type { SeminarFilter } from '../../filters.ts'
import { guidon } from '../../kit/api.ts'
import { useMe } from '../../kit/me.ts'
import { useSay } from '../../kit/words.ts'
import { DaysFilter } from '../../parts/days-filter.tsx'
import { DelayedSearch } from '../../parts/delayed-search.tsx'
import { ClearFilters, OneOf, SortedHeading } from '../../parts/filter-parts.tsx'
import { Plus } from '../../parts/icons.tsx'
import { ListPage } from '../../parts/list-page.tsx'
import { mayEdit, timesOf } from './queries.ts'
import { SeminarSheet } from './seminar-sheet.tsx'
import { kindWords, statusHues, statusWords, titleOf } from './words.ts'

/** What is held when, and with `view=seminars` the seminars that it belongs to. */
export default function Seminars() {
  const say = useSay()
  const me = useMe()
  const filter = useSearch({ from: '/signed-in/seminars' })
  const [isAdding, setAdding] = useState(false)
  const shared = {
    title: say('說明會', 'Briefings'),
    filters: <Filters filter={filter} />,
    aside: (
      <>
        <Views view={filter.view} />
        {mayEdit(me) && (
          <button type="button" className="button main" onClick={() => setAdding(true)}>
            <Plus />
            {say('新增說明會', 'Add')}
          </button>
        )}
      </>
    ),
  }
  return (
    <>
      {filter.view ? <SeminarList filter={filter} shared={shared} /> : <SessionList filter={filter} shared={shared} />}
      {isAdding && <SeminarSheet close={() => setAdding(false)} />}
    </>
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

const Filters = ({ filter }: { filter: SeminarFilter }) => {
  const say = useSay()
  const navigate = useNavigate()
  const change = (to: Partial<SeminarFilter>) =>
    navigate({ to: '/seminars', search: { ...filter, page: undefined, ...to }, replace: true })
  const { view, page: _page, sort: _sort, ...asked } = filter
  const { full: _full, ...ofSeminars } = statusWords
  return (
    <search className="filters">
      <DelayedSearch
        label={view ? say('找標題', 'Find a title') : say('找地點', 'Find a venue')}
        value={filter.q ?? ''}
        change={(q) => change({ q: q || undefined })}
      />
      <OneOf label={say('種類', 'Kind')} words={kindWords} value={filter.kind} choose={(kind) => change({ kind })} />
      {view ? (
        <OneOf
          label={say('狀態', 'Status')}
          words={ofSeminars}
          value={filter.status === 'full' ? undefined : filter.status}
          choose={(status) => change({ status })}
        />
      ) : (
        <OneOf
          label={say('狀態', 'Status')}
          words={statusWords}
          value={filter.status}
          choose={(status) => change({ status })}
        />
      )}
      {!view && (
        <DaysFilter
          label={say('日期', 'Days')}
          from={filter.from}
          to={filter.to}
          choose={(from, to) => change({ from, to })}
        />
      )}
      {Object.keys(asked).length > 0 && (
        <ClearFilters clear={() => navigate({ to: '/seminars', search: { ...(view && { view }) } })} />
      )}
    </search>
  )
}

type Shared = Pick<Parameters<typeof ListPage>[0], 'title' | 'filters' | 'aside'>
type ListProps = { filter: SeminarFilter; shared: Shared }

const SessionList = ({ filter: { view: _view, ...filter }, shared }: ListProps) => {
  const say = useSay()
  // What is over is found by its status or its days.
  const query = { ...(!filter.status && !filter.from && { group: 'open' as const }), ...filter, per_page: 20 }
  const { data: page, error } = useQuery({
    queryKey: ['sessions', 'list', query],
    queryFn: () => listSessions(guidon, query),
    placeholderData: keepPreviousData,
  })
  if (error) throw error
  return (
    <ListPage
      {...shared}
      label={say('場次清單', 'List of sessions')}
      counted={(total) => say(`${total} 場`, `${total} sessions`)}
      page={page}
    >
      {(rows) => (
        <table className="table as-cards sessions-table">
          <thead>
            <tr>
              <SortedHeading by="starts_at" sort={filter.sort}>
                {say('時間', 'Time')}
              </SortedHeading>
              <th scope="col">{say('說明會', 'Seminar')}</th>
              <th scope="col">{say('地點', 'Venue')}</th>
              <th scope="col">{say('狀態', 'Status')}</th>
              <th scope="col" className="number">
                {say('到場／會來', 'Attended / coming')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <SessionRow key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      )}
    </ListPage>
  )
}

export const SessionRow = ({ row, isAlone = false }: { row: SeminarSession; isAlone?: boolean }) => {
  const say = useSay()
  const { seminar, venue, online_url, status, attendances, seats, capacity } = row
  return (
    <tr>
      <td>
        <Link className="row-link" to="/sessions/$id" params={{ id: String(row.id) }}>
          {timesOf(row)}
        </Link>
      </td>
      {!isAlone && (
        <td>
          {titleOf(say, seminar)}
          <span className="sub">{say(...kindWords[seminar.kind])}</span>
        </td>
      )}
      <td>{venue ?? (online_url ? say('線上', 'Online') : '')}</td>
      <td>
        <span className={`badge ${statusHues[status]}`}>{say(...statusWords[status])}</span>
      </td>
      <td className="number">
        <b>{attendances.attended}</b>／{seats.taken}
        {capacity !== null && <span className="sub">{say(`共 ${capacity} 席`, `${capacity} seats`)}</span>}
      </td>
    </tr>
  )
}

const SeminarList = ({ filter: { view: _view, from: _from, to: _to, ...asked }, shared }: ListProps) => {
  const say = useSay()
  const { status, ...filter } = asked
  const query = { ...filter, ...(status && status !== 'full' && { status }), per_page: 20 }
  const { data: page, error } = useQuery({
    queryKey: ['seminars', 'list', query],
    queryFn: () => listSeminars(guidon, query),
    placeholderData: keepPreviousData,
  })
  if (error) throw error
  return (
    <ListPage
      {...shared}
      label={say('說明會清單', 'List of seminars')}
      counted={(total) => say(`${total} 個`, `${total} seminars`)}
      page={page}
    >
      {(rows) => (
        <table className="table as-cards seminars-table">
          <thead>
            <tr>
              <SortedHeading by="title" sort={filter.sort}>
                {say('說明會', 'Seminar')}
              </SortedHeading>
              <th scope="col">{say('種類', 'Kind')}</th>
              <th scope="col">{say('狀態', 'Status')}</th>
              <th scope="col">{say('團', 'Trips')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <SeminarRow key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      )}
    </ListPage>
  )
}

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
      <td>{say(...kindWords[row.kind])}</td>
      <td>
        <span className={`badge ${statusHues[row.status]}`}>{say(...statusWords[row.status])}</span>
      </td>
      <td>{trips > 0 && say(`${trips} 團`, `${trips} trips`)}</td>
    </tr>
  )
}
