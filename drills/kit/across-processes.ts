import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Answer } from './client.ts'
import type { Context } from './context.ts'
import { openSession } from './people.ts'
import type { Service } from './service.ts'
import { openStream } from './stream.ts'

type Pair = readonly [Service, Service]
type Check = () => Promise<string[]>

const SOON = 10_000
/** A sign-in limit counts an account and an address over all processes. */
const GUESSES = 40

/** Effects of one process that the other one must know. The streams are open from now on. */
export const acrossProcesses = async (context: Context, services: Pair): Promise<Check[]> => {
  const streams = await streamsOn(context, services)
  const checks = [streams, revocation, limit, oneKey, exports]
  return checks.map((check) => () => check(context, services))
}

/** Every notification of sales arrives on both processes, once and in order. */
const streamsOn = async ({ people, query }: Context, services: Pair) => {
  const { id, token } = people.sales
  const [last] = await query<{ id: number }>('select coalesce(max(id), 0)::integer as id from notifications')
  const streams = await Promise.all(services.map(({ url }) => openStream(url, token)))
  const text = 'select id from notifications where user_id = $1 and id > $2 order by id'
  return async () => {
    const made = (await query<{ id: number }>(text, [id, last?.id])).map((row) => row.id)
    const isComplete = () => streams.every(({ heard }) => heard.length >= made.length)
    for (const end = Date.now() + SOON; !isComplete() && Date.now() < end; ) await pause(50)
    for (const { close } of streams) close()
    if (!made.length) return ['sales were told nothing']
    return streams.flatMap(({ heard }, i) => {
      const [missing, again] = [made.filter((each) => !heard.includes(each)), heard.length - new Set(heard).size]
      return missing.length || again ? [`stream ${i + 1}: ${missing.length} never heard, ${again} heard twice`] : []
    })
  }
}

/** A session that is ended on one process is refused by the other at once. */
const revocation = async ({ query, people }: Context, [one, other]: Pair) => {
  const token = await openSession(query, people.op.id)
  const before = await other.ask('GET', '/api/me', { token })
  await one.ask('POST', '/api/logout', { token })
  const after = await other.ask('GET', '/api/me', { token })
  return [before.status, after.status].join() === '200,401' ? [] : [`a revoked token answers ${after.status}`]
}

const limit = async (_: Context, services: Pair) => {
  const statuses: number[] = []
  for (let n = 0; n < GUESSES; n += 1) {
    const body = { email: 'nobody@example.com', password: `guess ${n}` }
    const headers = { 'x-forwarded-for': '198.51.100.77' }
    statuses.push((await services[n % 2]?.ask('POST', '/api/login', { body, headers }))?.status ?? 0)
  }
  const evaluated = statuses.filter((status) => status === 401).length
  const areRefused = statuses.slice(-2).every((status) => status === 429)
  return evaluated <= 20 && areRefused ? [] : [`${evaluated} of ${GUESSES} guesses were evaluated by the two`]
}

/** One idempotency key, sent to both at the same moment. */
const oneKey = async ({ people, query }: Context, services: Pair) => {
  const body = { code: 'BOTH', name: '季', starts_on: '2027-01-01', ends_on: '2027-02-01', level: 'low' }
  const asking = { token: people.admin.token, body, headers: { 'idempotency-key': 'sent-to-both' } }
  const send = () => Promise.all(services.map(({ ask }) => ask('POST', '/api/seasons', asking)))
  await send()
  const answers = await send()
  const [rows] = await query<{ n: number }>(`select count(*)::integer as n from seasons where code = 'BOTH'`)
  const isOne = rows?.n === 1 && isDeepStrictEqual(...dataOf(answers)) && answers.every(({ status }) => status === 201)
  return isOne ? [] : [`one key on both: ${rows?.n} rows, answered ${answers.map(({ status }) => status).join()}`]
}
const dataOf = ([one, other]: Answer[]) => [one?.body?.data, other?.body?.data] as const

/** Lists as a table, a workbook and a paper with the logo of the agency, and the export of all data about a person. */
const exports = async (context: Context, services: Pair) => {
  const { token } = context.people.admin
  const [trip] = await context.query<{ id: number; traveler: number }>(
    `select p.id, min(t.id) as traveler from planned_trips p join bookings b on b.planned_trip_id = p.id
       join travelers t on t.booking_id = b.id where b.status = 'confirmed' and t.status = 'active' group by p.id limit 1`,
  )
  if (!trip) return ['there is no trip with travelers']
  const faults: string[] = []
  for (const [format, begins] of Object.entries({ csv: '\ufeff', xlsx: 'PK', pdf: '%PDF' })) {
    const path = `/api/planned-trips/${trip.id}/name-list?format=${format}`
    const answers = await Promise.all(services.map(({ ask }) => ask('GET', path, { token })))
    const isRight = answers.every(({ status, text }) => status === 200 && text.startsWith(begins))
    if (!isRight) faults.push(`${path}: ${answers.map(({ status, text }) => `${status} ${text.slice(0, 80)}`).join()}`)
  }
  const body = { reason: '當事人請求查閱' }
  const path = `/api/travelers/${trip.traveler}/export`
  const [one, other] = await Promise.all(services.map(({ ask }) => ask('POST', path, { token, body })))
  if (one?.status !== 200 || other?.status !== 200) faults.push(`${path}: ${one?.status} ${other?.status}`)
  return faults
}
