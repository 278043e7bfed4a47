import type { FastifyRequest } from 'fastify'
import { isLocale, type Locale, say } from '../../words/words.ts'
import { isOfApi, type Refused, type SendRefusedPage } from '../server/problem.ts'
import { html, type Markup } from './html.ts'
import { secretPage, sendDocument } from './page.ts'
import { sheetPath } from './style.ts'

/** The page of a refusal that is no agency's, in the language that the address or the browser asks for. */
export async function sendRefusedPage(...[request, reply, told]: Parameters<SendRefusedPage>) {
  // An address that is broken has no query.
  const { lang } = (request.query ?? {}) as { lang?: unknown }
  const locale = isLocale(lang) ? lang : request.locale
  const { title, says, ...refused } = told(locale)
  return sendDocument(
    reply,
    html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${sheetPath}">
<title>${title}｜Guidon</title>
</head>
<body data-density="page">
<header class="top"><p class="brand"><i aria-hidden="true"></i><span>Guidon</span></p></header>
<main>
<section class="card"><h1>${title}</h1><p>${says}</p>${requestNumber(refused, locale)}
<p>${wayOn(request, locale)}</p></section>
</main>
</body>
</html>
`,
    isOfApi(request.url) ? { ...secretPage, framedBy: ["'self'"] } : secretPage,
  )
}

// A paper or a file is opened in a tab of its own, or in a frame of the console; where one came from is still open.
const wayOn = ({ method, url }: FastifyRequest, locale: Locale) =>
  method === 'GET' && isOfApi(url)
    ? html`<a class="button main" href="${url}">${say(['再試一次', 'Try again'], locale)}</a>`
    : html`<a class="button main" href="/">${say(['回到首頁', 'Back to the start'], locale)}</a>`

/** The number by which the log is searched for what went wrong. */
export function requestNumber({ request_id }: Pick<Refused, 'request_id'>, locale: Locale): Markup {
  if (!request_id) return html``
  return html`<p class="soft small">${say(['請求編號', 'Number of this request'], locale)} ${request_id}</p>`
}
