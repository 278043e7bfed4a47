import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { type Locale, locales, say } from '../../words/words.ts'
import { securityPolicies } from '../security-policies.ts'
import { html, type Markup } from './html.ts'
import { sheetPath } from './style.ts'

/** A page without a script. It loads nothing but the sheet and pictures of this service. */
export type Page = { title: string; body: Markup }

/** What surrounds every page: whose it is, in which language, and how to reach them. */
export type Frame = { brand: string; logo: string | null; locale: Locale; contact: readonly string[] }

export async function sendPage(reply: FastifyReply, page: Page, frame: Frame) {
  const text = documentOf(page, frame).markup
  const isGzip = /\bgzip\b/.test(String(reply.request.headers['accept-encoding']))
  return reply
    .headers({
      'content-security-policy': securityPolicies.linkPage,
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      // The address contains a secret.
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      vary: 'accept-encoding',
      ...(isGzip && { 'content-encoding': 'gzip' }),
    })
    .type('text/html; charset=utf-8')
    .send(isGzip ? await zip(text) : text)
}

// The long lists of choices repeat for every traveler. Nothing of the address is written into the page.
const zip = promisify<string, Buffer>(gzip)

const documentOf = ({ title, body }: Page, { brand, logo, locale, contact }: Frame) => html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${sheetPath}">
<title>${title}｜${brand}</title>
</head>
<body>
<header class="top">
<p class="brand">${logo ? html`<img src="${logo}" alt="">` : html`<i aria-hidden="true"></i>`}${brand}</p>
<nav aria-label="${say(['語言', 'Language'], locale)}">${otherLanguages(locale)}</nav>
</header>
<main>
${body}
</main>
<footer>${contact.map((line) => html`<p>${line}</p>`)}</footer>
</body>
</html>
`

const otherLanguages = (locale: Locale) =>
  locales
    .filter((other) => other !== locale)
    .map((other) => html`<a class="button plain" href="?lang=${other}" lang="${other}">${ownName(other)}</a>`)

/** A language as it calls itself. */
const ownName = (locale: Locale) => new Intl.DisplayNames(locale, { type: 'language' }).of(locale.slice(0, 2)) ?? locale
