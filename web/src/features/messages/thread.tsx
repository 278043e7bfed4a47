import { Link } from '@tanstack/react-router'
import { assignLineThread, markLineThreadRead } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useLayoutEffect, useRef } from 'react'
import UserRoundCheck from '~icons/lucide/user-round-check'
import UserRoundPlus from '~icons/lucide/user-round-plus'
import UserRoundX from '~icons/lucide/user-round-x'
import { lazy } from '../../kit/lazy.ts'
import { useMe } from '../../kit/me.ts'
import { usePresence } from '../../kit/presence.ts'
import { writesMessages } from '../../kit/roles.ts'
import { nameOf, useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { ActsMenu } from '../../ui/acts-menu.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Colleagues } from '../../ui/colleagues.tsx'
import { Loading } from '../../ui/empty.tsx'
import { Answer } from './answer.tsx'
import { Beside } from './beside.tsx'
import { Bubbles } from './bubbles.tsx'
import css from './page.module.css'
import { type OpenThread, titleOf, useMessages, useThread } from './queries.ts'
import type { MessagesFilter } from './search.ts'

const AssignSheet = lazy(() => import('./assign-sheet.tsx'))

type Props = { id: number; filter: MessagesFilter }

/** What one person and the agency have written, who answers, and beside it the bookings of the person. */
export const ThreadOnPage = ({ id, filter }: Props) => {
  const say = useSay()
  const { data: thread } = useThread(id)
  const { data: messages } = useMessages(id)
  const { here, typed } = usePresence({ type: 'line_thread', id })
  const mayWrite = writesMessages(useMe())
  const list = useRef<HTMLOListElement>(null)
  const newest = messages?.at(-1)?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: a conversation opens at its end, and a new message moves it there.
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight
  }, [newest])
  if (!thread || !messages) return <Loading />
  return (
    <>
      <section className={`card ${css.thread}`} aria-label={titleOf(say, thread)}>
        <ThreadHeading thread={thread} filter={filter} />
        <Bubbles ref={list} messages={messages} thread={thread} />
        <Colleagues here={here} />
        {mayWrite && <Answer thread={thread} onTyping={typed} />}
      </section>
      <Beside thread={thread} filter={filter} />
    </>
  )
}

const ThreadHeading = ({ thread, filter }: { thread: OpenThread; filter: MessagesFilter }) => {
  const say = useSay()
  const { assignee, is_blocked } = thread
  const { thread: open, facts: _facts, ...list } = filter
  return (
    <header className={css.threadHead}>
      <div className={css.ofPhone}>
        <BackLink to="/messages" search={list}>
          {say('所有對話', 'All threads')}
        </BackLink>
        <Link className="link" to="/messages" search={{ ...list, thread: open, facts: true }}>
          {say('行程與訂單', 'Trip and bookings')}
        </Link>
      </div>
      <div className={css.who}>
        <h2>{titleOf(say, thread)}</h2>
        <p className="small soft">
          {say(...label.assignee)} {assignee ? nameOf(say, assignee) : say('還沒有人', 'nobody yet')}
        </p>
      </div>
      {is_blocked && <span className="badge missing">{say('已封鎖', 'Has blocked us')}</span>}
      <Acts thread={thread} />
    </header>
  )
}

/** Whoever answers a thread of nobody has it from then on; it can also be taken, given away and left. */
const Acts = ({ thread }: { thread: OpenThread }) => {
  const say = useSay()
  const me = useMe()
  const { id, is_unread, assignee } = thread
  const assign = useWrite({
    send: (assignee_id: number | null, writing) => assignLineThread(writing, id, { assignee_id }),
    changes: ['line', 'work'],
    tellsRefusal: true,
    says: (_answer, assignee_id) => ({
      title: assignee_id ? say('由您回覆', 'You answer') : say('已改為沒有人回覆', 'Nobody answers it now'),
    }),
  })
  if (!writesMessages(me)) return null
  return (
    <div className={css.acts}>
      {is_unread && (
        <ActButton
          words={['標示已讀', 'Mark as read']}
          act={(writing) => markLineThreadRead(writing, id)}
          says={['已標示為已讀', 'Marked as read']}
          changes={['line', 'work']}
        />
      )}
      <ActsMenu
        of={say('這則對話', 'this thread')}
        acts={[
          assignee?.id !== me.id && {
            words: ['由我回覆', 'I answer'],
            icon: UserRoundCheck,
            act: () => assign.mutate(me.id),
            isPending: assign.isPending,
          },
          {
            words: ['交給同仁…', 'Hand to a colleague…'],
            icon: UserRoundPlus,
            sheet: (close) => <AssignSheet thread={thread} close={close} />,
          },
          assignee && {
            words: ['不指定同仁', 'Nobody in particular'],
            icon: UserRoundX,
            act: () => assign.mutate(null),
            isPending: assign.isPending,
          },
        ]}
      />
    </div>
  )
}
