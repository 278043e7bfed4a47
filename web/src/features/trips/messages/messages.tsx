import { useQuery } from '@tanstack/react-query'
import { listPlannedTripMessages, type PlannedTripMessage } from 'guidon-sdk'
import { Suspense, useState } from 'react'
import MessagesSquare from '~icons/lucide/messages-square'
import { guidon } from '../../../kit/api.ts'
import { lazy } from '../../../kit/lazy.ts'
import { useMe } from '../../../kit/me.ts'
import { writesToTravelers } from '../../../kit/roles.ts'
import { useSay } from '../../../kit/words.ts'
import { Card } from '../../../ui/card.tsx'
import { Empty, Loading } from '../../../ui/empty.tsx'
import { AddButton } from '../../../ui/row-buttons.tsx'
import { Ago } from '../ago.tsx'
import type { Trip } from '../queries.ts'
import { lackingIn } from './lacking.ts'
import css from './messages.module.css'

const MessageSheet = lazy(() => import('./message-sheet.tsx'))

/** The messages to the whole group, and a sheet for a new one. */
export default function Messages({ trip: { id: trip } }: { trip: Trip }) {
  const say = useSay()
  const me = useMe()
  const [isWriting, setWriting] = useState(false)
  const { data: messages } = useQuery({
    queryKey: ['trips', trip, 'messages'],
    queryFn: () => listPlannedTripMessages(guidon, trip),
  })
  const mayWrite = writesToTravelers(me)
  return (
    <Card
      title={say('寫給全團', 'Group messages')}
      count={messages?.length || undefined}
      aside={mayWrite && <AddButton words={['寫訊息', 'New message']} act={() => setWriting(true)} />}
    >
      {!messages && <Loading />}
      {messages?.length === 0 && (
        <Empty icon={MessagesSquare}>{say('還沒有寫給全團的訊息', 'No group messages yet')}</Empty>
      )}
      <ul className={css.messages}>
        {messages?.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ul>
      <Suspense>{isWriting && <MessageSheet trip={trip} close={() => setWriting(false)} />}</Suspense>
    </Card>
  )
}

const Message = ({ message: { title, words, lacking, told, created_at } }: { message: PlannedTripMessage }) => {
  const say = useSay()
  return (
    <li>
      <details>
        <summary>
          <b>{title}</b>
          <span className="small soft">
            <Ago at={created_at} />・{say(`${told} 位收到`, `reached ${told}`)}
          </span>
        </summary>
        {lacking.length > 0 && (
          <p className="small soft">
            {say(`只寫給：${lackingIn(say, lacking)}`, `Only to those with: ${lackingIn(say, lacking)}`)}
          </p>
        )}
        <p className={css.words}>{words}</p>
      </details>
    </li>
  )
}
