import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLocale, say } from '../../words/words.ts'
import { html } from './html.ts'
import { secretPage, sendPage } from './page.ts'

/** Whether a browser asks for a page, and not a program for an answer of the API. */
export function isForPerson({ method, url, headers }: FastifyRequest) {
  return method === 'GET' && !/^\/api(\/|\?|$)/.test(url) && /\btext\/html\b/.test(headers.accept ?? '')
}

/** What a person reads at an address that nothing has. */
export async function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // An address that is broken has no query.
  const { lang } = (request.query ?? {}) as { lang?: unknown }
  const locale = isLocale(lang) ? lang : request.locale
  const title = say(['找不到這個頁面', 'There is no such page'], locale)
  const words = say(
    ['網址可能打錯了，或這個頁面已經不在。', 'The address may be mistyped, or the page is gone.'],
    locale,
  )
  const body = html`<section class="card"><h1>${title}</h1><p>${words}</p>
<p><a class="button main" href="/">${say(['回到首頁', 'Back to the start'], locale)}</a></p></section>`
  return sendPage(reply.code(404), { title, body }, { ...ofNobody, locale }, secretPage)
}

/** The frame of a page that is no agency's. */
const ofNobody = {
  brand: 'Guidon',
  emblem: html`<i aria-hidden="true"></i>`,
  icons: html`<link rel="icon" href="data:,">`,
  contact: [],
}
