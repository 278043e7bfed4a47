import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { listPersons, type Person } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import Users from '~icons/lucide/users'
import { guidon } from '../../kit/api.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { useSay } from '../../kit/words.ts'
import { Empty } from '../../ui/empty.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { FilterBar } from '../../ui/lists/filter-bar.tsx'
import type { FiltersOf } from '../../ui/lists/filters.ts'
import { ListCard } from '../../ui/lists/list-card.tsx'
import { type Column, ListTable } from '../../ui/lists/list-table.tsx'
import { Doubles } from './doubles.tsx'
import css from './list.module.css'
import { PassportSheet } from './passport-sheet.tsx'
import type { PersonFilter } from './search.ts'
import { peopleIn, recordsIn } from './shared/words.ts'

/** Everybody the agency knows, over all bookings, trips and accounts; and who may be in it twice. */
export default function Persons() {
  const say = useSay()
  const [isFinding, setFinding] = useState(false)
  const filter = useSearch({ from: '/signed-in/persons' })
  return (
    <div className="page">
      <header>
        <h1>{say('客人', 'People')}</h1>
        <div className="right">
          <button type="button" className="button" onClick={() => setFinding(true)}>
            {say('用護照號碼查人…', 'Find by passport…')}
          </button>
        </div>
      </header>
      <nav className="tabs" aria-label={say('客人的頁面', 'Pages of people')}>
        <Link to="/persons" search={{ view: undefined }} activeOptions={{ explicitUndefined: true }}>
          {say('所有客人', 'All people')}
        </Link>
        <Link to="/persons" search={{ view: 'doubles' }}>
          {say('可能重複', 'Possible duplicates')}
        </Link>
      </nav>
      {filter.view === 'doubles' ? <Doubles /> : <Everybody filter={filter} />}
      {isFinding && <PassportSheet close={() => setFinding(false)} />}
    </div>
  )
}

const Everybody = ({ filter }: { filter: PersonFilter }) => {
  const say = useSay()
  const { q, page: at } = filter
  const filters: FiltersOf<PersonFilter> = { search: filter, find: ['找姓名、電話、信箱', 'Find a name, phone, email'] }
  const query = { ...(q && { q }), ...(at && { page: at }), per_page: usePageSize() }
  const { data: page } = useQuery({
    queryKey: ['persons', query],
    queryFn: () => listPersons(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <FilterBar {...filters}>
        <ExportButton
          path="/api/persons"
          words={['客人', 'People']}
          asked={{ ...(q && { q }) }}
          columns={() => import('guidon-sdk/columns/persons')}
          isLogged
        />
      </FilterBar>
      <p className="soft small" role="status">
        {page && peopleIn(say, page.meta.total)}
      </p>
      <ListCard
        label={say('客人清單', 'List of people')}
        page={page}
        filters={filters}
        empty={
          <Empty icon={Users}>
            {say('還沒有客人；客人隨訂單加入。', 'Nobody yet: people come with their bookings.')}
          </Empty>
        }
      >
        {(rows) => (
          <ListTable className={css.personsTable} columns={columns} rows={rows}>
            {(person) => <Row key={person.id} person={person} />}
          </ListTable>
        )}
      </ListCard>
    </>
  )
}

const columns: Column[] = [
  { words: ['姓名', 'Name'] },
  { words: label.phone },
  { words: ['信箱', 'Email'] },
  { words: label.records },
]

const Row = ({ person: { id, name, name_en, phone, email, records } }: { person: Person }) => {
  const say = useSay()
  return (
    <tr>
      <td>
        <Link className="row-link" to="/persons/$id" params={{ id: String(id) }}>
          {name}
        </Link>
        {name_en && <span className="sub">{name_en}</span>}
      </td>
      <td>{phone}</td>
      <td>{email}</td>
      <td className="soft">{recordsIn(say, records)}</td>
    </tr>
  )
}
