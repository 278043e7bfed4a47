import { Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import type { Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { card, done, sending } from '../../kit/http/pages/parts.ts'
import { form } from '../../kit/http/pages/sent.ts'
import { momentAt, type Translate, wordsIn } from '../page-words.ts'
import { answerInvitation, type BriefingOnPage } from '../seminars/briefings.ts'
import type { Reader } from '../users/reader.ts'

/** The briefings to which travelers of the booking are invited, and who accepted or declined. */
export function briefingsCard(briefings: readonly BriefingOnPage[], visit: Visit): Markup {
  if (!briefings.length) return html``
  const t = wordsIn(visit.locale)
  return card(
    t('說明會', 'Briefing'),
    html`<ul class="rows">${briefings.map((briefing, i) => {
      const isNew = !isSameSession(briefing, briefings[i - 1])
      return html`<li>${isNew && session(briefing, visit, t)}${answerOf(briefing, visit, t)}</li>`
    })}</ul>`,
    { id: 'briefing' },
  )
}

// What the session is stands once, above the first of the people who are invited to it.
const isSameSession = (briefing: BriefingOnPage, before: BriefingOnPage | undefined) =>
  briefing.title === before?.title && briefing.starts_at === before.starts_at && briefing.venue === before.venue

const session = (briefing: BriefingOnPage, { locale }: Visit, t: Translate) => {
  const { title, title_en, starts_at, timezone, venue, address, online_url } = briefing
  return html`
<h3>${t(title, title_en ?? title)}</h3>
<p>
  ${momentAt(starts_at, timezone, locale)}
  <br>
  ${[venue, address].filter(Boolean).join(' · ')}
  ${online_url && html`<br><a href="${online_url}" rel="noreferrer">${online_url}</a>`}
</p>`
}

const answerOf = (briefing: BriefingOnPage, { done: name, sent }: Visit, t: Translate) => {
  const { id, status, traveler_name } = briefing
  const [yes, no] = [`coming-${id}`, `absent-${id}`]
  const answer = (form: string, label: string, kind = 'main') =>
    sending({ name: form, sent, body: html``, button: label, kind })
  return html`
<div class="between answers">
  <p><b>${traveler_name}</b> <span class="badge">${statusIn(status, t)}</span></p>
  <div class="row">
    ${status !== 'registered' && answer(yes, t('參加', 'Coming'))}
    ${status !== 'absent' && answer(no, t('不克參加', 'Not coming'), '')}
  </div>
</div>
${(name === yes || name === no) && done(t('謝謝您的回覆。', 'Thank you for your answer.'))}`
}

const statusIn = (status: BriefingOnPage['status'], t: Translate) => {
  if (status === 'invited') return t('等待回覆', 'Not answered yet')
  return status === 'absent' ? t('不參加', 'Does not come') : t('參加', 'Coming')
}

/** The forms that accept or decline an invitation, for the holder of a link. */
export function attendanceForms(readerOf: (tx: Tx) => Promise<Reader>) {
  return {
    coming: answerForm(readerOf, true),
    absent: answerForm(readerOf, false),
  }
}

const answerForm = (readerOf: (tx: Tx) => Promise<Reader>, isComing: boolean) =>
  form(Type.Object({}), async (tx, _nothing, id) => {
    await answerInvitation(tx, await readerOf(tx), { attendance: id }, isComing)
    return undefined
  })
