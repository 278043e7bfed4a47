import { customerResponseWords } from 'guidon-sdk/words/customer-response'
import Eye from '~icons/lucide/eye'
import Lock from '~icons/lucide/lock'
import Paperclip from '~icons/lucide/paperclip'
import { dayAndTime, dayOf, dayWithWeekday, fromNow, timeOf } from '../../kit/days.ts'
import { isStaff, useMe } from '../../kit/me.ts'
import { price } from '../../kit/money.ts'
import { bracketed, useSay, type Words } from '../../kit/words.ts'
import type { Entry } from './queries.ts'
import { partyOf } from './shared/words.ts'

/** What was said, in order. What the customer reads is white; what stays inside is sand-colored, with a lock. */
export const Timeline = ({ entries, currency }: { entries: Entry[]; currency: string }) => {
  const say = useSay()
  return (
    <ol className="timeline" aria-label={say('對話', 'Conversation')}>
      {entries.map((entry, nth) => {
        const day = dayOf(entry.created_at)
        const before = entries[nth - 1]
        return (
          <li key={entry.id}>
            {(!before || dayOf(before.created_at) !== day) && <p className="day">{dayWithWeekday(day)}</p>}
            {entry.sender_type === 'system' ? (
              <SystemEntry entry={entry} />
            ) : (
              <Said entry={entry} currency={currency} />
            )}
          </li>
        )
      })}
    </ol>
  )
}

const SystemEntry = ({ entry }: { entry: Entry }) => (
  <p className="event">
    <time dateTime={entry.created_at}>{timeOf(entry.created_at)}</time>
    {entry.message}
  </p>
)

const Said = ({ entry, currency }: { entry: Entry; currency: string }) => (
  <article
    className={`entry turn-${entry.sender_type} ${entry.is_internal ? 'inside' : 'public'} ${entry.is_read ? '' : 'new'}`}
  >
    <span className="face" aria-hidden="true">
      {entry.user.name.slice(0, 1)}
    </span>
    <div className="said">
      <Heading entry={entry} />
      {entry.quoted_price !== null && <p className="amount">{price(entry.quoted_price, currency)}</p>}
      <p className="words">{entry.message}</p>
      {entry.attachments.map(({ id, name, url }) => (
        <a key={id} className="paper" href={url}>
          <Paperclip width={14} height={14} />
          {name}
        </a>
      ))}
      {entry.requires_customer_response && <AwaitedAnswer entry={entry} />}
    </div>
  </article>
)

const Heading = ({ entry }: { entry: Entry }) => {
  const say = useSay()
  const isInside = isStaff(useMe())
  const kind = kindWords[entry.message_type]
  return (
    <header>
      <b>{entry.user.name}</b>
      <span className="tiny soft">{say(...partyOf(entry.sender_type))}</span>
      {kind && <span className="badge">{say(...kind)}</span>}
      {isInside && (
        <span className="audience tiny">
          {entry.is_internal ? <Lock width={12} height={12} /> : <Eye width={12} height={12} />}
          {entry.is_internal ? say('內部', 'Internal') : say('客戶看得到', 'Customer sees it')}
        </span>
      )}
      <time className="tiny soft" dateTime={entry.created_at} title={dayAndTime(entry.created_at)}>
        {timeOf(entry.created_at)}
      </time>
    </header>
  )
}

const AwaitedAnswer = ({
  entry: { customer_response, customer_response_deadline: due, is_overdue },
}: {
  entry: Entry
}) => {
  const say = useSay()
  const answer = customer_response ?? 'pending'
  return (
    <p className={is_overdue ? 'awaited late' : 'awaited'}>
      {say(...customerResponseWords[answer])}
      {due && answer === 'pending' && (
        <span>
          {say('期限 ', 'by ')}
          {dayAndTime(due)}
          {bracketed(say, fromNow(due))}
        </span>
      )}
    </p>
  )
}

const kindWords: Partial<Record<Entry['message_type'], Words>> = {
  inquiry: ['詢問', 'Inquiry'],
  quote: ['報價', 'Quote'],
  confirmation: ['確認', 'Confirmation'],
  rejection: ['婉拒', 'Rejection'],
  modification: ['議價', 'Negotiation'],
  approval: ['核准', 'Approval'],
  completion: ['完成', 'Completion'],
  cancellation: ['取消', 'Cancellation'],
}
