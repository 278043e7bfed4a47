import { telephoneAddress } from 'guidon-design/formats'
import { html, type Markup } from '../../../kit/http/pages/html.ts'
import type { Translate } from '../../page-words.ts'
import { nameOf, type Shown, translator } from './shown.ts'

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
    ${trip.contacts.map((contact) => row(roleOf(contact.role, t), nameOf(contact, settings), contact.phone, contact.reference))}
  </ul>
</div>`
}

type Role = Shown['trip']['contacts'][number]['role']
const roleOf = (role: Role, t: Translate) =>
  ({
    emergency: t('旅行社緊急電話', 'Emergency number of the agency'),
    house: t('旅行社', 'The agency'),
    op: 'OP',
    sales: t('業務', 'Sales'),
    insurer: t('責任保險', 'Liability insurance'),
  })[role]

const row = (what: string, who: string, phone: string | null, reference?: string | null) => html`
<li class="between">
  <span><span class="soft small">${what}</span><br><b>${who}</b>${reference && html`<br><span class="small">${reference}</span>`}</span>
  ${phone && html`<a class="button" href="${telephoneAddress(phone)}">${phone}</a>`}
</li>`

/** The papers of the trip, which are opened online. */
export function papersCard({ trip, settings }: Shown): Markup {
  const t = translator(settings)
  const names = {
    leader_pack: t('領隊資料袋', 'Leader pack'),
    manifest: t('團員名單', 'Manifest'),
    rooming_list: t('分房表', 'Rooming list'),
    dietary_list: t('餐食名單', 'Dietary list'),
  }
  const link = (kind: keyof typeof names, url: string) => {
    const format = kind === 'leader_pack' ? 'size=phone' : 'format=pdf'
    return html`<li><a href="${url}?${format}&locale=${settings.locale}">${names[kind]}</a></li>`
  }
  return html`
<div class="card">
  <h2>${t('文件', 'Papers')}</h2>
  <p class="soft small">${t('需要網路；不會存在手機裡。', 'They need a network and are not kept on the phone.')}</p>
  <ul class="papers">${trip.papers.map(({ kind, url }) => link(kind, url))}</ul>
</div>`
}
