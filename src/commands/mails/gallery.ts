import { html } from '../../kit/http/pages/html.ts'
import { say, type Words } from '../../kit/words/words.ts'
import { groupOf, groupWords, type Preview } from '../../modules/notifications/examples.ts'
import { look } from './look.ts'

/** One HTML page with an example of every notice, grouped by record, in all languages side by side. It loads no other file. */
export function galleryOf(all: readonly Preview[]) {
  const groups = [...Map.groupBy(all, groupOf)]
  const { markup } = html`<!doctype html>
<html lang="zh-TW">
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Guidon · 郵件與通知 Mails and notices</title>
${look}
<header><h1>郵件與通知 <span lang="en">Mails and notices</span></h1>
<p>${all.length} 則，資料為範例。 <span lang="en">${all.length} in all, with data that is made up.</span></p></header>
<nav>${groups.map(([group, members]) => html`<a href="#${group}">${bothOf(group)} <small>${members.length}</small></a>`)}</nav>
<main>${groups.map(([group, members]) => html`<section id="${group}"><h2>${bothOf(group)}</h2>${members.map(card)}</section>`)}</main>
</html>
`
  return markup
}

const card = ({ name, channels, said }: Preview) => html`<article id="${name}">
<h3>${channels.map((channel) => html`<i class="${channel}">${bothOf(channel)}</i>`)}</h3>
<div>${said.map(({ locale, subject, text }) => html`<section lang="${locale}"><h4>${subject}</h4><p>${text}</p></section>`)}</div>
</article>`

const bothOf = (name: string) => {
  const words = channelWords[name] ?? groupWords[name] ?? [name, name]
  return `${say(words, 'zh-TW')} ${say(words, 'en')}`
}

const channelWords: Readonly<Record<string, Words>> = { app: ['系統內', 'in the app'], mail: ['郵件', 'mail'] }
