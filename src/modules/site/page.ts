import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../kit/db/tables.ts'
import { type Refusal, refusals } from '../../kit/errors.ts'
import { MOST_IN_FORM } from '../../kit/http/pages/accept-forms.ts'
import { type PageRoute, takeSentForm, type Visit } from '../../kit/http/pages/forms.ts'
import { html, type Markup } from '../../kit/http/pages/html.ts'
import { type PagePolicy, type Page as Plain, secretPage, sendDocument } from '../../kit/http/pages/page.ts'
import { faultOfGoneForm } from '../../kit/http/pages/parts.ts'
import { originOf } from '../../kit/http/server/origin.ts'
import { asRefusal, problem } from '../../kit/http/server/problem.ts'
import type { Locale } from '../../kit/words/words.ts'
import { documentOf, policyOf, type SitePage, type Whereabouts } from './document.ts'
import { type Frame, pathIn, readFrame } from './frame.ts'

/** Who looks at a page, and where. */
export type On = {
  app: FastifyInstance
  db: Db
  request: FastifyRequest
  reply: FastifyReply
  locale: Locale
  params: Record<string, string | undefined>
  query: Record<string, unknown>
  /** The path of the office, if it has pages. */
  office: string | undefined
}

/** What a page shows, with the frame if its statement has read it. */
export type View = Plain &
  Partial<SitePage> & { frame?: Frame; status?: number; postsTo?: PagePolicy['postsTo']; policy?: PagePolicy }
/** The address to which a reader is led instead; 301 where it is there for good. */
export type Moved = { moved: string; status?: 301 | 302 | 303 }

/** A page that takes forms. It is shown again with what was refused. */
export type PageWithForms = Omit<PageRoute<View | Moved>, 'policy'> & { policy?: PagePolicy }

/** What stands around the pages of the site, of the place, or of a letter, and what is told there of a refusal. */
export type Shell = {
  /** What all its pages have. */
  common: Partial<SitePage>
  around: (body: Markup) => Markup
  /** The whole document, where it is not that of the site. */
  document?: (page: SitePage, frame: Frame, locale: Locale, where: Whereabouts) => Markup
  /** Whether its pages are there only while the site is on. */
  isOfSite: boolean
  /** Whether a refusal whose form is no longer on the page is told above it. The registration tells it itself. */
  tellsGoneForms: boolean
  /** The page of a refusal. Without one the refusal is told by the service itself. */
  refused?: (refusal: Refusal, told: { title: string; detail: string }, on: On) => View
}

export const siteShell: Shell = { common: {}, around: (body) => body, isOfSite: true, tellsGoneForms: false }

export type PageAt = {
  shell: Shell
  /** The language of its address; of a letter the one that the reader has chosen, or that of the reader. */
  locale: Locale | ((db: Db, request: FastifyRequest) => Promise<Locale>)
  office: string | undefined
  takesForms?: boolean
  /** Nothing if it has answered itself. */
  open: (on: On) => Promise<View | Moved | PageWithForms | undefined>
}

/** A page at an address. This is the only place that answers one: what is refused there is told in words, in the shell where the reader is. */
export function page(app: FastifyInstance, path: string, at: PageAt) {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { db } = app.database
    const locale = typeof at.locale === 'string' ? at.locale : await at.locale(db, request)
    const { params, query } = request as { params: On['params']; query: On['query'] }
    const on: On = { app, db, request, reply, locale, params, query, office: at.office }
    const shown = await show(on, at).catch((error) => refusedPage(error, on, at.shell))
    if (!shown) return reply
    const { view, policy } = shown
    if ('moved' in view) return lead(reply, view)
    const frame = view.frame ?? (await readFrame(db, {}))
    if (at.shell.isOfSite && !frame.is_shown) return reply.callNotFound()
    if (view.status) reply.code(view.status)
    const { title, body } = view
    const whole = { path: pathOf(on), description: title, ...at.shell.common, ...view, body: at.shell.around(body) }
    const document = at.shell.document ?? documentOf
    const markup = document(whole, frame, locale, { origin: originOf(request), office: at.office })
    return sendDocument(reply, markup, policy ?? view.policy ?? policyOf(whole))
  }
  app.get(path, { config: open }, answer)
  if (at.takesForms) app.post(path, { config: { ...open, form: Type.Object({}) }, bodyLimit: MOST_IN_FORM }, answer)
}

const open = { access: 'public', bytes: true } as const

type Shown = { view: View | Moved; policy: PagePolicy | undefined }

const show = async (on: On, { open, shell }: PageAt): Promise<Shown | undefined> => {
  const opened = await open(on)
  if (!opened) return undefined
  if (!('show' in opened)) return { view: opened, policy: undefined }
  const { policy = secretPage } = opened
  const { request, reply, db } = on
  const visit = visitOf(on)
  const shown = shell.tellsGoneForms ? tellingAll(opened.show) : opened.show
  const view = await (request.method === 'POST'
    ? takeSentForm(request, reply, { ...opened, show: shown }, visit)
    : shown(db, visit))
  return view && { view, policy: { ...policy, ...policyIn(view) } }
}

const policyIn = (view: View | Moved): Partial<PagePolicy> => ({
  ...('script' in view && view.script && { hasScript: true }),
  ...('postsTo' in view && { postsTo: view.postsTo }),
})

const visitOf = ({ locale, params, query: { done } }: On): Visit => ({
  token: params.token ?? '',
  locale,
  done: typeof done === 'string' ? done : undefined,
  sent: undefined,
})

// A refusal whose form is no longer on the page, because something else happened first, is told above, with what was written.
const tellingAll =
  (show: PageWithForms['show']): PageWithForms['show'] =>
  async (db, visit) => {
    const view = await show(db, visit)
    const { sent, locale } = visit
    if (!sent || 'moved' in view || view.body.markup.includes(html`${sent.says}`.markup)) return view
    return { ...view, body: html`${faultOfGoneForm(sent, locale)}${view.body}` }
  }

const refusedPage = (error: unknown, on: On, { refused }: Shell): Shown => {
  const refusal = asRefusal(error)
  if (refusal.code === 'internal' || !refused) throw error
  const { reply, request, locale } = on
  const { title, detail } = problem(refusal, locale, request.id)
  reply.code(refusals[refusal.code][0]).headers(refusal.extras.headers ?? {})
  return { view: refused(refusal, { title, detail }, on), policy: secretPage }
}

const lead = (reply: FastifyReply, { moved, status = 302 }: Moved) =>
  reply
    .removeHeader('retry-after')
    .header('cache-control', status === 301 ? 'public, max-age=30' : 'no-store')
    .redirect(moved, status)

/** The path without the language, for the link to the other one. */
const pathOf = ({ request, locale }: On) => {
  const [address = ''] = request.url.split('?')
  return address.slice(pathIn(locale, '').length)
}
