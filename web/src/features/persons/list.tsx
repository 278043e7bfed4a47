import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { listEnquiries, listPersons, type Person } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { enquiryStatusWords } from 'guidon-sdk/words'
import { useState } from 'react'
import Users from '~icons/lucide/users'
import { guidon } from '../../kit/api.ts'
import { useMe } from '../../kit/me.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { worksOnEnquiries } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { Card } from '../../ui/card.tsx'
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
  const me = useMe()
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
      {q && worksOnEnquiries(me) && <Asked q={q} />}
    </>
  )
}

/** Who has asked and perhaps never booked is no person yet; so the enquiries of the same name or number stand beside. */
const Asked = ({ q }: { q: string }) => {
  const say = useSay()
  const { data: page } = useQuery({
    queryKey: ['enquiries', 'of-people', q],
    queryFn: () => listEnquiries(guidon, { q, per_page: SHOWN }),
  })
  if (!page?.data.length) return null
  return (
    <Card title={say('洽詢過的人', 'Who has asked')} count={page.meta.total}>
      <ListTable className={css.personsTable} columns={askedColumns} rows={page.data}>
        {({ id, name, enquiry_number, phone, email, status }) => (
          <tr key={id}>
            <td>
              <Link className="row-link" to="/enquiries/$id" params={{ id: String(id) }}>
                {name}
              </Link>
              <span className="sub">{enquiry_number}</span>
            </td>
            <td>{phone}</td>
            <td>{email}</td>
            <td className="soft">
              {say(`洽詢・${enquiryStatusWords[status][0]}`, `Enquiry · ${enquiryStatusWords[status][1]}`)}
            </td>
          </tr>
        )}
      </ListTable>
      {page.meta.total > page.data.length && (
        <p className="within">
          <Link className="link" to="/enquiries" search={{ q }}>
            {say('這些洽詢的清單', 'The list of these enquiries')}
          </Link>
        </p>
      )}
    </Card>
  )
}
const SHOWN = 5

const columns: Column[] = [
  { words: ['姓名', 'Name'] },
  { words: label.phone },
  { words: ['信箱', 'Email'] },
  { words: label.records },
]

const askedColumns: Column[] = [...columns.slice(0, -1), { words: ['洽詢', 'Enquiry'] }]

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
