import { useQuery } from '@tanstack/react-query'
import { createBookingMessage, listBookingMessages, markBookingMessagesRead } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import { useState } from 'react'
import MessagesSquare from '~icons/lucide/messages-square'
import { guidon } from '../../kit/api.ts'
import { dayAndTime, fromNow } from '../../kit/days.ts'
import { useMe } from '../../kit/me.ts'
import { readsMessages, writesMessages } from '../../kit/roles.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { ActButton } from '../../ui/act-button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, Loading } from '../../ui/empty.tsx'
import { Form, TextArea } from '../../ui/forms/form.tsx'
import css from './history.module.css'
import type { Booking } from './queries.ts'

/** What the customer and the agency have written to each other about the booking, and the form to answer. */
export default function Messages({ booking: { id, contact, status } }: { booking: Booking }) {
  const say = useSay()
  const me = useMe()
  const [mayRead, mayWrite] = [readsMessages(me), writesMessages(me)]
  const { data } = useQuery({
    queryKey: ['bookings', id, 'messages'],
    queryFn: () => listBookingMessages(guidon, id),
    enabled: mayRead,
  })
  if (!mayRead) return null
  const unread = data?.some(({ from, read_at }) => from === 'customer' && read_at === null)
  return (
    <Card title={say('與客戶的訊息', 'Messages with the customer')} count={data?.length}>
      {!data && <Loading />}
      {data?.length === 0 && <Empty icon={MessagesSquare}>{say('還沒有訊息', 'No messages yet')}</Empty>}
      <ol className={css.happened} aria-label={say('訊息', 'Messages')}>
        {data?.map(({ id: message, from, text, user, created_at, read_at }) => (
          <li key={message} className={from === 'agency' ? css.note : undefined}>
            <span className="soft small">
              {from === 'customer' ? contact.name : (user?.name ?? say('同仁', 'A colleague'))}・
              <time dateTime={created_at} title={dayAndTime(created_at)}>
                {fromNow(created_at)}
              </time>
              {from === 'agency' && read_at !== null && say('・客戶已讀', ' · read by the customer')}
            </span>
            <p className={css.words}>{text}</p>
          </li>
        ))}
      </ol>
      {mayWrite && unread && (
        <div className="within">
          <ActButton
            words={['標示已讀', 'Mark as read']}
            act={(writing) => markBookingMessagesRead(writing, id)}
            says={['已標示為已讀', 'Marked as read']}
            changes={['bookings', 'work']}
          />
        </div>
      )}
      {mayWrite && (
        <div className="within">
          {['cancelled', 'expired'].includes(status) ? (
            <p className="soft">
              {say(
                '訂單已取消或逾期，不再收發訊息；請改用電話或電子郵件聯絡。',
                'The booking was cancelled or has expired, and takes no more messages; use the telephone or mail instead.',
              )}
            </p>
          ) : (
            <Answer id={id} />
          )}
        </div>
      )}
    </Card>
  )
}

const Answer = ({ id }: { id: number }) => {
  const say = useSay()
  // Empty again for the next one.
  const [round, setRound] = useState(0)
  const { mutate, error, isPending } = useWrite({
    send: (text: string, writing) => createBookingMessage(writing, id, { text }),
    done: () => setRound(round + 1),
    says: ['已送出，客戶會收到通知', 'Sent; the customer is told'],
    changes: ['bookings', 'work'],
  })
  return (
    <Form
      key={round}
      of={{ id }}
      send={say('送出給客戶', 'Send to the customer')}
      error={error}
      isPending={isPending}
      submit={(given) => mutate(given('text'))}
    >
      <TextArea
        id="text"
        label={say(...label.text)}
        hint={say('客戶在「我的訂單」看得到。', 'The customer reads it at its booking.')}
        rows={2}
      />
    </Form>
  )
}
