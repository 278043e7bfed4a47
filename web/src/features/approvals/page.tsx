import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { listApprovals, listWaitingApprovals } from 'guidon-sdk'
import { Suspense } from 'react'
import Stamp from '~icons/lucide/stamp'
import { guidon } from '../../kit/api.ts'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { seesApprovals } from '../../kit/roles.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { Empty, Loading } from '../../ui/empty.tsx'
import { ExportButton } from '../../ui/export/button.tsx'
import { FilterBar } from '../../ui/lists/filter-bar.tsx'
import { PagedRows } from '../../ui/lists/list-card.tsx'
import css from './page.module.css'
import type { Waiting } from './shared/words.ts'

const ApprovalCard = lazy(() => import('./card.tsx'))
const RefundCard = lazy(() => import('./refund-card.tsx'))
const AddonCard = lazy(() => import('./addon-card.tsx'))
const LeaveCard = lazy(() => import('./leave-card.tsx'))

const tabs: { group?: 'done'; words: Words }[] = [
  { words: ['待核准', 'Waiting'] },
  { group: 'done', words: ['已決定', 'Decided'] },
]

/** What waits for a decision of the reader or was asked by the reader, with the decision in place; and what was decided about bookings. */
export default function Approvals() {
  const say = useSay()
  const me = useMe()
  const { group } = useSearch({ from: '/signed-in/approvals' })
  return (
    <div className={`page ${css.approvals}`}>
      <header>
        <h1>{say('核准', 'Approvals')}</h1>
      </header>
      {seesApprovals(me) && (
        <nav className="tabs" aria-label={say('核准', 'Approvals')}>
          {tabs.map((tab) => (
            <Link
              key={tab.words[1]}
              to="/approvals"
              search={{ group: tab.group }}
              activeOptions={{ explicitUndefined: true }}
            >
              {say(...tab.words)}
            </Link>
          ))}
        </nav>
      )}
      {group === 'done' ? <Decided /> : <WaitingRows />}
    </div>
  )
}

const WaitingRows = () => {
  const say = useSay()
  const { data: rows } = useQuery({
    queryKey: ['approvals', 'waiting'],
    queryFn: () => listWaitingApprovals(guidon),
  })
  if (!rows) return <Loading />
  if (rows.length === 0) return <Empty why="done">{say('沒有待核准的申請', 'Nothing waits for approval')}</Empty>
  return (
    <>
      <FilterBar search={{}}>
        <ExportButton
          path="/api/approvals/waiting"
          words={['待核准的申請', 'What waits for approval']}
          asked={{}}
          columns={() => import('guidon-sdk/columns/approvals-waiting')}
          isLogged
        />
      </FilterBar>
      <Suspense fallback={<Loading />}>
        {rows.map((row) => (
          <WaitingCard key={`${row.source} ${row.id}`} row={row} />
        ))}
      </Suspense>
    </>
  )
}

const WaitingCard = ({ row }: { row: Waiting }) => {
  const { approval, refund_order, addon_request, leader_unavailability } = row
  if (refund_order) return <RefundCard order={refund_order} />
  if (approval) return <ApprovalCard approval={approval} />
  if (addon_request) return <AddonCard row={row} request={addon_request} />
  return leader_unavailability && <LeaveCard row={row} leave={leader_unavailability} />
}

const Decided = () => {
  const say = useSay()
  const { page: at } = useSearch({ from: '/signed-in/approvals' })
  const query = { group: 'done', per_page: usePageSize(), ...(at && { page: at }) } as const
  const { data: page } = useQuery({
    queryKey: ['approvals', query],
    queryFn: () => listApprovals(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <PagedRows
      page={page}
      empty={<Empty icon={Stamp}>{say('還沒有決定過的申請', 'Nothing has been decided yet')}</Empty>}
    >
      {(rows) => (
        <Suspense fallback={<Loading />}>
          {rows.map((each) => (
            <ApprovalCard key={each.id} approval={each} />
          ))}
        </Suspense>
      )}
    </PagedRows>
  )
}
