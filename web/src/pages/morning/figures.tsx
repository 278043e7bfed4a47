import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listAddonRequests, listPendingResponses, listPlannedTrips, type PageMeta } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { addDays, today } from '../../kit/days.ts'
import { useSay } from '../../kit/words.ts'
import { useWaiting } from '../../parts/waiting.ts'

/** Four figures; those of requests lead to what they count. */
export const Figures = () => {
  const say = useSay()
  const waiting = useWaiting().data?.meta.total
  const offers = useTotal('offers', () => listPendingResponses(guidon, { per_page: 1 }))
  const overdue = useTotal('requests', () => listAddonRequests(guidon, { overdue: true, per_page: 1 }))
  const withoutLeader = useTotal('trips', () =>
    listPlannedTrips(guidon, { missing_leader: true, from: today(), to: addDays(today(), 60), per_page: 1 }),
  )
  return (
    <section className="figures" aria-label={say('數字', 'Figures')}>
      <Link className="card" to="/requests" search={{ next_action_by: 'me' }}>
        <Figure label={say('輪到我', 'My turn')} count={waiting} />
      </Link>
      <Link className="card" to="/requests" search={{ next_action_by: 'customer' }}>
        <Figure label={say('等客戶回覆', 'With customers')} count={offers} />
      </Link>
      <Link className={overdue ? 'card bad' : 'card'} to="/requests" search={{ overdue: true }}>
        <Figure label={say('逾期', 'Overdue')} count={overdue} />
      </Link>
      <div className={withoutLeader ? 'card bad' : 'card'}>
        <Figure label={say('60 天內未派領隊', 'No leader, next 60 days')} count={withoutLeader} />
      </div>
    </section>
  )
}

const Figure = ({ label, count }: { label: string; count: number | undefined }) => (
  <>
    <span className="soft small">{label}</span>
    <b>{count ?? '–'}</b>
  </>
)

const useTotal = (key: string, read: () => Promise<{ meta: PageMeta }>) =>
  useQuery({ queryKey: [key, 'total'], queryFn: read }).data?.meta.total
