import * as label from 'guidon-sdk/labels'
import { customerResponseWords } from 'guidon-sdk/words'
import Eye from '~icons/lucide/eye'
import Lock from '~icons/lucide/lock'
import Paperclip from '~icons/lucide/paperclip'
import { dayAndTime, dayOf, fromNow, shortDay, timeOf } from '../../kit/days.ts'
import { price } from '../../kit/money.ts'
import { bracketed, useSay, type Words } from '../../kit/words.ts'
import css from './one.module.css'
import type { Entry } from './queries.ts'
import { partyOf } from './shared/words.ts'

/** The conversation in order. Public entries are white; internal ones are sand-colored, with a lock. */
export const Timeline = ({ entries, currency }: { entries: Entry[]; currency: string }) => {
  const say = useSay()
  return (
    <ol className={css.timeline} aria-label={say('對話', 'Conversation')}>
      {entries.map((entry, nth) => {
        const day = dayOf(entry.created_at)
        const before = entries[nth - 1]
        return (
          <li key={entry.id}>
            {(!before || dayOf(before.created_at) !== day) && <p className={css.day}>{shortDay(day)}</p>}
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
  <p className={css.event}>
    <time dateTime={entry.created_at}>{timeOf(entry.created_at)}</time>
    {entry.message}
  </p>
)

const Said = ({ entry, currency }: { entry: Entry; currency: string }) => (
  <article
    className={`${css.entry} turn-${entry.sender_type} ${entry.is_internal ? css.inside : css.public} ${entry.is_read ? '' : css.new}`}
  >
    <span className="face" aria-hidden="true">
      {wasTakenDown(entry) ? '☎' : entry.user.name.slice(0, 1)}
    </span>
    <div className={css.said}>
      <Heading entry={entry} />
      {entry.quoted_price !== null && <p className={css.amount}>{price(entry.quoted_price, currency)}</p>}
      <p className={css.words}>{entry.message}</p>
      {entry.attachments.map(({ id, name, url }) => (
        <a key={id} className={css.paper} href={url}>
          <Paperclip width={14} height={14} />
          {name}
        </a>
      ))}
      {entry.customer_response && <AwaitedAnswer entry={entry} />}
    </div>
  </article>
)

const Heading = ({ entry }: { entry: Entry }) => {
  const say = useSay()
  const kind = kindWords[entry.message_type]
  return (
    <header>
      <b>{wasTakenDown(entry) ? say(...partyOf('customer')) : entry.user.name}</b>
      <span className="tiny soft">
        {say(...(wasTakenDown(entry) ? takenDownBy(entry) : partyOf(entry.sender_type)))}
        {entry.channel === 'line' && say('・以 LINE', ' · on LINE')}
      </span>
      {kind && <span className="badge">{say(...kind)}</span>}
      <span className={`${css.audience} tiny`}>
        {entry.is_internal ? <Lock width={12} height={12} /> : <Eye width={12} height={12} />}
        {entry.is_internal ? say('內部', 'Internal') : say(...label.customer_visible)}
      </span>
      <time className="tiny soft" dateTime={entry.created_at} title={dayAndTime(entry.created_at)}>
        {timeOf(entry.created_at)}
      </time>
    </header>
  )
}

/** An answer that the office entered for a customer who gave it by telephone. */
const wasTakenDown = ({ sender_type, on_behalf_of }: Entry) => sender_type === 'customer' && on_behalf_of === 'customer'
const takenDownBy = ({ user: { name } }: Entry): Words => [`電話答覆，由 ${name} 輸入`, `by phone, entered by ${name}`]

const AwaitedAnswer = ({ entry }: { entry: Entry }) => {
  const say = useSay()
  const { customer_response, customer_response_deadline: due, is_overdue, is_superseded } = entry
  if (is_superseded) return <p className={css.awaited}>{say('已由新的報價取代', 'Replaced by a later offer')}</p>
  const answer = customer_response ?? 'pending'
  return (
    <p className={is_overdue ? `${css.awaited} late` : css.awaited}>
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
  modification: ['修改', 'Modification'],
  approval: ['核准', 'Approval'],
  completion: ['完成', 'Completion'],
  cancellation: label.cancellation,
}
