import { Link } from '@tanstack/react-router'
import type { AddonRequest } from 'guidon-sdk'
import { departs, fromNow, isPast } from '../../kit/days.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { Empty, Loading } from '../../ui/empty.tsx'
import { TurnBadge } from '../requests/shared/turn-badge.tsx'
import { turnWords } from '../requests/shared/turn-words.ts'
import css from './page.module.css'
import { useWaiting } from './shared/waiting.ts'

export const MyTurn = () => {
  const say = useSay()
  const { data: page } = useWaiting()
  return (
    <section className="card" aria-labelledby="my-turn">
      <header>
        <h2 id="my-turn">{say('待我處理', 'Waiting for me')}</h2>
        <span className="count">{page?.meta.total || ''}</span>
        <Link className="more" to="/requests" search={{ next_action_by: 'me' }}>
          {say('全部', 'All')}
        </Link>
      </header>
      {!page && <Loading />}
      {page?.data.length === 0 && (
        <Empty>{say('目前沒有待您處理的工作，喝杯茶吧', 'Nothing is waiting for you; have a cup of tea')}</Empty>
      )}
      <ul className={css.todo}>
        {page?.data.map((row) => (
          <Item key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}

const Item = ({ row }: { row: AddonRequest }) => {
  const say = useSay()
  const { next_action: next, trip } = row
  const words = turnWords(next?.what)
  return (
    <li>
      <span>
        <Link className="row-link" to="/requests/$id" params={{ id: String(row.id) }}>
          {words ? say(...words) : row.request_number}
          {say('：', ': ')}
          {nameOf(say, row.type)}
        </Link>
      </span>
      <span className="right">
        <TurnBadge row={row} />
      </span>
      <span className="sub">
        {row.traveler.name}・{trip.serial}・{departs(say, trip.departure_date)}
      </span>
      {next?.due && (
        <time className={`right small ${isPast(next.due) ? 'late' : 'soft'}`} dateTime={next.due}>
          {fromNow(next.due)}
        </time>
      )}
    </li>
  )
}
