import { Type } from 'typebox'
import type { PageRoute, Visit } from '../../kit/http/pages/forms.ts'
import { html } from '../../kit/http/pages/html.ts'
import type { Page } from '../../kit/http/pages/page.ts'
import { card, done, facts, sending } from '../../kit/http/pages/parts.ts'
import { form } from '../../kit/http/pages/sent.ts'
import { momentAt, type Translate, wordsIn } from '../page-words.ts'
import { attendanceBehind, giveUpSeat, type LinkedAttendance, takeSeat } from '../seminars/guests.ts'

const Nothing = Type.Object({})

/** The page of a place on the list of a session: when and where it is, and whether this person comes. */
export function sessionPage(): PageRoute {
  return {
    show: async (db, visit) => attendancePage(await attendanceBehind(db, visit.token), visit),
    forms: (visit) => ({
      yes: form(Nothing, async (tx) => {
        await takeSeat(tx, visit.token)
        return undefined
      }),
      no: form(Nothing, async (tx) => {
        const { traveler_id } = await attendanceBehind(tx, visit.token)
        await giveUpSeat(tx, visit.token)
        return traveler_id === null ? goodbyePage(visit) : undefined
      }),
    }),
  }
}

const attendancePage = (attendance: LinkedAttendance, visit: Visit): Page => {
  const { locale } = visit
  const t = wordsIn(locale)
  const title = t(attendance.title, attendance.title_en ?? attendance.title)
  return {
    title,
    body: html`<div class="head"><p class="soft">${t('說明會', 'Briefing')}</p><h1>${title}</h1></div>
${card(
  t('時間與地點', 'When and where'),
  facts([
    [t('時間', 'Time'), momentAt(attendance.starts_at, attendance.timezone, locale)],
    [t('地點', 'Place'), [attendance.venue, attendance.address].filter(Boolean).join(' · ')],
    [
      t('線上參加', 'Online'),
      attendance.online_url && html`<a href="${attendance.online_url}" rel="noreferrer">${attendance.online_url}</a>`,
    ],
    [t('姓名', 'Name'), attendance.name],
    [t('人數', 'People'), attendance.people > 1 ? `${attendance.people}` : null],
  ]),
)}
${card(t('您會來嗎？', 'Are you coming?'), answerForms(attendance, visit, t), { className: 'asks' })}`,
  }
}

const answerForms = ({ status }: LinkedAttendance, { sent }: Visit, t: Translate) => {
  const yes = sending({ name: 'yes', sent, body: html``, button: t('我會參加', 'Yes, I am coming') })
  const no = (label: string) => sending({ name: 'no', sent, body: html``, button: label, kind: '' })
  if (status === 'registered')
    return html`${done(t('已為您保留名額，期待與您見面。', 'Your place is kept; we look forward to seeing you.'))}
${no(t('取消報名', 'Give up my place'))}`
  if (status === 'absent') return html`<p>${canStillCome(t)}</p>${yes}`
  return html`${yes}${no(t('不克參加', 'I cannot come'))}`
}

const canStillCome = (t: Translate) =>
  t(
    '您回覆不克參加。改變心意時，仍可在這裡報名。',
    'You said that you cannot come. If you change your mind, you can still register here.',
  )

/** What a guest reads who has given up its seat. */
const goodbyePage = ({ locale }: Visit): Page => {
  const t = wordsIn(locale)
  const title = t('已取消您的報名。', 'Your registration has been cancelled.')
  return {
    title,
    body: html`<section class="card"><h1>${title}</h1><p>${t('謝謝您告訴我們。', 'Thank you for telling us.')}</p></section>`,
  }
}
