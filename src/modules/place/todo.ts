import { amountIn, moment, shortDay } from 'guidon-design/formats'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { Locale, Words } from '../../kit/words/words.ts'
import type { Receipt } from '../bookings/manage.ts'
import type { AskedOnPage } from '../bookings/payment-requests/payment-request.ts'
import { type Translate, wordsIn } from '../page-words.ts'
import type { BriefingOnPage } from '../seminars/briefings.ts'
import { pathIn } from '../site/frame.ts'
import type { Check } from '../travelers/words.ts'
import type { ExtraOnPage } from './add-ons.ts'
import { placePath } from './document.ts'
import type { Holder } from './holder.ts'
import { depositDueWords } from './money.ts'
import type { Guest } from './reads.ts'
import type { Stage } from './stage.ts'

type Task = { name: string; title: string; why: string; button: Markup }
export type OnTodo = {
  booking: Receipt | undefined
  /** What we have asked for. */
  asked: AskedOnPage | null
  booking_number: string
  as: Holder['as']
  guests: readonly Guest[]
  extras: readonly ExtraOnPage[]
  briefings: readonly BriefingOnPage[]
  unread: number
  standing: { now: string }
  stage: Stage
  today: string
  zone: string
}

/** What is to be done is shown in at most so many lines; the others follow once these are done. */
const MOST = 3
/** The balance is a thing to do now from so many days before it is due. */
const DAYS_BEFORE_DUE = 21

/** What to do now, the most urgent first, each line with its one button; below it how the booking stands. */
export function todoCard(on: OnTodo, state: Markup | undefined, locale: Locale): Markup {
  const t = wordsIn(locale)
  const tasks = tasksOf(on, locale, t)
  const left = tasks.length - MOST
  const nothingToDo = on.as !== 'traveler' && isAtHome(on.stage) ? on.standing.now : t(...nothing[on.stage])
  const isSaid = state?.markup.includes(`<p>${nothingToDo}</p>`)
  return html`
<section class="card ${tasks.length ? 'asks' : ''}" id="todo">
  <header class="between">
    <h2>${on.stage === 'before' ? t('現在請您', 'To do now') : t('現在', 'Now')}</h2>
    ${tasks.length > 0 && html`<span class="soft small">${t(`${tasks.length} 件`, `${tasks.length} to do`)}</span>`}
  </header>
  ${tasks.length ? html`<ul class="todo">${tasks.slice(0, MOST).map(taskItem)}</ul>` : !isSaid && html`<p>${nothingToDo}</p>`}
  ${left > 0 && html`<p class="soft small">${t(`做完後還有 ${left} 件。`, `${left} more after these.`)}</p>`}
  ${state}
</section>`
}

const taskItem = ({ title, why, button }: Task) => html`
<li>
  <p><b>${title}</b>${why && html`<small>${why}</small>`}</p>
  ${button}
</li>`

/** Before the trip, and of a booking that has ended, the state of booking and money says what is to be done. */
const isAtHome = (stage: Stage) => stage === 'before' || stage === 'off'

const nothing: Record<Stage, Words> = {
  before: [
    '目前沒有要您做的事；有新的事，我們會寄信通知您。',
    'There is nothing for you to do now. We write to you when there is.',
  ],
  during: [
    '祝您旅途愉快；需要協助時，請告訴領隊或與我們聯絡。',
    'Have a good trip. If you need anything, tell your tour leader or contact us.',
  ],
  after: ['行程已經結束，謝謝您與我們同行。', 'The trip is over. Thank you for traveling with us.'],
  off: ['已取消或逾期，沒有要您做的事。', 'This was cancelled or has expired; there is nothing for you to do.'],
}

const tasksOf = (on: OnTodo, locale: Locale, t: Translate): Task[] => [
  ...proofTasks(on, locale, t),
  ...offerTasks(on, locale, t),
  ...payTasks(on, locale, t),
  ...(on.stage === 'before' ? [...peopleTasks(on, locale, t), ...briefingTasks(on, locale, t)] : []),
  ...messageTasks(on, t),
]

/** A form of the start with a button alone. */
const press = (name: string, label: string) => html`
<form method="post">
  <input type="hidden" name="form" value="${name}">
  <button class="button main">${label}</button>
</form>`
const link = (to: string, label: string, kind = 'main') => html`<a class="button ${kind}" href="${to}">${label}</a>`

