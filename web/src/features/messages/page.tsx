import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import MessagesSquare from '~icons/lucide/messages-square'
import { useHouse } from '../../kit/house.ts'
import { useMe } from '../../kit/me.ts'
import { isAdmin } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { DelayedSearch } from '../../ui/delayed-search.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import css from './page.module.css'
import { useThreads } from './queries.ts'
import type { MessagesFilter } from './search.ts'
import { ThreadOnPage } from './thread.tsx'
import { Threads } from './threads.tsx'

/** What customers write on LINE: the threads, the one that is open, and what is known of its person. A phone shows one of them. */
export default function Messages() {
  const say = useSay()
  const filter: MessagesFilter = useSearch({ from: '/signed-in/messages' })
  const isUsed = useHouse()?.uses_line === true
  const { data } = useThreads(filter, isUsed)
  const navigate = useNavigate({ from: '/messages' })
  const { thread, q } = filter
  const threads = data?.data
  return (
    <div className={`page ${css.messagesPage}`}>
      <header className={thread ? css.listOnly : undefined}>
        <h1>{say('訊息', 'Messages')}</h1>
      </header>
      {!isUsed && <NotUsed />}
      {isUsed && (
        <>
          <div className={`${css.choice} ${thread ? css.listOnly : ''}`}>
            <Tabs filter={filter} />
            <search className="filters">
              <DelayedSearch
                label={say('找姓名、訂單、內容…', 'Find a name, a booking, words…')}
                value={q ?? ''}
                change={(typed) => navigate({ search: { ...filter, q: typed || undefined }, replace: true })}
              />
            </search>
          </div>
          {!threads && <Loading />}
          {threads?.length === 0 && !thread && (
            <Empty icon={MessagesSquare}>{say('這裡沒有訊息', 'No messages here')}</Empty>
          )}
          {threads && (threads.length > 0 || thread) && (
            <div className={css.inbox} data-shows={thread ? (filter.facts ? 'facts' : 'thread') : 'list'}>
              <Threads threads={threads} filter={filter} more={data.meta.total - threads.length} />
              {thread ? (
                <ThreadOnPage key={thread} id={thread} filter={filter} />
              ) : (
                <p className={`soft ${css.none}`}>{say('選一則對話', 'Choose a thread')}</p>
              )}
            </div>
          )}
        </>
      )}
    </div>
  )
}

const Tabs = ({ filter: { thread, q } }: { filter: MessagesFilter }) => {
  const say = useSay()
  return (
    <nav className="tabs" aria-label={say('哪些對話', 'Which threads')}>
      <Link to="/messages" activeOptions={{ explicitUndefined: true }} search={{ thread, q }}>
        {say('全部', 'All')}
      </Link>
      <Link to="/messages" search={{ thread, q, unread: true }}>
        {say('未讀', 'Unread')}
      </Link>
      <Link to="/messages" search={{ thread, q, mine: true }}>
        {say('我的', 'Mine')}
      </Link>
    </nav>
  )
}

const NotUsed = () => {
  const say = useSay()
  const isSetUpHere = isAdmin(useMe())
  return (
    <Empty icon={MessagesSquare} act={isSetUpHere && <Link to="/line">{say('設定 LINE', 'Set up LINE')}</Link>}>
      {say('還沒有使用 LINE。', 'LINE is not used yet.')}
    </Empty>
  )
}
