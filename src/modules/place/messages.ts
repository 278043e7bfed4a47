import { moment } from 'guidon-design/formats'
import { Type } from 'typebox'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { done, longText, sending } from '../../kit/http/pages/parts.ts'
import { form } from '../../kit/http/pages/sent.ts'
import {
  type BookingMessage,
  markMessagesRead,
  NewMessage,
  type salespersonOf,
  writeMessage,
} from '../bookings/messages.ts'
import { nameIn, type Translate, wordsIn } from '../page-words.ts'
import { type Holder, ownerOnly } from './holder.ts'

type OnPage = {
  messages: readonly BookingMessage[]
  salesperson: Awaited<ReturnType<typeof salespersonOf>>
  zone: string
  isOpen: boolean
}

/** The latest are shown; earlier ones are behind a heading. */
const LATEST = 6

/** What the customer and the salesperson have written to each other, and the form to write. */
export function messagesCard({ messages, salesperson, zone, isOpen }: OnPage, visit: Visit): Markup {
  const { locale } = visit
  const t = wordsIn(locale)
  const { name, name_en } = salesperson
  const who = name === null ? '' : nameIn({ name, name_en }, locale)
  const bubble = ({ from, text, created_at, read_at }: BookingMessage) => {
    const writer = from === 'customer' ? t('您', 'You') : who || t('我們', 'We')
    return html`
<li class="${from === 'customer' ? 'own' : ''}">
  ${from === 'agency' && read_at === null && html`<span class="badge">${t('新', 'New')}</span> `}
  <span class="soft small">${writer} · ${moment(created_at, zone, locale)}</span>
  <span class="words">${text}</span>
</li>`
  }
  const bubbles = (of: readonly BookingMessage[]) => html`<ul class="talk">${of.map(bubble)}</ul>`
  const earlier = messages.slice(0, -LATEST)
  return html`
<section class="card" id="messages">
  <header class="between">
    <h2>${t('與我們對話', 'Messages')}</h2>
    ${who && html`<span class="soft small">${t(`${who}，您的業務`, `${who}, your salesperson`)}</span>`}
  </header>
  ${visit.done === 'message' && done(t('已送出，回覆時我們會寄信通知您。', 'Sent. We mail you when we answer.'))}
  ${earlier.length > 0 && behind(t(`較早的 ${earlier.length} 則`, `${earlier.length} earlier`), bubbles(earlier))}
  ${messages.length > 0 ? bubbles(messages.slice(-LATEST)) : isOpen && html`<p class="soft">${t(...askHere)}</p>`}
  ${unreadIn(messages) > 0 && markAsRead(visit, t)}
  ${isOpen ? writing(visit, t) : html`<p class="soft">${t(...closed)}</p>`}
</section>`
}

const behind = (heading: string, body: Markup) => html`<details><summary>${heading}</summary>${body}</details>`

const askHere = [
  '有問題就寫在這裡，我們會回覆並寄信通知您。',
  'Ask us anything here. We answer, and tell you by mail.',
] as const
const closed = [
  '訂單已取消或逾期，這裡不再收發訊息；請來電或寫信與我們聯絡。',
  'The booking was cancelled or has expired, and takes no more messages; please call or mail us.',
] as const

const markAsRead = ({ sent }: Visit, t: Translate) =>
  sending({ name: 'read', sent, body: html``, button: t('標示為已讀', 'Mark as read'), kind: 'small' })

const writing = ({ sent }: Visit, t: Translate) =>
  sending({
    name: 'message',
    sent,
    body: longText({
      form: 'message',
      sent,
      name: 'text',
      label: t('寫給我們', 'Write to us'),
      attributes: html`maxlength="2000" required`,
    }),
    button: t('送出', 'Send'),
  })

/** How many messages of the agency the customer has not read. */
export function unreadIn(messages: readonly BookingMessage[]) {
  return messages.filter(({ from, read_at }) => from === 'agency' && read_at === null).length
}

export function messageForms(holder: Holder) {
  return {
    message: form(NewMessage, async (tx, { text }) => {
      const { booking, account } = ownerOnly(holder)
      await writeMessage(tx, { booking, from: 'customer', actor_id: account?.id, text })
      return undefined
    }),
    read: form(Type.Object({}), async (tx) => {
      await markMessagesRead(tx, ownerOnly(holder).booking, 'customer')
      return undefined
    }),
  }
}
