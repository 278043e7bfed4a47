import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { listNotifications, markAllNotificationsRead, markNotificationRead, type Notification } from 'guidon-sdk'
import * as label from 'guidon-sdk/labels'
import Bell from '~icons/lucide/bell'
import Check from '~icons/lucide/check'
import { guidon } from '../../kit/api.ts'
import { dayAndTime, fromNow } from '../../kit/days.ts'
import { usePageSize } from '../../kit/page-size.ts'
import { useSay } from '../../kit/words.ts'
import { useWrite } from '../../kit/write.ts'
import { Empty } from '../../ui/empty.tsx'
import { ListCard } from '../../ui/lists/list-card.tsx'
import { SubjectLink } from '../../ui/subject-link.tsx'
import css from './page.module.css'

/** The notifications of the reader, newest first. */
export default function Notifications() {
  const say = useSay()
  const filter = useSearch({ from: '/signed-in/notifications' })
  const query = { ...filter, per_page: usePageSize() }
  const { data: page } = useQuery({
    queryKey: ['notifications', query],
    queryFn: () => listNotifications(guidon, query),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={`page ${css.notifications}`}>
      <header>
        <h1>{say('通知', 'Notifications')}</h1>
        <div className="right">
          <nav className="switch" aria-label={say('檢視', 'View')}>
            <Link to="/notifications" search={{ unread: undefined }} activeOptions={{ explicitUndefined: true }}>
              {say('全部', 'All')}
            </Link>
            <Link to="/notifications" search={{ unread: true }}>
              {say(...label.unread)}
            </Link>
          </nav>
          <MarkAll />
        </div>
      </header>
      <ListCard
        label={say('通知清單', 'List of notifications')}
        page={page}
        empty={
          filter.unread ? (
            <Empty why="done">{say('通知都讀過了', 'All notifications are read')}</Empty>
          ) : (
            <Empty icon={Bell}>{say('沒有通知', 'No notifications')}</Empty>
          )
        }
      >
        {(rows) => (
          <ul>
            {rows.map((each) => (
              <Row key={each.id} notification={each} />
            ))}
          </ul>
        )}
      </ListCard>
    </div>
  )
}

const MarkAll = () => {
  const say = useSay()
  const { mutate, isPending } = useWrite({
    send: (_, guidon) => markAllNotificationsRead(guidon),
    queues: true,
    tellsRefusal: true,
    changes: ['notifications'],
  })
  return (
    <button type="button" className="button" disabled={isPending} onClick={() => mutate()}>
      <Check width={15} height={15} />
      {say('全部標為已讀', 'Mark all as read')}
    </button>
  )
}

const Row = ({
  notification: { id, event, title, body, subject, read_at, created_at },
}: {
  notification: Notification
}) => {
  const say = useSay()
  const { mutate: markRead } = useWrite({
    send: (_, guidon) => markNotificationRead(guidon, id),
    queues: true,
    tellsRefusal: true,
    changes: ['notifications'],
  })
  return (
    <li className={read_at ? '' : css.new}>
      <div>
        <SubjectLink
          subject={subject}
          tab={event === 'booking-message.asked' ? 'messages' : undefined}
          className="row-link"
          onClick={markRead}
        >
          {title}
        </SubjectLink>
        {body !== title && <p className="small soft">{body}</p>}
      </div>
      <time className="small soft" dateTime={created_at} title={dayAndTime(created_at)}>
        {fromNow(created_at)}
      </time>
      {!read_at && (
        <button
          type="button"
          className="button plain square"
          onClick={() => markRead()}
          title={say('標為已讀', 'Mark as read')}
        >
          <Check width={15} height={15} />
          <span className="unseen">{say(`將「${title}」標為已讀`, `Mark “${title}” as read`)}</span>
        </button>
      )}
    </li>
  )
}
