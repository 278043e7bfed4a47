import { html, type Markup } from '../../kit/http/pages/html.ts'
import { terms } from '../../terms.ts'
import { POCKET, passwordPath } from '../place/password.ts'
import { pathIn } from '../site/frame.ts'
import { type Settings, translator } from './view/shown.ts'

const [before, after] = [terms.roadBefore.spelled, terms.roadAfter.spelled]

/** What is said to a leader who leads no trip around today. */
export function noTrips(settings: Settings): Markup {
  const words = translator(settings)(
    `現在沒有您帶的團：團在出發前${before.zh}到回程後${after.zh}會在這裡。`,
    `You lead no trip now: a trip is here from ${before.en} before the departure to ${after.en} after the return.`,
  )
  return html`<p class="soft">${words}</p>`
}

/** Cards that are always the same: the script shows one of them where there is no trip to show. */
export function fixedCards(settings: Settings): Markup {
  const t = translator(settings)
  const { locale } = settings
  const start = pathIn(locale, POCKET)
  const signIn = html`<p class="does"><a class="button main" href="${passwordPath(locale, start)}">${t('登入', 'Sign in')}</a></p>`
  const toStart = html`<p class="does"><a class="button main" href="${start}">${t('我帶的團', 'My trips')}</a></p>`
  return html`
${template('no-network', t('沒有網路', 'No network'), t('這支手機裡沒有您的團；有網路時再開啟一次。', 'Your trips are not on this phone: open the page again when there is a network.'))}
${template('signed-out', t('請登入', 'Please sign in'), t('您的團不在這支手機裡了；登入後會再讀取。', 'Your trips are not on this phone any more: sign in to read them again.'), signIn)}
${template('not-here', t('這一團不在您的口袋裡', 'This trip is not in your pocket'), t(`出發前${before.zh}到回程後${after.zh}，由您帶的團才看得到；您寫好的紀錄仍會送出。`, `You see the trips that you lead, from ${before.en} before the departure to ${after.en} after the return. What you have written is sent all the same.`), toStart)}
<template id="no-trips">${noTrips(settings)}</template>
<template id="phone">${phoneCard(settings)}</template>`
}

const template = (id: string, title: string, words: string, way?: Markup) =>
  html`<template id="${id}"><div class="card"><h1>${title}</h1><p>${words}</p>${way}</div></template>`

/** What concerns the phone: the app on its first screen, entries as a file, the other language, and the way out. */
const phoneCard = (settings: Settings) => {
  const t = translator(settings)
  return html`
<div class="card">
  <h2>${t('這支手機', 'This phone')}</h2>
  <div class="install">
    <p>${t(`請加到主畫面：沒有安裝的頁面，手機可能在${terms.keptByPhone.spelled.zh}後刪除它的資料。`, `Add it to the first screen: a phone may delete what a page has kept after ${terms.keptByPhone.spelled.en}, unless it is installed.`)}</p>
    <p class="does"><button type="button" class="button" data-install="">${t('安裝', 'Install')}</button></p>
    <p class="soft small">${t('iPhone：分享 › 加入主畫面。', 'iPhone: Share › Add to Home Screen.')}</p>
  </div>
  <p class="does">
    <button type="button" class="button" data-export="">${t('匯出未送出的紀錄', 'Export what is not sent')}</button>
    <button type="button" class="button" data-leave="">${t('登出', 'Sign out')}</button>
    <a class="button plain" href="${t(pathIn('en', POCKET), pathIn('zh-TW', POCKET))}">${t('English', '中文')}</a>
  </p>
</div>`
}
