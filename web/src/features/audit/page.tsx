import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { listAudit } from 'guidon-sdk'
import { Suspense } from 'react'
import History from '~icons/lucide/history'
import Lock from '~icons/lucide/lock'
import { guidon } from '../../kit/api.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { isAdmin } from '../../kit/roles.ts'
import { plural, useSay } from '../../kit/words.ts'
import { AdminTabs } from '../../ui/admin-tabs.tsx'
import { Empty } from '../../ui/empty.tsx'
import { nameOfTable } from '../../ui/forms/changes/words.ts'
import { FilterBar } from '../../ui/lists/filter-bar.tsx'
import { PagedRows } from '../../ui/lists/list-card.tsx'
import { auditFilters } from './filters.tsx'

// The names of all fields are many; they are loaded while the changes are read.
const Acts = lazy(() => import('./change.tsx'))

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
  const filters = { search: filter, filters: auditFilters(mayAll) }
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
      <FilterBar {...filters} />
      <section className="card" aria-label={say('異動清單', 'List of changes')}>
        {isAsked ? (
          <PagedRows
            page={page}
            filters={filters}
            empty={<Empty icon={History}>{say('還沒有異動', 'No changes yet')}</Empty>}
          >
            {(rows) => (
              <Suspense fallback={null}>
                <Acts rows={rows} />
              </Suspense>
            )}
          </PagedRows>
        ) : (
          <Empty icon={Lock}>
            {say('請從一筆資料的頁面開啟它的異動紀錄。', 'Open the audit of a record from the page of the record.')}
          </Empty>
        )}
      </section>
    </div>
  )
}
