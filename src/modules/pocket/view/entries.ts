import { amountIn, dayAndMonth } from 'guidon-design/formats'
import { html, type Markup } from '../../../kit/http/pages/html.ts'
import { plural } from '../../../kit/words/words.ts'
import type { Translate } from '../../page-words.ts'
import { icon } from './icons.ts'
import { type EntryKind, type Settings, type Shown, translator, type Waiting, wordOf } from './shown.ts'
import { momentThere } from './today.ts'

/** The buttons that write an entry. Without a script the page says that they need one. */
export function quickEntries({ settings, onPhone }: Shown): Markup {
  const t = translator(settings)
  if (!onPhone)
    return html`<noscript><p class="told">${t('要點名、記帳或記事，請開啟瀏覽器的 JavaScript。', 'Roll calls, expenses and notes need JavaScript: switch it on in the browser.')}</p></noscript>`
  const button = (kind: EntryKind, shape: Parameters<typeof icon>[0], words: string) =>
    html`<button type="button"${kind === 'incidents' && html` class="alarm"`} data-open="${kind}">${icon(shape)}<span>${words}</span></button>`
  return html`
<nav class="quick" aria-label="${t('登錄', 'Enter')}">
  ${button('expenses', 'cash', t('記帳', 'Expense'))}
  ${button('day-notes', 'note', t('記事', 'Note'))}
  ${button('roll-calls', 'check', t('點名', 'Roll call'))}
  ${button('incidents', 'alarm', t('通報', 'Incident'))}
</nav>`
}

/** What the service does not have yet; `when` says a moment in the time of the place. */
export function waitingCard(
  entries: readonly Waiting[],
  settings: Settings,
  when: (instant: string) => string,
): Markup {
  const t = translator(settings)
  return html`
<div class="card" id="waiting">
  <h2>${t('未送出的紀錄', 'Not sent yet')}</h2>
  <p class="soft small">${t('存在這支手機裡，有網路時送出一次，不會重複。', 'Kept on this phone, and sent once when there is a network.')}</p>
  <ul class="rows">${entries.map((entry) => waitingRow(entry, when(entry.body.entered_at), settings, t))}</ul>
</div>`
}

/** Those of one trip. */
export function waitingOnTrip({ trip, settings, onPhone }: Shown): Markup | undefined {
  const own = (onPhone?.entries ?? []).filter((entry) => entry.trip.id === trip.id)
  return own.length ? waitingCard(own, settings, (instant) => momentThere(trip, instant, settings)) : undefined
}

const waitingRow = (entry: Waiting, when: string, settings: Settings, t: Translate) => {
  const { nth, trip, body, photos, record, refused } = entry
  const state = record === undefined ? t('未送出', 'not sent') : t('照片未送出', 'photograph not sent')
  return html`
<li data-entry="${body.entry_id}">
  <div class="between">
    <span class="words">${titleOf(entry, settings, t)}</span>
    <span class="badge near">${refused ? t('被退回', 'refused') : state}</span>
  </div>
  <p class="soft small">${trip.serial} · ${when}${photos.length > 0 && t(` · 照片 ${photos.length} 張`, ` · ${plural(photos.length, 'photograph')}`)}</p>
  ${
    refused &&
    html`
<p class="fault">${faultsOf(refused)}</p>
<p class="does">
  ${record === undefined && html`<button type="button" class="button" data-mend="${nth}">${t('修改', 'Change it')}</button>`}
  <button type="button" class="button" data-retry="${nth}">${t('再送一次', 'Send again')}</button>
  <button type="button" class="button grave" data-discard="${nth}">${t('捨棄', 'Discard')}</button>
</p>`
  }
</li>`
}

const faultsOf = ({ says, faults }: NonNullable<Waiting['refused']>) => {
  const told = Object.values(faults).flat()
  return told.length ? told.join(' ') : says
}

/** What an entry is, in a few words. */
function titleOf({ kind, body }: Waiting, settings: Settings, t: Translate): string {
  const { text, name, amount, currency, what, kind: ofWhat } = body as Record<string, string | number | undefined>
  if (kind === 'day-notes') return String(text)
  if (kind === 'roll-calls') return t(`點名：${name}`, `Roll call: ${name}`)
  if (kind === 'incidents') return `${wordOf(settings, 'incident_kind', String(ofWhat))}${t('：', ': ')}${what}`
  return `${wordOf(settings, 'expense_kind', String(ofWhat))} ${amountIn(String(currency), Number(amount))}`
}

/** What the leader has written about the shown day. */
export function notesCard({ trip, day, settings }: Shown): Markup | undefined {
  const notes = trip.day_notes.filter((note) => note.day === day)
  if (!notes.length) return undefined
  const t = translator(settings)
  return html`
<div class="card">
  <h2>${t('這一天的記事', 'Notes of this day')}</h2>
  <ul class="rows">${notes.map(({ text, entered_at }) => html`<li><p class="words">${text}</p><p class="soft small">${momentThere(trip, entered_at, settings)}</p></li>`)}</ul>
</div>`
}

/** What the leader has spent, and what the office says of it. */
export function expensesCard(shown: Shown): Markup {
  const { trip, settings, onPhone } = shown
  const t = translator(settings)
  return html`
<div class="card">
  <h2>${t('我的支出', 'What I have spent')}</h2>
  ${onPhone && html`<button type="button" class="button main full" data-open="expenses">${t('記一筆支出', 'Enter an expense')}</button>`}
  ${trip.expenses.length === 0 && html`<p class="soft">${t('服務還沒有收到支出。', 'The office has none yet.')}</p>`}
  <ul class="rows">${trip.expenses.toReversed().map((expense) => expenseRow(expense, shown, t))}</ul>
  <p class="does"><a class="button plain" href="/desk/trips/${trip.id}">${t('預付款與結帳（連線）', 'Advances and the account (online)')}</a></p>
</div>`
}

type Expense = Shown['trip']['expenses'][number]
const expenseRow = (expense: Expense, { settings }: Shown, t: Translate) => {
  const { kind, amount, currency, day, description, status, reason, attachment_ids } = expense
  const tone = status === 'questioned' || status === 'refused' ? 'missing' : status === 'approved' ? 'go' : 'quiet'
  const photographs = attachment_ids.length
  return html`
<li>
  <div class="between">
    <span>${wordOf(settings, 'expense_kind', kind)} <b>${amountIn(currency, Number(amount))}</b></span>
    <span class="badge ${tone}">${wordOf(settings, 'trip_expense_status', status)}</span>
  </div>
  <p class="soft small">${dayAndMonth(day, settings.locale)}${description && ` · ${description}`}${photographs > 0 && t(` · 照片 ${photographs} 張`, ` · ${plural(photographs, 'photograph')}`)}</p>
  ${reason && html`<p class="fault">${reason}</p>`}
</li>`
}
