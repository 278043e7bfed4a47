import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { chargedSoFar } from '../bookings/price-lines.ts'
import type { NoticeName } from '../languages/samples.ts'
import { notify, type Person } from '../notifications/notify.ts'
import { thoseIn } from '../users/has-role.ts'
import { approvers, type Party, type Turn, type TurnName, turns } from './flow.ts'
import type { Concerned } from './locked-request.ts'
import type { Answer } from './request.ts'

type About = `addon-request.${string}` & NoticeName
type NoticeWords = { price?: string | null; words?: string | null; until?: string | null; total?: string }
type Notification = NoticeWords & {
  parties: readonly Party[]
  event: About
  /** The person who caused the notice and therefore gets none. */
  except?: number | undefined
}

/** Notifies the parties of a request. */
export async function notifyAll(tx: Tx, about: Concerned, { parties, event, except, ...said }: Notification) {
  const who: Person[] = []
  for (const party of parties) who.push(...(await peopleOf[party](about, tx)))
  const { id, sales_id: replyTo } = about
  const { price = null, until = null, total } = said
  const params = { ...subjectOf(about), price, words: brief(said.words), until, ...(total && { total }) }
  await notify(tx, { who, event, params, about: { type: 'addon_request', id }, except, replyTo })
}

/** Notifies the department, which must quote if a price is needed, and sales if somebody else created the request. */
export async function notifyOfRequest(tx: Tx, created: Events['addon-request.created']) {
  const { about, actor_id: except, needs_quote, needs_approval, words } = created
  const event = 'addon-request.created'
  const kind = `${needs_approval ? 'unapproved' : 'ready'}-${needs_quote ? 'quote' : 'priced'}` as const
  await notifyAll(tx, about, { parties: ['department'], event: createdEvents[kind], except, words })
  await notifyAll(tx, about, { parties: ['sales'], event, except, words })
  if (needs_approval) await notifyAll(tx, about, { parties: ['admin'], event: `${event}/approval`, except, words })
}

const createdEvents = {
  'ready-priced': 'addon-request.created',
  'ready-quote': 'addon-request.created/quote',
  'unapproved-priced': 'addon-request.created/unapproved',
  'unapproved-quote': 'addon-request.created/unapproved-quote',
} as const

/** Notifies the parties concerned by a turn. */
export async function notifyOfTurn(tx: Tx, turned: Events['addon-request.turned']) {
  const { about, turn: name, actor_id: except, answer, entry_id, needs_quote, words, price, reason } = turned
  const turn: Turn = turns[name]
  const until = name === 'sales-forward' ? await deadlineOf(tx, entry_id) : null
  for (const party of turn.notifies) {
    if (party === 'customer' && turned.by_customer) continue
    const isToQuote = name === 'approve' && party === 'department' && needs_quote
    const event = isToQuote ? 'addon-request.approve/quote' : eventOf(name, answer)
    const notice = { parties: [party], event, except }
    if (party === 'customer' && isCharging(name)) {
      const total = await totalOf(tx, about)
      // The message of a completion is internal; the reason of a correction is not.
      const said = { price, total, words: turn.internal ? null : words }
      await notifyAll(tx, about, { ...notice, event: `addon-request.${name}/customer`, ...said })
      continue
    }
    // Internal messages are not sent to the customer; the reason of a cancellation is.
    const said = turn.internal && party === 'customer' ? { words: reason ?? null } : { words, price, until }
    await notifyAll(tx, about, { ...notice, ...said })
  }
  if (name === 'sales-forward') enqueue(tx, 'addon-requests.offer', { communication_id: entry_id })
}

/** The turns that change what the booking is charged. */
const charging = ['department-final', 'department-correct', 'department-undo'] as const
const isCharging = (name: TurnName): name is (typeof charging)[number] => charging.some((each) => each === name)

/** The total of the booking, with this turn. */
const totalOf = async (tx: Tx, { booking_id }: Concerned) => {
  const { currency, total } = await chargedSoFar(tx, booking_id)
  return amountIn(currency, total)
}

/** The deadline of an offer in the time zone of the agency. */
const deadlineOf = async (tx: Tx, offer: number) => {
  const { until } = await tx
    .selectFrom('addon_communications')
    .select(
      sql<string | null>`to_char(customer_response_deadline at time zone house_zone(), 'YYYY-MM-DD HH24:MI')`.as(
        'until',
      ),
    )
    .where('id', '=', offer)
    .executeTakeFirstOrThrow()
  return until
}

const eventOf = (name: TurnName, answer: Answer | undefined): About =>
  name === 'customer-response' || name === 'sales-confirm'
    ? `addon-request.${name}/${answer ?? 'accepted'}`
    : `addon-request.${name}`

/** Notifies the new people in charge, and both parties of another quantity. */
export async function notifyOfChange(tx: Tx, { about, actor_id: except, what }: Events['addon-request.changed']) {
  for (const { event, from, to } of what) {
    const words = event === 'recounted' ? `${from} → ${to}` : null
    if (event !== 'recounted' && to === null) continue
    const parties: Party[] =
      event === 'recounted' ? ['sales', 'department'] : [event === 'assigned' ? 'department' : 'sales']
    await notifyAll(tx, about, { parties, event: `addon-request.${event}`, except, words })
  }
}

/** Notifies the other side of a message. */
export function notifyOfMessage(tx: Tx, said: Events['addon-request.said']) {
  const { about, actor_id: except, from, is_internal, words } = said
  const parties: Party[] = is_internal
    ? ['sales', 'department']
    : from === 'customer'
      ? ['sales']
      : ['sales', 'customer']
  return notifyAll(tx, about, { parties, event: 'addon-request.message', except, words })
}

/** Number, trip, traveler and type. */
const subjectOf = ({ request_number: number, type_name: type, type_name_en, traveler, serial }: Concerned) => ({
  number,
  serial,
  traveler,
  type,
  type_en: type_name_en ?? type,
})

const MOST = 1_000
const brief = (words: string | null = null) => (words && words.length > MOST ? `${words.slice(0, MOST)}…` : words)

type People = (about: Concerned, tx: Tx) => Person[] | Promise<Person[]>

/** The recipients of a party. */
const peopleOf: Record<Party, People> = {
  sales: ({ sales }) => sales,
  department: ({ team }) => team,
  customer: ({ booking_id }) => [{ contact: booking_id }],
  admin: async (_about, tx) => [...new Set((await Promise.all(approvers.map((role) => thoseIn(tx, role)))).flat())],
}
