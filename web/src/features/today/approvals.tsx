import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listApprovals } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { dayAndTime, fromNow } from '../../kit/days.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { kindOf, priceOf } from '../approvals/shared/words.ts'
import css from './page.module.css'

/** What waits for the reader's approval, the oldest first. */
export const WaitingApprovals = () => {
  const say = useSay()
  const { data: page } = useQuery({
    queryKey: ['approvals', 'to decide'],
    queryFn: () => listApprovals(guidon, { to_decide: true, sort: 'created_at', per_page: 4 }),
  })
  if (!page?.data.length) return null
  const more = page.meta.total - page.data.length
  return (
    <section className="card" aria-labelledby="approvals">
      <header>
        <h2 id="approvals">{say('待您核准', 'For your approval')}</h2>
        <span className="count">{page.meta.total}</span>
      </header>
      <ul className={css.todo}>
        {page.data.map((approval) => (
          <li key={approval.id}>
            <Link className="row-link" to="/approvals">
              {kindOf(say, approval.kind)}
            </Link>
            <time className="right small soft" dateTime={approval.created_at} title={dayAndTime(approval.created_at)}>
              {fromNow(approval.created_at)}
            </time>
            <span className="sub">
              {[approval.booking.contact_name, nameOf(say, approval.asker), priceOf(approval)]
                .filter(Boolean)
                .join('・')}
            </span>
            <q className="sub">{approval.reason}</q>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className={`${css.says} small`}>
          <Link to="/approvals">{say(`還有 ${more} 件`, `and ${more} more`)}</Link>
        </p>
      )}
    </section>
  )
}
