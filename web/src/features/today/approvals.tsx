import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listWaitingApprovals } from 'guidon-sdk'
import { guidon } from '../../kit/api.ts'
import { dayAndTime, fromNow } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { SubjectLink } from '../../ui/subject-link.tsx'
import { WaitingWays } from '../approvals/shared/ways.tsx'
import { priceOf, type Waiting } from '../approvals/shared/words.ts'
import { spanOf } from '../leaders/shared/leave.ts'
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
        <Link className="more small" to="/approvals">
          {say('全部清單', 'All of them')}
        </Link>
      </header>
      <ul className={css.todo}>
        {rows.slice(0, SHOWN).map((row) => (
          <Row key={`${row.source} ${row.id}`} row={row} />
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

const Row = ({ row }: { row: Waiting }) => {
  const say = useSay()
  const { title, title_en, subject, number, about, asker, reason, created_at } = row
  return (
    <li>
      <SubjectLink subject={subject} className="row-link">
        {say(title, title_en)}
      </SubjectLink>
      <time className="right small soft" dateTime={created_at} title={dayAndTime(created_at)}>
        {fromNow(created_at)}
      </time>
      <span className="sub">
        {[...new Set([number, nameOf(say, about), asker && nameOf(say, asker)])].filter(Boolean).join('・')}
      </span>
      <span className="sub">{worthOf(row)}</span>
      {reason && <q className="sub">{reason}</q>}
      <div className={css.ways}>
        <WaitingWays row={row} />
      </div>
    </li>
  )
}

/** What is decided about: a change of the price, the days, or the price of an add-on. */
const worthOf = ({ approval, addon_request, leader_unavailability }: Waiting) => {
  if (approval) return priceOf(approval)
  if (leader_unavailability) return spanOf(leader_unavailability)
  if (!addon_request) return
  const { quantity, estimated_cost, currency, trip } = addon_request
  return [trip.serial, `× ${quantity}`, estimated_cost !== null && price(estimated_cost, currency)]
    .filter(Boolean)
    .join('・')
}
