import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Tx } from '../../db/tables.ts'
import { Refusal, refusals, refuse } from '../../errors.ts'
import { FILE_MB } from '../../sizes.ts'
import { isLocale, type Locale } from '../../words/words.ts'
import { takeForm } from '../files/form.ts'
import { discard, withFile } from '../files/upload.ts'
import { faultsOf } from '../routes/validation-sentences.ts'
import { closed } from '../routes/validators.ts'
import { onBehalfOf, stopClock } from '../server/deadline.ts'
import { asRefusal, dropUnread } from '../server/problem.ts'
import { keepSession } from '../server/session-cookie.ts'
import type { Page } from './page.ts'
import { type Fields, type Form, formNameIn, isRefusal, type Outcome, refusedForm, type Sent } from './sent.ts'

/** Who looks at a page: the secret of its address, the language, and the form that was done or refused just now. */
export type Visit = { token: string; locale: Locale; done: string | undefined; sent: Sent | undefined }

/** A page that takes forms: what it shows, and its forms by name. */
export type PageRoute<Shown = Page> = {
  show: (db: Db, visit: Visit) => Promise<Shown>
  forms: (visit: Visit, request: FastifyRequest) => Record<string, Form>
  /** Refuses who may not upload, before the bytes are read. */
  beforeUpload?: (db: Db, visit: Visit) => Promise<unknown>
  /** Lets a form wait for others, so that it holds no database connection until it is its turn. */
  inLine?: (work: () => Promise<Outcome>) => Promise<Outcome>
}

/** Does what a form asks for, and leads back to the page. A refused form is shown again with its texts. */
export async function takeSentForm<Shown>(
  request: FastifyRequest,
  reply: FastifyReply,
  route: PageRoute<Shown>,
  visit: Visit,
): Promise<Shown | Page | undefined> {
  refuseOtherSites(request)
  const { db } = request.server.database
  if (request.isMultipart()) await route.beforeUpload?.(db, visit)
  const showRefused = (name: string, texts: Fields, refusal: Refusal) => {
    reply.code(refusals[refusal.code][0]).headers(refusal.extras.headers ?? {})
    return route.show(db, { ...visit, sent: refusedForm(name, texts, refusal, visit.locale) })
  }
  const arrival = await arrived(request).catch((error) => {
    if (error instanceof Refusal && error.code === 'too_large') return error
    throw error
  })
  if (arrival instanceof Refusal) {
    dropUnread(request, reply)
    // A form that is far too large is not read, so it has no name here.
    return showRefused('', {}, arrival)
  }
  const { fields, run, drop } = arrival
  const { form: name = '', ...given } = trimmed(fields)
  const { name: kind, id } = formNameIn(String(name))
  const form = Object.entries(route.forms(visit, request)).find(([each]) => each === kind)?.[1]
  if (!form) {
    await drop()
    return refuse('not_found')
  }
  const texts = withoutEmpty(given, form.emptied)
  try {
    const work = () => run(form, texts, id)
    const outcome = await (route.inLine ? route.inLine(work) : work())
    if (isRefusal(outcome)) throw outcome
    return leave(request, reply, String(name), outcome)
  } catch (error) {
    const refusal = asRefusal(error)
    if (!isToldOnPage(refusal)) throw error
    return showRefused(String(name), texts, refusal)
  }
}

// A page of another site must not send forms in the name of who holds a link. Browsers that do not send the one header
// send the other: `null` from our own pages whose address is a secret, because these send no referrer.
const refuseOtherSites = ({ headers, host, server }: FastifyRequest) => {
  const { 'sec-fetch-site': site, origin } = headers
  const isOther =
    site === undefined
      ? origin !== undefined && origin !== 'null' && ![host, hostOf(server.publicUrl)].includes(hostOf(origin) ?? '')
      : site !== 'same-origin'
  if (isOther) refuse('forbidden', { title: otherSite, detail: sentFromElsewhere })
}
const hostOf = (address: string | undefined) => (address === undefined ? undefined : URL.parse(address)?.host)
const otherSite = ['這一頁不接受其他網站送出的表單', 'This page takes no forms of other sites'] as const
const sentFromElsewhere = [
  '這份表單不是從我們的網頁送出的；請在我們的網頁重新開啟後再送出。',
  'This form was not sent from our page: open it on our site and send it again.',
] as const

const isToldOnPage = ({ code }: Refusal) => code !== 'internal' && code !== 'not_found'

type Run = (form: Form, texts: Fields, id: number) => Promise<Outcome>

const arrived = async (request: FastifyRequest): Promise<{ fields: Fields; run: Run; drop: () => Promise<void> }> => {
  if (!request.isMultipart())
    return { fields: (request.body ?? {}) as Fields, run: plainly(request), drop: async () => {} }
  // The duration of the upload does not count towards the time budget.
  const startClock = stopClock(request)
  const { arrivals } = request.server.files
  const taken = await takeForm(request, arrivals, FILE_MB, { isOfPage: true }).finally(startClock)
  const run: Run = ({ body, act, tidy = same }, texts, id) =>
    withFile(request, { ...taken, fields: tidy(texts) }, checkOf(request, body), (given) =>
      inTransaction(request, (tx) => act(tx, given as never, id)),
    )
  return { fields: taken.fields as Fields, run, drop: () => discard(taken) }
}

const plainly =
  (request: FastifyRequest): Run =>
  async ({ body, act, actAlone, isUpload, tidy = same, otherFaults = none }, texts, id) => {
    if (isUpload) refuse('unsupported_media_type')
    const check = checkOf(request, body)
    const given = withNulls(inLists(body, tidy(texts)))
    if (!check(given)) {
      const faults = faultsOf(check.errors ?? [])
      refuse('invalid_input', { errors: { ...faults, ...(await otherFaults(request.server.database.db, texts)) } })
    }
    return actAlone ? actAlone(given as never) : inTransaction(request, (tx) => act(tx, given as never, id))
  }

const same = (texts: Fields) => texts
const none = async () => ({})

const inTransaction = (request: FastifyRequest, work: (tx: Tx) => Promise<Outcome>) =>
  request.server.database.transaction(onBehalfOf(request), work)

const checkOf = ({ server }: FastifyRequest, body: Form['body']) => server.validators.text(closed(body))

const trimmed = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      name,
      typeof text === 'string' && name !== 'password' ? text.trim() : text,
    ]),
  )

// An empty field changes nothing, except where it may be emptied.
const withoutEmpty = (fields: Fields, emptied: readonly string[] = []): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name, text]) => text !== '' || emptied.includes(name)))

const withNulls = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text === '' ? null : text]))

// One chosen box of several arrives like a text.
const inLists = ({ properties }: Form['body'], texts: Fields): Fields =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      (properties[name] as { type?: string } | undefined)?.type === 'array' ? [text].flat() : text,
    ]),
  )

const leave = (request: FastifyRequest, reply: FastifyReply, form: string, outcome: Exclude<Outcome, Refusal>) => {
  if (outcome && 'body' in outcome) return outcome
  if (outcome?.session) keepSession(request, reply, outcome.session)
  const { lang } = request.query as { lang?: string }
  const asked = new URLSearchParams({ done: form, ...(isLocale(lang) ? { lang } : {}) })
  reply
    .code(303)
    .header('cache-control', 'no-store')
    .header('location', outcome?.to ?? `?${asked}#done`)
    .send()
  return undefined
}