// Before the mailbox is proved, or offered seats are accepted, nothing else counts as much.
const proofTasks = ({ booking, as, booking_number, zone }: OnTodo, locale: Locale, t: Translate): Task[] => {
  if (!booking) return []
  const { possible, proof_until, hold_expires_at, is_offered, is_contact_proved, contact, status } = booking
  const by = (instant: string | null) => (instant ? moment(instant, zone, locale) : '')
  if (possible.includes('confirm-contact')) {
    const until = proof_until ?? (status === 'held' ? hold_expires_at : null)
    return [
      {
        name: 'confirm-contact',
        title: proof_until
          ? t('有名額了，請確認信箱', 'There are seats: confirm your mailbox')
          : t('確認報名', 'Confirm your registration'),
        why:
          booking.paid > 0
            ? t(
                '已收到您的款項，名額不會逾期；確認後，通知會寄到這個信箱',
                'Your payment has arrived, so the seats do not lapse; once confirmed, we write to this address',
              )
            : until
              ? t(
                  `名額為您保留至 ${by(until)}，逾時將讓給下一位`,
                  `Seats are kept for you until ${by(until)}, then they go to the next in line`,
                )
              : t('確認後報名才會成立', 'Your registration counts once you have confirmed it'),
        button: press('confirm-contact', t('確認', 'Confirm')),
      },
    ]
  }
  if (possible.includes('accept'))
    return [
      {
        name: 'accept',
        title: t('有名額了，請接受', 'There are seats for you'),
        why:
          is_offered && hold_expires_at
            ? t(
                `請於 ${by(hold_expires_at)} 前接受，逾時將讓給下一位`,
                `Accept them before ${by(hold_expires_at)}, or they go to the next in line`,
              )
            : '',
        button: press('accept', t('接受名額', 'Accept')),
      },
    ]
  const { phone, email } = contact as { phone: string | null; email: string | null }
  if (isToCall(as, booking))
    return [
      {
        name: 'call',
        title: t('我們會打電話跟您確認', 'We call you to confirm'),
        why: t(`打到 ${phone ?? ''}，確認後報名才會成立`, `At ${phone ?? ''}; only then your registration counts`),
        button: link(pathIn(locale, placePath(booking_number, '/contact')), t('換電話', 'Change it'), ''),
      },
    ]
  if (as !== 'registrant' || is_contact_proved) return []
  return [
    {
      name: 'mailbox',
      title: t('請打開信箱，按下信裡的確認', 'Open your mailbox and press the confirmation in our mail'),
      why: t(
        `已寄到 ${email ?? ''}，確認後報名才會成立`,
        `It went to ${email ?? ''}; only then your registration counts`,
      ),
      button: link(pathIn(locale, placePath(booking_number, '/contact')), t('換信箱', 'Change it'), ''),
    },
  ]
}

/** Whether we have to call the contact, who left no mail address, before the registration counts. */
const isToCall = (as: Holder['as'], { is_contact_proved, contact }: Receipt) =>
  as === 'registrant' && !is_contact_proved && (contact as { email: string | null }).email === null

const offerTasks = ({ extras, booking_number, zone }: OnTodo, locale: Locale, t: Translate): Task[] =>
  extras
    .filter(({ is_waiting }) => is_waiting)
    .map(({ id, name, name_en, quantity, quoted_price, currency, until }) => ({
      name: 'offer',
      title: t(`回覆${name}的報價`, `Answer the offer: ${name_en ?? name}`),
      why: [
        `× ${quantity}`,
        quoted_price !== null && amountIn(currency, quoted_price),
        until && t(`${moment(until, zone, locale)} 前`, `by ${moment(until, zone, locale)}`),
      ]
        .filter(Boolean)
        .join(t('，', ', ')),
      button: link(`${pathIn(locale, placePath(booking_number, '/add-ons'))}#addon-${id}`, t('回覆', 'Answer')),
    }))

