import { isDeepStrictEqual } from 'node:util'
import { jpeg, pdf } from '../../test/fixtures/samples.ts'
import type { Answer, Ask, RequestOptions } from './client.ts'
import { inParallel } from './concurrency.ts'
import type { Context } from './context.ts'
import { encodeForm } from './encode.ts'
import { dayOf, type Fixtures, fixturesFor } from './fixtures.ts'
import { PASSWORD } from './people.ts'

/** A read that was answered, to be compared with the same read later. */
type Seen = { path: string; token?: string | undefined; data: unknown; bytes?: string }
type Given = Awaited<ReturnType<typeof prepare>>
type Flow = (given: Given, n: number) => Promise<unknown>

const apiPathOf = (link: string) =>
  link.replace(/^\/l\/booking\//, '/api/trip-registrations/').replace(/^\/l\/offer\//, '/api/offers/')

// Sentences are in the language of the reader.
const headers = { 'accept-language': 'zh-TW' }

/** The main flows of the service, repeatable. Each stores the last answer it got, to compare it later. */
export const mainFlows = async (context: Context, ask: Ask) => {
  const given = await prepare(context, ask)
  return {
    seen: given.seen,
    /** Addresses that must get a mail. */
    mailed: given.mailed,
    one: async (n: number) => flows[n % flows.length]?.(given, n),
    /** Every record that was shown must be shown again with equal fields, and every link must open. */
    compare: async (ask: Ask, links: string[]) => {
      const faults: string[] = []
      await inParallel(links.length, 8, async (n) => {
        const path = apiPathOf(links[n] ?? '')
        const { status, body, text } = await ask('GET', path)
        // After the offer was answered, its link answers differently.
        if (status !== 200 && body?.code !== 'already_answered')
          faults.push(`the link ${links[n]} answers ${status} ${text.slice(0, 200)}`)
      })
      await inParallel(given.seen.length, 8, async (n) => {
        const was = given.seen[n]
        if (was) faults.push(...differences(was, await ask('GET', was.path, { token: was.token, headers })))
      })
      return faults
    },
  }
}

const prepare = async (context: Context, ask: Ask) => {
  const { query, people } = context
  const fixtures = fixturesFor(context, ask)
  const [seen, mailed]: [Seen[], Set<string>] = [[], new Set()]
  const admin = people.admin.token
  /** A request that must succeed. */
  const must = async (method: string, path: string, asking: RequestOptions = {}) => {
    const answer = await ask(method, path, { token: admin, ...asking })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`)
    return answer
  }
  return {
    ...{ query, people, fixtures, must, seen, mailed },
    trips: await salesOf(fixtures),
    session: await fixtures.session(9_000, true),
    remember: async (path: string, token: string | undefined = admin) => {
      const { body, text } = await must('GET', path, { token, headers })
      seen.push({ path, token, ...(body === undefined ? { data: undefined, bytes: text } : { data: body.data }) })
    },
  }
}

const salesOf = async ({ saleOf, package: made }: Fixtures) => {
  const product = await made()
  return Promise.all(Array.from({ length: 8 }, (_, n) => saleOf(product, dayOf(n), 999)))
}

/**
 * A registration without an account. Sales confirm it, record a payment and cancel some. The link of the confirmation mail is
 * opened.
 */
const registration: Flow = async ({ fixtures, query, people, must, trips, remember, mailed }, n) => {
  const { status, body, text } = await fixtures.register(trips[n % trips.length] ?? 0, n)
  if (status !== 201) throw new Error(`a registration was refused: ${status} ${text.slice(0, 300)}`)
  const { booking_number, manage_link } = body.data
  const [row] = await query<{ id: number; contact_email: string }>(
    'select id, contact_email from bookings where booking_number = $1',
    [booking_number],
  )
  mailed.add(row?.contact_email ?? booking_number)
  const { token } = people.sales
  const at = `/api/bookings/${row?.id}`
  await must('GET', `/api/trip-registrations/${manage_link.token}`, { token: undefined })
  if (n % 2) return remember(`/api/trip-registrations/${manage_link.token}`, '')
  await must('POST', `${at}/price-lines`, {
    token,
    body: { kind: 'discount', description: '早鳥', quantity: 1, unit_price: 100 },
  })
  await must('POST', `${at}/confirm`, { token })
  await must('POST', `${at}/payments`, {
    token,
    body: { amount: 1_000, method: 'bankTransfer', received_at: '2026-11-01T09:00' },
  })
  if (n % 4) await must('POST', `${at}/cancel`, { token, body: { reason: '家人身體不適' } })
  await remember(at, token)
  return remember(`${at}/payments`, token)
}

/** A request with all turns of its conversation, until it is done. */
const conversation: Flow = async ({ fixtures, people, must, remember }, n) => {
  const id = await fixtures.request()
  const at = `/api/addon-requests/${id}`
  await must('POST', `${at}/communications/sales-inquiry`, { body: { message: `請報價 ${n}` } })
  await must('POST', `${at}/communications/department-quote`, { body: { quoted_price: 900 } })
  const offer = await must('POST', `${at}/communications/sales-forward`, { body: { quoted_price: 1_000 } })
  const { token } = people.customer
  await must('PATCH', `/api/addon-requests/communications/${offer.body.data.id}/customer-response`, {
    token,
    body: { customer_response: n % 3 ? 'accepted' : 'rejected' },
  })
  if (n % 3) {
    await must('POST', `${at}/communications/sales-confirm`, { body: {} })
    await must('POST', `${at}/communications/department-final`, { body: {} })
  }
  await remember(at, token)
  return remember(`${at}/communications`, token)
}

/** A plain record: created twice with one key, changed with its ETag. */
const season: Flow = async ({ fixtures, must, remember }, n) => {
  const body = { code: `U${n}`, name: `季 ${n}`, starts_on: '2027-01-01', ends_on: '2027-02-01', level: 'low' }
  const create = () => must('POST', '/api/seasons', { body, headers: { 'idempotency-key': `season-${n}-key` } })
  const [made, again] = [await create(), await create()]
  if (!isDeepStrictEqual(made.body.data, again.body.data))
    throw new Error(`the same key was answered differently: ${made.text} ${again.text}`)
  const at = `/api/seasons/${made.body.data.id}`
  const { headers } = await must('GET', at)
  await must('PUT', at, { body: { name: `季節 ${n}` }, headers: { 'if-match': String(headers.etag) } })
  await fixtures.as('op')('GET', '/api/seasons')
  return remember(at)
}

/** A guest of a public session, who gets a link by mail. */
const guest: Flow = async ({ must, session, mailed }, n) => {
  const email = `visitor${n}@example.com`
  await must('POST', `/api/public/sessions/${session}/attendances`, {
    token: undefined,
    body: { name: `客 ${n}`, email, privacy_consent: true },
    headers: { 'x-forwarded-for': `10.9.${n >> 8}.${n & 255}` },
  })
  mailed.add(email)
}

/** A file that is read again, also by its link; some are removed. */
const upload: Flow = async ({ must, remember }, n) => {
  const form = new FormData()
  const [bytes, name] = n % 2 ? [jpeg, 'photo.jpg'] : [pdf, 'paper.pdf']
  form.set('file', new File([new Uint8Array(bytes)], name))
  const { body } = await must('POST', '/api/attachments', await encodeForm(form))
  const at = `/api/attachments/${body.data.id}`
  const link = await must('GET', `${at}/link`)
  const { text } = await must('GET', link.body.data.url, { token: undefined })
  if (text !== bytes.toString()) throw new Error(`${at} shows other bytes than were sent`)
  return n % 3 ? remember(at) : must('DELETE', at)
}

/** A leader with personal data, which is revealed. */
const leader: Flow = async ({ must, remember }, n) => {
  const passport_number = String(300_000_000 + n)
  const { body } = await must('POST', '/api/tour-leaders', {
    body: { name: `領隊 ${n}`, passport_number, licenses: [{ type: '外語領隊執業證' }] },
  })
  const at = `/api/tour-leaders/${body.data.id}`
  const shown = await must('POST', `${at}/reveal`, { body: { fields: ['passport_number'], reason: '辦理簽證' } })
  if (shown.body.data.passport_number !== passport_number) throw new Error(`${at} reveals ${shown.text}`)
  return remember(at)
}

/**
 * A customer signs in, reads their records, and signs out. Each time another customer, because sign-ins are limited per account.
 */
const visit: Flow = async ({ query, people, must }, n) => {
  const email = `member${n}@example.com`
  await query(
    `insert into users (name, email, role, password_hash) select name, $1, role, password_hash from users where id = $2`,
    [email, people.customer.id],
  )
  const headers = { 'x-forwarded-for': `10.8.${n >> 8}.${n & 255}` }
  const { body } = await must('POST', '/api/login', { token: undefined, body: { email, password: PASSWORD }, headers })
  const { token } = body.data
  for (const path of ['me', 'bookings', 'addon-requests', 'travelers', 'notifications', 'notifications/unread-count'])
    await must('GET', `/api/${path}`, { token })
  return must('POST', '/api/logout', { token })
}

/** The lists that staff read. */
const lists: Flow = async ({ people, must, trips }, n) => {
  const { token } = n % 2 ? people.sales : people.admin
  for (const path of ['bookings', 'planned-trips', 'addon-requests', 'travelers', 'tour-leaders', 'notifications'])
    await must('GET', `/api/${path}`, { token })
  for (const path of ['manifest', 'rooming-list', 'readiness', 'preview'])
    await must('GET', `/api/planned-trips/${trips[n % trips.length]}/${path}`, { token })
  return must('GET', '/api/public/trips', { token: undefined })
}

const flows = [registration, conversation, season, registration, guest, upload, registration, leader, lists, visit]

const differences = ({ path, data, bytes }: Seen, { status, body, text }: Answer) => {
  if (status !== 200) return [`${path} was shown and answers ${status} ${text.slice(0, 200)}`]
  if (bytes !== undefined) return bytes === text ? [] : [`${path} has other bytes`]
  return unequal(data, body?.data, path)
}

// A newer release may show more fields and other steps.
const unequal = (was: unknown, is: unknown, path: string): string[] => {
  if (!isObject(was) || !isObject(is))
    return Object.is(was, is) ? [] : [`${path} was ${JSON.stringify(was)} and is ${JSON.stringify(is)}`]
  const stored = Object.entries(was).filter(([name]) => name !== 'possible')
  return stored.flatMap(([name, value]) => unequal(value, is[name], `${path} ${name}`))
}
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
