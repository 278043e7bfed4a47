import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import type { Db } from '../../db/tables.ts'
import { refusals } from '../../errors.ts'
import type { Locale } from '../../words/words.ts'
import { asRefusal, problem } from '../server/problem.ts'

/** A self-contained HTML page: the browser loads nothing else, and its script may call only this service. */
export type Page = { title: string; body: Markup; script?: Markup }

export type Markup = { readonly markup: string }
type Piece = string | number | Markup | readonly Markup[]

/** A template for markup. Inserted values are escaped unless they are markup themselves. */
export const html = (texts: TemplateStringsArray, ...pieces: Piece[]): Markup => ({
  markup: String.raw({ raw: texts }, ...pieces.map(written)),
})

/** A handler for `on.byHand` that answers with a page. Browsers are shown refusals as a page too. */
export const showing =
  <P extends TObject>(_params: P, show: (given: { db: Db; params: Static<P>; locale: Locale }) => Promise<Page>) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const { locale, server } = request
    try {
      // Validated against its schema before the handler runs.
      const params = request.params as Static<P>
      return sendPage(reply, locale, await show({ db: server.database.db, params, locale }))
    } catch (error) {
      if (!request.headers.accept?.includes('text/html')) throw error
      const refusal = asRefusal(error)
      if (refusal.code === 'internal') throw error
      request.refusedAs = refusal.code
      const { title, detail } = problem(refusal, locale, request.id)
      reply.code(refusals[refusal.code][0]).headers(refusal.extras.headers ?? {})
      return sendPage(reply, locale, { title, body: html`<h1>${title}</h1><p>${detail}</p>` })
    }
  }

const sendPage = (reply: FastifyReply, locale: Locale, page: Page) => {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .headers({
      'content-security-policy': policyFor(nonce),
      // The URL may contain a secret.
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(documentOf(page, locale, nonce).markup)
}

const policyFor = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const documentOf = ({ title, body, script }: Page, locale: Locale, nonce: string) => html`<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title}</title>
<style nonce="${nonce}">${style}</style>
${body}
${script ? html`<script nonce="${nonce}">${script}</script>` : ''}
</html>
`

const style: Markup = {
  markup: `
body { font: 16px/1.6 system-ui, sans-serif; max-width: 34rem; margin: 2rem auto; padding: 0 1rem; color: #1c1c1c }
dt { color: #666 } dd { margin: 0 0 .5rem } textarea { box-sizing: border-box; width: 100%; font: inherit }
button { font: inherit; padding: .5rem 1rem; margin: .5rem .5rem 0 0 } .words { white-space: pre-line }
`,
}

const written = (piece: Piece): string => {
  if (typeof piece === 'object') return 'markup' in piece ? piece.markup : piece.map(({ markup }) => markup).join('')
  return String(piece).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
