import './page.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { listPersons, type Person } from 'guidon-sdk'
import { useState } from 'react'
import type { PersonFilter } from '../../filters.ts'
import { guidon } from '../../kit/api.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { DelayedSearch } from '../../parts/delayed-search.tsx'
import { Empty, Loading } from '../../parts/empty.tsx'
import { Pages } from '../../parts/pages.tsx'
import { recordsIn } from '../../parts/person-words.ts'
import { Doubles } from './doubles.tsx'
import { PassportSheet } from './passport-sheet.tsx'

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
            {say('以護照號碼找…', 'Find by passport…')}
          </button>
        </div>
      </header>
      <nav className="tabs" aria-label={say('客人的頁面', 'Pages of people')}>
        <Link to="/persons" search={{ view: undefined }} activeOptions={{ explicitUndefined: true }}>
          {say('所有人', 'Everybody')}
        </Link>
        <Link to="/persons" search={{ view: 'doubles' }}>
          {say('可能重複', 'Maybe the same')}
        </Link>
      </nav>
      {filter.view === 'doubles' ? <Doubles /> : <Everybody filter={filter} />}
      {isFinding && <PassportSheet close={() => setFinding(false)} />}
    </div>
  )
}

const Everybody = ({ filter }: { filter: PersonFilter }) => {
  const say = useSay()
  const navigate = useNavigate()
  const { q, page: at } = filter
  const { data: page, error } = useQuery({
    queryKey: ['persons', q, at],
    queryFn: () => listPersons(guidon, { ...(q && { q }), ...(at && { page: at }), per_page: 30 }),
    placeholderData: keepPreviousData,
  })
  if (error) throw error
  return (
    <>
      <search className="filters">
        <DelayedSearch
          label={say('找姓名、電話、信箱', 'Find a name, phone, address')}
          value={q ?? ''}
          change={(text) => navigate({ to: '/persons', search: text ? { q: text } : {}, replace: true })}
        />
        <span className="soft small" role="status">
          {page && say(`${page.meta.total} 位`, `${page.meta.total} people`)}
        </span>
      </search>
      <section className="card" aria-label={say('客人清單', 'List of people')}>
        {!page && <Loading />}
        {page?.data.length === 0 && <Empty />}
        {page && page.data.length > 0 && <Table rows={page.data} />}
        {page && page.meta.last_page > 1 && <Pages meta={page.meta} />}
      </section>
    </>
  )
}

const Table = ({ rows }: { rows: Person[] }) => {
  const say = useSay()
  return (
    <table className="table as-cards persons-table">
      <thead>
        <tr>
          <th scope="col">{say('姓名', 'Name')}</th>
          <th scope="col">{say('電話', 'Phone')}</th>
          <th scope="col">{say('信箱', 'Email')}</th>
          <th scope="col">{say('紀錄', 'Records')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((person) => (
          <tr key={person.id}>
            <td>
              <Link className="row-link" to="/persons/$id" params={{ id: String(person.id) }}>
                {person.name}
              </Link>
              {person.name_en && <span className="sub">{nameOf(say, { name: person.name_en })}</span>}
            </td>
            <td>{person.phone}</td>
            <td>{person.email}</td>
            <td className="soft">{recordsIn(say, person.records)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
