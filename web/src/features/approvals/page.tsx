import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { listApprovals } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { useSay, type Words } from '../../kit/words.ts'
import { PagedRows } from '../../ui/lists/list-card.tsx'
import { ApprovalCard } from './card.tsx'

const tabs: { group?: 'done'; words: Words }[] = [
  { words: ['待核准', 'Waiting'] },
  { group: 'done', words: ['已決定', 'Decided'] },
]

/** What colleagues ask others to approve: who asks what, for which booking and why, with the decision in place. */
export default function Approvals() {
  const say = useSay()
  const { group, page: at } = useSearch({ from: '/signed-in/approvals' })
  const query = { group: group ?? 'open', per_page: usePageSize(), ...(at && { page: at }) } as const
  const { data: page } = useQuery({
    queryKey: ['approvals', query],
    queryFn: () => listApprovals(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="page">
      <header>
        <h1>{say('核准', 'Approvals')}</h1>
      </header>
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
      <PagedRows
        page={page}
        empty={
          group
            ? say('還沒有決定過的申請', 'Nothing has been decided yet')
            : say('沒有待核准的申請', 'Nothing waits for approval')
        }
      >
        {(rows) => rows.map((each) => <ApprovalCard key={each.id} approval={each} />)}
      </PagedRows>
    </div>
  )
}
