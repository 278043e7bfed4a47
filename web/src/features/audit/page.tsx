import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { listAudit } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { useMe } from '../../kit/me.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { isAdmin } from '../../kit/roles.ts'
import { plural, useSay } from '../../kit/words.ts'
import { AdminTabs } from '../../ui/admin-tabs.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { nameOfTable } from '../../ui/forms/changes/words.ts'
import { Pages } from '../../ui/lists/pages.tsx'
import { ChangeRow } from './change.tsx'
import { Filters } from './filters.tsx'
import css from './page.module.css'

/** The audit: all changes for administrators, those of one record for other staff. */
export default function Audit() {
  const say = useSay()
  const mayAll = isAdmin(useMe())
  const filter = useSearch({ from: '/signed-in/audit' })
  const isAsked = mayAll || (filter.table_name !== undefined && filter.record_id !== undefined)
  const query = { ...filter, per_page: usePageSize() }
  const { data: page } = useQuery({
    queryKey: ['audit', query],
    queryFn: () => listAudit(guidon, query),
    placeholderData: keepPreviousData,
    enabled: isAsked,
  })
  const { table_name } = filter
  return (
    <div className="page">
      <header>
        <div>
          <h1>{say('異動紀錄', 'Audit')}</h1>
          <p className="soft small" role="status">
            {table_name && `${nameOfTable(say, table_name)}・`}
            {page && say(`${page.meta.total} 筆`, plural(page.meta.total, 'change'))}
          </p>
        </div>
      </header>
      {mayAll && <AdminTabs />}
      <Filters filter={filter} mayAll={mayAll} />
      <section className="card" aria-label={say('異動清單', 'List of changes')}>
        {isAsked && !page && <Loading />}
        {!isAsked && <Empty>{say('請從一筆資料的頁面開啟它的異動紀錄。', 'Open it from the page of a record.')}</Empty>}
        {page?.data.length === 0 && <Empty />}
        <ol className={css.changes}>
          {page?.data.map((change) => (
            <ChangeRow key={change.id} change={change} />
          ))}
        </ol>
        {page && <Pages meta={page.meta} />}
      </section>
    </div>
  )
}
