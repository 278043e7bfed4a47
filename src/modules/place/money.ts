import { amountIn, moment, shortDay } from 'guidon-design/formats'
import { sql } from 'kysely'
import { localDay } from '../../kit/db/fragments.ts'
import { theRow } from '../../kit/db/statement.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { card, facts } from '../../kit/http/pages/parts.ts'
import { type Locale, say } from '../../kit/words/words.ts'
import { depositDue } from '../bookings/customer-states.ts'
import type { Receipt } from '../bookings/manage.ts'
import { type AskedOnPage, openRequestOf } from '../bookings/payment-requests/payment-request.ts'
import { lineWords } from '../bookings/words.ts'
import { type Translate, wordsIn } from '../page-words.ts'

type Payment = { id: number; kind: string; amount: number; received_on: string }
type Bank = { name: string; code: string; account_name: string; account_number: string }

/** The payments, the agency's bank account, and whether the contact may request an account. */
export const accountOnPage = theRow((db, { booking }: { booking: number }) =>
  db
    .selectFrom('house')
    .select(sql<Bank | null>`bank`.as('bank'))
    .select((is) =>
      is
        .selectFrom('bookings')
        .select(openRequestOf('bookings').as('asked'))
        .where('bookings.id', '=', booking)
        .as('asked'),
    )
    .select(
      sql<boolean>`exists (select from bookings where id = ${booking} and customer_user_id is null and contact_proved_at is not null)`.as(
        'wants_login',
      ),
    )
    .select(
      sql<
        Payment[]
      >`(select coalesce(json_agg(json_build_object('id', p.id, 'kind', p.kind, 'amount', p.amount, 'received_on', ${localDay(sql`p.received_at`)})
          order by p.received_at, p.id), '[]') from booking_payments p where p.booking_id = ${booking} and p.voided_at is null)`.as(
        'payments',
      ),
    ),
)

export type Account = Awaited<ReturnType<typeof accountOnPage>>

/** The charges, the payments, the next amounts due with their dates, how to pay, and what was reported as paid. */
export function moneyCard(booking: Receipt, account: Account, zone: string, locale: Locale, reported?: Markup): Markup {
  const t = wordsIn(locale)
  return card(
    t('費用', 'Payment'),
    html`
${sums(booking, account, t, locale)}
${missingPrices(booking, t)}
${dues(booking, zone, t, locale)}
${account.asked ? askedFor(booking, account.asked, t, locale) : howToPay(booking, account, t)}
${reported}`,
    { id: 'money' },
  )
}

const sums = (
  { status, price_lines, currency, total, balance }: Receipt,
  { payments }: Account,
  t: Translate,
  locale: Locale,
) => {
  const line = (name: string, value: string, isTotal = false) =>
    html`<div${isTotal ? html` class="total"` : ''}><dt>${name}</dt><dd>${value}</dd></div>`
  return html`<dl class="facts sums">
${price_lines.map((each) => {
  const said = each.kind === 'addon' || each.kind === 'surcharge' || each.kind === 'discount'
  const { description, description_en, kind, traveler_name } = each
  const name = said || kind === 'cancellation' ? t(description, description_en ?? description) : t(...lineWords[kind])
  const whose = traveler_name === null ? '' : t(`（${traveler_name}）`, ` (${traveler_name})`)
  const pieces = kind === 'cancellation' ? '' : ` × ${each.quantity}`
  return line(`${name}${whose}${pieces}`, amountIn(each.currency, each.amount))
})}
${line(t('合計', 'Total'), amountIn(currency, total), true)}
${payments.map(({ kind, amount, received_on }) =>
  line(
    `${kind === 'refund' ? t('已退', 'Paid back') : t('已付', 'Paid')} ${shortDay(received_on, locale)}`,
    amountIn(currency, amount),
  ),
)}
${rest(status, balance, t).map((name) => line(name, amountIn(currency, Math.abs(balance)), true))}
</dl>`
}

/** What the last line is called: owed to us, or to the customer. A booking that has ended and is settled has none. */
const rest = (status: Receipt['status'], balance: number, t: Translate) => {
  if (balance < 0) return [t('應退給您', 'To be paid back to you')]
  if (status === 'expired' || (status === 'cancelled' && balance === 0)) return []
  return [t('未付', 'Still to pay')]
}

// The price of a trip may have no infant price. It is set later and not estimated here.
const missingPrices = ({ missing_prices }: Receipt, t: Translate) =>
  missing_prices.length > 0 && html`<p>${t(...noInfantPrice)}</p>`

