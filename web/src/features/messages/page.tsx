import { Link, useSearch } from '@tanstack/react-router'
import MessagesSquare from '~icons/lucide/messages-square'
import { useHouse } from '../../kit/house.ts'
import { useMe } from '../../kit/me.ts'
import { isAdmin } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
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
  const { thread } = filter
  const threads = data?.data
  return (
    <div className={`page ${css.messagesPage}`}>
      <header className={thread ? css.listOnly : undefined}>
        <h1>{say('訊息', 'Messages')}</h1>
      </header>
      {!isUsed && <NotUsed />}
      {isUsed && (
        <>
          <Tabs thread={thread} />
          {!threads && <Loading />}
          {threads?.length === 0 && !thread && (
            <Empty icon={MessagesSquare}>{say('這裡沒有訊息', 'No messages here')}</Empty>
          )}
          {threads && (threads.length > 0 || thread) && (
            <div className={css.inbox} data-shows={thread ? (filter.facts ? 'facts' : 'thread') : 'list'}>
              <Threads threads={threads} filter={filter} />
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

const Tabs = ({ thread }: Pick<MessagesFilter, 'thread'>) => {
  const say = useSay()
  return (
    <nav className={`tabs ${thread ? css.listOnly : ''}`} aria-label={say('哪些對話', 'Which threads')}>
      <Link to="/messages" activeOptions={{ explicitUndefined: true }} search={{ thread }}>
        {say('全部', 'All')}
      </Link>
      <Link to="/messages" search={{ thread, unread: true }}>
        {say('未讀', 'Unread')}
      </Link>
      <Link to="/messages" search={{ thread, mine: true }}>
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