const payTasks = ({ booking, asked, today, as, zone }: OnTodo, locale: Locale, t: Translate): Task[] => {
  if (!booking || isToCall(as, booking)) return []
  if (asked && booking.balance > booking.reported) return [askedTask(asked, today, locale, t)]
  if (booking.balance <= 0 || !(booking.status === 'held' || booking.status === 'confirmed')) return []
  const { currency, deposit, balance, reported, deposit_due_on, balance_due_on } = booking
  // What is reported as paid is not asked for while it is checked.
  const paid = booking.paid + reported
  const owesDeposit = deposit > paid
  const [amount, due] = owesDeposit ? [deposit - paid, deposit_due_on] : [balance - reported, balance_due_on]
  if (amount <= 0) return []
  if (!owesDeposit && (!due || daysBetween(today, due) > DAYS_BEFORE_DUE)) return []
  const by = owesDeposit ? depositDueWords(booking, zone, locale) : due ? shortDay(due, locale) : ''
  // First the mailbox is confirmed, or the seats are accepted.
  if (due && !by) return []
  const isLate = due !== null && due < today
  const name = owesDeposit ? t('付訂金', 'Pay the deposit') : t('付尾款', 'Pay the balance')
  return [
    {
      name: 'pay',
      title: `${name} ${amountIn(currency, amount)}`,
      why: !due
        ? ''
        : isLate
          ? t(`期限 ${shortDay(due, locale)} 已過`, `It was due by ${shortDay(due, locale)}`)
          : t(`${by}前`, `by ${by}`),
      button: link('#money', t('怎麼付', 'How to pay')),
    },
  ]
}

const askedTask = (
  { purpose, currency, amount, due_on }: AskedOnPage,
  today: string,
  locale: Locale,
  t: Translate,
): Task => {
  const name =
    purpose === 'deposit'
      ? t('付訂金', 'Pay the deposit')
      : purpose === 'balance'
        ? t('付尾款', 'Pay the balance')
        : t('付款', 'Please pay')
  const due = shortDay(due_on, locale)
  return {
    name: 'pay',
    title: `${name} ${amountIn(currency, amount)}`,
    why: due_on < today ? t(`期限 ${due} 已過`, `It was due by ${due}`) : t(`${due}前`, `by ${due}`),
    button: link('#asked', t('怎麼付', 'How to pay')),
  }
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

type Lack = readonly [checks: readonly Check[], title: (names: string) => string, button: string, at: string]

const lacks = (t: Translate): Lack[] => [
  [
    ['document_rejected'],
    (who) => t(`重新上傳文件：${who}`, `Send a document again: ${who}`),
    t('上傳', 'Upload'),
    'papers',
  ],
  [
    ['passport_expired', 'passport_expiring'],
    (who) => t(`換發護照：${who}`, `Renew the passport: ${who}`),
    t('看期限', 'See until when'),
    'details',
  ],
  [
    ['passport_missing', 'document_missing', 'visa_missing'],
    (who) => t(`上傳護照或文件：${who}`, `Upload passport or documents: ${who}`),
    t('上傳', 'Upload'),
    'papers',
  ],
  [
    ['birth_date_missing', 'passport_name_missing', 'passport_details_missing'],
    (who) => t(`補齊資料：${who}`, `Complete the details: ${who}`),
    t('填寫', 'Fill in'),
    'details',
  ],
]

// One line for each kind, with the names of all whom it concerns. Its button leads to the first of them.
const peopleTasks = ({ guests, booking_number }: OnTodo, locale: Locale, t: Translate): Task[] => {
  let rest = guests
  return lacks(t).flatMap(([checks, title, button, at]) => {
    const whose = rest.filter((guest) => guest.checks.some((check) => checks.includes(check)))
    const [first] = whose
    if (!first) return []
    rest = rest.filter((guest) => !whose.includes(guest))
    return [
      {
        name: at,
        title: title(whose.map(({ name }) => name).join(t('、', ', '))),
        why: '',
        button: link(`${pathIn(locale, placePath(booking_number, `/people/${first.id}`))}#${at}`, button),
      },
    ]
  })
}

const briefingTasks = ({ briefings }: OnTodo, locale: Locale, t: Translate): Task[] => {
  const [open] = briefings.filter(({ status }) => status === 'invited')
  if (!open) return []
  return [
    {
      name: 'briefing',
      title: t(`回覆說明會：${open.title}`, `Answer the briefing: ${open.title_en ?? open.title}`),
      why: moment(open.starts_at, open.timezone, locale),
      button: link('#briefing', t('回覆', 'Answer')),
    },
  ]
}

const messageTasks = ({ unread }: OnTodo, t: Translate): Task[] =>
  unread
    ? [
        {
          name: 'messages',
          title: t('您的業務回覆了您', 'Your salesperson has written to you'),
          why: t(`${unread} 則新訊息`, unread === 1 ? '1 new message' : `${unread} new messages`),
          button: link('#messages', t('看訊息', 'Read')),
        },
      ]
    : []