const noInfantPrice = [
  '嬰兒價尚未確定，不含在合計中；我們會另行告知。',
  'The price for infants is not set yet and not part of the total; we will tell you.',
] as const

const dues = (booking: Receipt, zone: string, t: Translate, locale: Locale) => {
  const { status, currency, deposit, balance_due_on, balance } = booking
  if (status === 'waitlisted') return html`<p class="soft">${t(...nothingToPayYet)}</p>`
  if (!(status === 'held' || status === 'confirmed') || balance <= 0) return html``
  const due = depositDueWords(booking, zone, locale)
  return facts([
    [
      t('訂金', 'Deposit'),
      due && t(`${amountIn(currency, deposit)}，請於 ${due}前付清`, `${amountIn(currency, deposit)}, due by ${due}`),
    ],
    [t('尾款期限', 'Balance due'), balance_due_on && shortDay(balance_due_on, locale)],
  ])
}

/** The day, or the hour of the day, by which the deposit is due; empty if it is not. */
export function depositDueWords(booking: Receipt, zone: string, locale: Locale) {
  const due = depositDue({ ...booking, is_proved: booking.is_contact_proved })
  if (!due) return ''
  if ('on' in due) return shortDay(due.on, locale)
  return say([`${moment(due.at, zone, locale)} `, moment(due.at, zone, locale)], locale)
}

const nothingToPayYet = [
  '候補中還不必付款；有名額時，我們會通知您。',
  'You need not pay while you wait. We tell you when there are seats.',
] as const

/** What is asked for: the amount, until when, and the account with its number, each of which a phone copies with one press. */
const askedFor = ({ booking_number, balance, reported }: Receipt, asked: AskedOnPage, t: Translate, locale: Locale) => {
  if (balance - reported <= 0) return html``
  const { amount, currency, due_on, via, bank_name, bank_code, account_number } = asked
  const isOwn = via === 'virtual_account'
  const due = shortDay(due_on, locale)
  const sum = amountIn(currency, amount)
  // Paid at a provider: its buttons stand below.
  if (!bank_name || !bank_code || !account_number)
    return html`
<div class="asked" id="asked"><p><b>${t(`請於 ${due}前線上付款 ${sum}`, `Please pay ${sum} online by ${due}`)}</b></p></div>`
  const bank = t(bank_name, asked.bank_name_en ?? bank_name)
  const owner = asked.account_name && t(asked.account_name, asked.account_name_en ?? asked.account_name)
  return html`
<div class="asked" id="asked">
  <p><b>${t(`請於 ${due}前轉帳 ${sum}`, `Please transfer ${sum} by ${due}`)}</b></p>
  <dl class="facts">
    ${toCopy(t('金額', 'Amount'), sum, `${amount}`, t)}
    ${toCopy(t('銀行代碼', 'Bank code'), bank_code, bank_code, t, bank)}
    ${toCopy(t('帳號', 'Account number'), account_number, account_number.replaceAll('-', ''), t)}
    ${owner && html`<div><dt>${t('戶名', 'Account name')}</dt><dd>${owner}</dd></div>`}
    ${!isOwn && toCopy(t('附言', 'Reference'), booking_number, booking_number, t)}
  </dl>
  ${isOwn && html`<p class="soft small">${t(...forThisAlone)}</p>`}
</div>`
}

const forThisAlone = [
  '這個帳號只供這筆款項使用，請剛好轉這個金額。',
  'This number is for this payment alone: please transfer exactly this amount.',
] as const

/** A value that a phone copies with one press. Without the script there is no button, and one press on the value marks all of it. */
export function toCopy(name: string, value: string, copied: string, t: Translate, beside?: string) {
  return html`
<div>
  <dt>${name}</dt>
  <dd>
    <span><span class="copied">${value}</span>${beside && html` <small>${beside}</small>`}</span>
    <button type="button" class="button copy" data-copy="${copied}" data-done="${t('已複製', 'Copied')}" hidden>
      <span>${t('複製', 'Copy')}</span>
      <span class="unseen">${name}</span>
    </button>
  </dd>
</div>`
}

const howToPay = ({ balance, status, booking_number }: Receipt, { bank }: Account, t: Translate) => {
  if (!bank || balance <= 0 || !(status === 'held' || status === 'confirmed')) return html``
  return html`<h3>${t('銀行轉帳', 'Bank transfer')}</h3>
${facts([
  [t('銀行', 'Bank'), `${bank.name} (${bank.code})`],
  [t('戶名', 'Account name'), bank.account_name],
  [t('帳號', 'Account number'), bank.account_number],
  [t('備註', 'Reference'), booking_number],
])}`
}
