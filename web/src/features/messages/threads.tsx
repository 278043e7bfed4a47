import { Link } from '@tanstack/react-router'
import type { LineThread } from 'guidon-sdk'
import { lineMessageKindWords } from 'guidon-sdk/words'
import { dayAndTime, departs, fromNow } from '../../kit/days.ts'
import { nameOf, type Say, useSay } from '../../kit/words.ts'
import css from './page.module.css'
import { titleOf } from './queries.ts'
import type { MessagesFilter } from './search.ts'

type Props = {
  threads: readonly LineThread[]
  filter: MessagesFilter
  /** So many more threads there are. */
  more: number
}

/** Who writes: the unread first, each with the trip and the last words. */
export const Threads = ({ threads, filter, more }: Props) => {
  const say = useSay()
  return (
    <ul className={`card ${css.threads}`} aria-label={say('對話', 'Threads')}>
      {threads.map((thread) => (
        <li key={thread.id} className={thread.is_unread ? css.unread : undefined}>
          <Row thread={thread} filter={filter} />
        </li>
      ))}
      {threads.length === 0 && <li className="soft small">{say('這裡沒有訊息', 'No messages here')}</li>}
      {more > 0 && (
        <li className="soft small">
          {say(`還有 ${more} 則較早的對話，請用搜尋找。`, `${more} older threads: use the search.`)}
        </li>
      )}
    </ul>
  )
}

type RowProps = { thread: LineThread; filter: MessagesFilter }

const Row = ({ thread, filter: { unread: asksUnread, mine, q } }: RowProps) => {
  const say = useSay()
  const { id, trip, unread, assignee, is_blocked, last_message_at } = thread
  return (
    <>
      <Link to="/messages" search={{ unread: asksUnread, mine, q, thread: id }} className={css.rowLink}>
        {titleOf(say, thread)}
      </Link>
      <time className="tiny soft" dateTime={last_message_at} title={dayAndTime(last_message_at)}>
        {fromNow(last_message_at)}
      </time>
      <span className={`small ${css.lastWords}`}>{lastWords(say, thread)}</span>
      {unread > 0 && (
        <span className={css.light}>
          {unread}
          <span className="unseen">{say(' 則未讀', ' unread')}</span>
        </span>
      )}
      <span className={`tiny soft ${css.about}`}>
        {trip && (
          <>
            <b>{trip.serial}</b> <span>{departs(say, trip.departure_date)}</span>
          </>
        )}
        {[
          assignee && say(`${nameOf(say, assignee)} 回覆`, `answered by ${nameOf(say, assignee)}`),
          is_blocked && say('已封鎖', 'has blocked us'),
        ]
          .filter(Boolean)
          .map((words) => (
            <span key={String(words)}>{words}</span>
          ))}
      </span>
    </>
  )
}

const lastWords = (say: Say, { last_message: last }: LineThread) => {
  if (!last) return null
  const words = last.kind === 'text' ? last.text : say(...lineMessageKindWords[last.kind])
  return last.direction === 'out' ? say(`我們：${words}`, `We: ${words}`) : words
}
