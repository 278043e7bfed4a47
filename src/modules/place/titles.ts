import { Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { Refusal, refuse } from '../../kit/errors.ts'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { card, done, fault, sending } from '../../kit/http/pages/parts.ts'
import { form } from '../../kit/http/pages/sent.ts'
import type { BookingStatus } from '../booking-statuses.ts'
import { setOpenTitles, type Title, titlesOf } from '../legal-receipts/buyers.ts'
import { type Translate, wordsIn } from '../page-words.ts'
import type { NewReceiptBuyer } from '../receipt-buyers/buyer.ts'
import { marksOf } from '../site/register/draft.ts'
import { refuseUnseen, Seen } from '../site/register/link.ts'
import { buyersIn, faultsOfRows, TitleRows, titleRows } from '../site/title-rows.ts'
import { back } from './document.ts'
import type { Holder } from './holder.ts'

type OnPage = { holder: Holder; titles: readonly Title[]; canChange: boolean }

/** Who wants which title for the receipts. Those for which a receipt was issued stay as they are. */
export function titlesPage({ holder, titles, canChange }: OnPage, visit: Visit): Markup {
  const t = wordsIn(visit.locale)
  const issued = titles.filter(({ receipt }) => receipt !== null)
  return html`
${back(holder.booking_number, t('回訂單', 'Back to the booking'), visit.locale)}
<header class="head"><h1>${t('收據抬頭', 'Titles of the receipts')}</h1></header>
${issued.length > 0 && issuedCard(issued, t)}
${canChange ? openCard(titles, visit, t) : card(t('尚未開立', 'Not issued yet'), html`<p>${t(...isOver)}</p>`)}`
}

const issuedCard = (titles: readonly Title[], t: Translate) =>
  card(
    t('已開立', 'Issued'),
    html`
<ul class="rows">${titles.map(({ name, ubn, receipt }) => html`<li>${named({ name, ubn }, t)} <span class="soft small">${receipt?.number ?? t('開立中', 'being issued')}</span></li>`)}</ul>
<p class="soft small">${t(...toChangeIssued)}</p>`,
  )

const openCard = (titles: readonly Title[], visit: Visit, t: Translate) => {
  const form = 'titles'
  const { sent, locale } = visit
  const open = openOf(titles)
  const body = html`
<input type="hidden" name="seen" value="${marksOf(open)}">
${sent?.form === form && sent.faults.seen && fault(sent.faults.seen.join(' '))}
<p class="hint">${t(...toWhom)}</p>
${titleRows(open, { form, sent, locale, withMail: true })}`
  return card(
    t('要開立的收據', 'Receipts to be issued'),
    html`
${visit.done === form && done(t('已儲存。', 'Saved.'))}
${sending({ name: form, sent, body, button: t('儲存', 'Save') })}`,
  )
}

const openOf = (titles: readonly Title[]): NewReceiptBuyer[] =>
  titles.flatMap(({ receipt, ...buyer }) => (receipt === null ? [buyer] : []))

const toWhom = [
  '沒有填寫時，代收轉付收據開給聯絡人。多張請一列一張，儲存後會多一列；不需要的，把整列清空再儲存。',
  'Without a title the receipts (代收轉付收據) are for the contact. Enter one in each row, saving adds a row; empty a row that you do not need.',
] as const
const toChangeIssued = [
  '已開立的收據不能在這裡更改；抬頭有誤時請與我們聯絡，由我們作廢後重開。',
  'A receipt that was issued is not changed here. If its title is wrong, contact us: we void it and issue another one.',
] as const
const isOver = [
  '這筆訂單已取消或逾期，不再開立收據。',
  'This booking is cancelled or expired, and no more receipts are issued.',
] as const

const named = ({ name, ubn }: Pick<Title, 'name' | 'ubn'>, t: Translate) =>
  ubn === null ? name : t(`${name}（${ubn}）`, `${name} (${ubn})`)

/** On the card of the money: which titles are asked for, and the way to change them. */
export function titlesLine(titles: readonly Title[], address: string, t: Translate): Markup {
  const names = titles.map((title) => named(title, t))
  return html`
<p class="soft small">${
    names.length > 0
      ? html`${t('收據抬頭：', 'Titles of the receipts: ')}${names.join(t('、', ', '))} `
      : html`${t('收據開給聯絡人。', 'The receipts are for the contact.')} `
  }<a href="${address}">${t('更改收據抬頭', 'Change the titles')}</a></p>`
}

/** Whether receipts are still issued for a booking of this status. */
export function takesTitles(status: BookingStatus) {
  return status !== 'cancelled' && status !== 'expired'
}

const TitlesBody = Type.Object({ ...TitleRows.properties, seen: Type.Optional(Seen) })

export function titleForms(holder: Holder) {
  return { titles: form(TitlesBody, (tx, body) => saveTitles(tx, holder, body)) }
}

const saveTitles = async (tx: Tx, { booking, own }: Holder, { seen, ...rows }: Record<string, unknown>) => {
  if (own) return refuse('forbidden')
  const errors = faultsOfRows(rows)
  if (Object.keys(errors).length) return new Refusal('invalid_input', { errors })
  const { status } = await tx
    .selectFrom('bookings')
    .select('status')
    .where('id', '=', booking)
    .executeTakeFirstOrThrow()
  if (!takesTitles(status)) return refuse('step_not_possible', { detail: isOver, also: { possible: [] } })
  const open = openOf(await titlesOf(tx, booking))
  // The office may have written an address, which this page does not ask for.
  const asked = buyersIn(rows).map((buyer, i) => ({
    ...{ kind: buyer.kind ?? 'person', name: buyer.name ?? '', ubn: buyer.ubn ?? null, email: buyer.email ?? null },
    address: open[i]?.name === buyer.name ? (open[i]?.address ?? null) : null,
  })) satisfies NewReceiptBuyer[]
  refuseUnseen(typeof seen === 'string' ? seen : undefined, open, asked)
  await setOpenTitles(tx, booking, asked)
  return undefined
}
