import { telephoneAddress } from 'guidon-design/formats'
import { html, type Markup } from '../../../kit/http/pages/html.ts'
import { nameOf, type Shown, translator, wordOf } from './shown.ts'
import { momentThere } from './today.ts'

/** Whom to call in an emergency. */
export function contactsCard({ trip, settings, onPhone }: Shown): Markup {
  const t = translator(settings)
  const local = row(
    t('當地的緊急電話', 'The local emergency number'),
    t('大多數國家的手機可打', 'On mobile phones in most countries'),
    '112',
  )
  return html`
<div class="card">
  <h2>${t('緊急聯絡', 'Emergency contacts')}</h2>
  ${onPhone && html`<button type="button" class="button main grave full" data-open="incidents">${t('通報事故', 'Report an incident')}</button>`}
  <ul class="rows">
    ${local}
    ${trip.contacts.map((contact) => row(wordOf(settings, 'contact_role', contact.role), nameOf(contact, settings), contact.phone, contact.reference))}
  </ul>
</div>`
}

const row = (what: string, who: string, phone: string | null, reference?: string | null) => html`
<li class="between">
  <span><span class="soft small">${what}</span><br><b>${who}</b>${reference && html`<br><span class="small">${reference}</span>`}</span>
  ${phone && html`<a class="button" href="${telephoneAddress(phone)}">${phone}</a>`}
</li>`

/** What the office knows of. What happened and what was done since is read online. */
export function incidentsCard({ trip, settings }: Shown): Markup | undefined {
  // A phone may still keep a trip from before it told of incidents.
  if (!trip.incidents?.length) return undefined
  const t = translator(settings)
  return html`
<div class="card">
  <h2>${t('已通報的事故', 'Reported incidents')}</h2>
  <ul class="rows">
    ${trip.incidents.toReversed().map(
      ({ kind, happened_at, is_closed, is_taken, last_update_at }) => html`
<li class="between">
  <span>${wordOf(settings, 'incident_kind', kind)}<br><span class="soft small">${momentThere(trip, happened_at, settings)}${
    last_update_at && html`<br>${t('公司更新', 'Office update')} ${momentThere(trip, last_update_at, settings)}`
  }</span></span>
  <span class="badge ${is_closed ? 'go' : 'missing'}">${
    is_closed ? t('已結案', 'closed') : is_taken ? t('處理中', 'in hand') : t('待處理', 'open')
  }</span>
</li>`,
    )}
  </ul>
  <p class="does"><a class="button plain" href="/desk/trips/${trip.id}?tab=road">${t('經過與進展（連線）', 'What was done since (online)')}</a></p>
</div>`
}

/** The papers of the trip, which are opened online. */
export function papersCard({ trip, settings }: Shown): Markup {
  const t = translator(settings)
  const link = (kind: string, url: string) => {
    const format = kind === 'leader_pack' ? 'size=phone' : 'format=pdf'
    return html`<li><a href="${url}?${format}&locale=${settings.locale}">${wordOf(settings, 'trip_paper', kind)}</a></li>`
  }
  return html`
<div class="card">
  <h2>${t('文件', 'Papers')}</h2>
  <p class="soft small">${t('需要網路；不會存在手機裡。', 'They need a network and are not kept on the phone.')}</p>
  <ul class="papers">${trip.papers.map(({ kind, url }) => link(kind, url))}</ul>
</div>`
}
