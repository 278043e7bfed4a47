import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listWaitingApprovals } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { dayAndTime, fromNow } from '../../kit/days.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { priceOf } from '../approvals/shared/words.ts'
import css from './page.module.css'

const SHOWN = 4

/** What waits for the reader's approval, whatever it is about, the oldest first. */
export const WaitingApprovals = () => {
  const say = useSay()
  const { data: rows } = useQuery({
    queryKey: ['approvals', 'to decide'],
    queryFn: () => listWaitingApprovals(guidon, { to_decide: true }),
  })
  if (!rows?.length) return null
  const more = rows.length - SHOWN
  return (
    <section className={`card ${css.approvals}`} aria-labelledby="approvals">
      <header>
        <h2 id="approvals">{say('待您核准', 'For your approval')}</h2>
        <span className="count">{rows.length}</span>
      </header>
      <ul className={css.todo}>
        {rows.slice(0, SHOWN).map(({ source, id, title, title_en, about, asker, reason, created_at, approval }) => (
          <li key={`${source} ${id}`}>
            <Link className="row-link" to="/approvals">
              {say(title, title_en)}
            </Link>
            <time className="right small soft" dateTime={created_at} title={dayAndTime(created_at)}>
              {fromNow(created_at)}
            </time>
            <span className="sub">
              {[...new Set([nameOf(say, about), asker && nameOf(say, asker), approval && priceOf(approval)])]
                .filter(Boolean)
                .join('・')}
            </span>
            {reason && <q className="sub">{reason}</q>}
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
