import './list.css'
import { useSearch } from '@tanstack/react-router'
import { useSay } from '../../kit/words.ts'
import { Empty, Loading } from '../../parts/empty.tsx'
import { Pages } from '../../parts/pages.tsx'
import { Filters } from './filters.tsx'
import { useRequests } from './queries.ts'
import { RequestTable } from './table.tsx'

export default function RequestList() {
  const say = useSay()
  const filter = useSearch({ from: '/signed-in/requests' })
  const { data: page, error } = useRequests(filter)
  if (error) throw error
  return (
    <div className="page">
      <header>
        <div>
          <h1>{say('加購', 'Add-ons')}</h1>
          <p className="soft small" role="status">
            {page && say(`${page.meta.total} 筆`, `${page.meta.total} requests`)}
          </p>
        </div>
      </header>
      <Filters filter={filter} />
      <section className="card" aria-label={say('加購清單', 'Requests')}>
        {!page && <Loading />}
        {page?.data.length === 0 && <Empty />}
        {page && page.data.length > 0 && <RequestTable rows={page.data} sort={filter.sort} />}
        {page && page.meta.last_page > 1 && <Pages meta={page.meta} />}
      </section>
    </div>
  )
}
