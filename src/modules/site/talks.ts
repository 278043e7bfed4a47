import { monthOf, weekdayName } from 'guidon-design/formats'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import type { Locale } from '../../kit/words/words.ts'
import { nameIn, type Translate, wordsIn } from '../page-words.ts'
import type { SitePage } from './document.ts'
import { type Frame, pathIn } from './frame.ts'
import type { Talk } from './reads.ts'

export function titleOf({ title, title_en }: Talk, locale: Locale) {
  return nameIn({ name: title, name_en: title_en }, locale)
}

/** A public session in a list. */
export function talkCard(talk: Talk, locale: Locale, t: Translate): Markup {
  const day = talk.starts_local.slice(0, 10)
  const weekday = weekdayName(day, locale)
  return html`
<article class="talk-card">
  <time datetime="${talk.starts_local}">
    ${monthOf(day, locale)}<b>${Number(day.slice(8))}</b>${t(`週${weekday}`, weekday)}
  </time>
  <div>
    <h3><a href="${pathIn(locale, `/talks/${talk.id}`)}">${titleOf(talk, locale)}</a></h3>
    <p class="soft small">${hoursOf(talk)} · ${venueOf(talk, t)}</p>
    ${talk.status === 'full' && html`<p><span class="badge line">${t('已額滿', 'Full')}</span></p>`}
  </div>
</article>`
}

export function hoursOf({ starts_local, ends_local }: Talk) {
  return `${starts_local.slice(11)}–${ends_local.slice(11)}`
}

export function venueOf({ is_online, venue }: Talk, t: Translate) {
  return is_online ? t('線上', 'Online') : (venue ?? t('地點另行通知', 'Place to be told'))
}

/** The list of the public sessions; `below` is what else may help, since they are few. */
export function talksPage({ talks }: Frame & { talks: Talk[] }, locale: Locale, below: Markup): SitePage {
  const t = wordsIn(locale)
  const title = t('講座與說明會', 'Talks')
  return {
    ...{ title, path: '/talks', at: 'talks' },
    description: t('免費參加的旅遊講座，先聽領隊怎麼說。', 'Free talks: hear it from those who lead the trips.'),
    body: html`
<div class="wrap leaf">
  <h1>${title}</h1>
  <p class="lead">${t('免費參加，先聽領隊怎麼說。', 'Free of charge: hear it from those who lead the trips.')}</p>
  ${talks.length ? nextTalks(talks, locale, t) : noTalks(locale, t)}
  ${below}
</div>`,
  }
}

const nextTalks = (talks: Talk[], locale: Locale, t: Translate) => html`
<h2>${t('接下來的場次', 'Next talks')}</h2>
<div class="talks">${talks.map((talk) => talkCard(talk, locale, t))}</div>`

const noTalks = (locale: Locale, t: Translate) => html`
<div class="empty">
  <p>${t('目前沒有公開的講座。', 'No talks are planned at the moment.')}</p>
  <p><a href="${pathIn(locale, '/')}">${t('看所有行程', 'See all trips')}</a></p>
</div>`
