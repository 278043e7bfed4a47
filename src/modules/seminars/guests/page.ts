import { html, type Markup, type Page } from '../../../kit/http/routes/html-page.ts'
import { type Locale, localTime, say } from '../../../kit/words/words.ts'
import type { Place } from './queries.ts'

/** The page behind a guest's link: the session, and a button to cancel. */
export const placePage = (place: Place, token: string, locale: Locale): Page => {
  const t = (zh: string, en: string) => say([zh, en], locale)
  const title = t(place.title, place.title_en ?? place.title)
  const rows: (readonly [string, string | null])[] = [
    [t('姓名', 'Name'), place.name],
    [t('時間', 'Time'), `${localTime(place.starts_at, place.timezone, locale)} (${place.timezone})`],
    [t('地點', 'Place'), [place.venue, place.address].filter(Boolean).join(' · ') || null],
    [t('線上參加', 'Online'), place.online_url],
  ]
  return {
    title,
    body: html`<h1>${title}</h1>
<dl>${rows.map(([name, value]) => (value === null ? html`` : html`<dt>${name}</dt><dd>${value}</dd>`))}</dl>
<p><button id="cancel">${t('取消報名', 'Give up my place')}</button></p>
<p id="told" role="status" data-thanks="${t('已取消您的報名。', 'Your place has been given up.')}"
  data-failed="${t('沒有送出，請稍後再試。', 'It was not sent; please try again.')}"></p>
<noscript>${t('請開啟 JavaScript。', 'Please turn on JavaScript.')}</noscript>`,
    script: sending(token),
  }
}

// The token has been validated, so it needs no escaping.
const sending = (token: string): Markup => html`
const told = document.getElementById('told'), button = document.getElementById('cancel')
button.onclick = async () => {
  button.disabled = true
  try {
    const answer = await fetch('/api/public/attendances/${token}/cancel', { method: 'POST',
      headers: { 'accept-language': document.documentElement.lang } })
    const { success, message } = await answer.json()
    told.textContent = success ? told.dataset.thanks : message
    if (success) button.remove()
  } catch {
    told.textContent = told.dataset.failed
    button.disabled = false
  }
}
`
