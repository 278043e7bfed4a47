import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import type { Words } from '../../kit/words/words.ts'
import { notify } from '../notifications/actions.ts'
import { thoseIn } from '../users/queries.ts'
import { type Party, type Turn, turns } from './flow.ts'
import { responseWords } from './labels.ts'
import type { Concerned } from './locked-request.ts'

type Notification = {
  parties: readonly Party[]
  event: string
  title: Words
  /** The text; by default trip, traveler and type. */
  body?: Words
  /** The person who caused it, who is not notified. */
  except?: number
  /** False if a separate mail is sent. */
  byMail?: boolean
}

/** Notifies the parties of a request. */
export const notifyAll = async (
  tx: Tx,
  about: Concerned,
  { parties, event, title, except, ...others }: Notification,
) => {
  const { body = matterOf(about), byMail = true } = others
  const people: number[] = []
  for (const party of parties) people.push(...(await peopleOf[party](tx, about)))
  const [zh, en] = title
  await notify(
    tx,
    people.filter((person) => person !== except),
    {
      event: `addon-request.${event}`,
      title: [`${about.request_number} ${zh}`, `${about.request_number} ${en}`],
      body,
      subject: { type: 'addon_request', id: about.id },
    },
    byMail,
  )
}

/** Notifies the department, which must quote if a price is needed, and sales if somebody else created the request. */
export const notifyOfRequest = async (tx: Tx, created: Events['addon-request.created']) => {
  const { about, actor_id: except, needs_quote, needs_approval } = created
  const event = 'created'
  const title = requested[needs_approval ? 'unapproved' : 'ready'][needs_quote ? 'unpriced' : 'priced']
  await notifyAll(tx, about, { parties: ['department'], event, title, except })
  await notifyAll(tx, about, { parties: ['sales'], event, title: requested.ready.priced, except })
  if (needs_approval)
    await notifyAll(tx, about, {
      parties: ['admin'],
      event,
      title: ['申請待核准', 'Request awaiting approval'],
      except,
    })
}

const requested: Record<'ready' | 'unapproved', Record<'priced' | 'unpriced', Words>> = {
  ready: { priced: ['新的申請', 'New request'], unpriced: ['新的申請，請報價', 'New request: please quote'] },
  unapproved: {
    priced: ['新的申請，待核准', 'New request, not approved yet'],
    unpriced: ['新的申請，待核准後請報價', 'New request: please quote once it is approved'],
  },
}
const approvedToQuote: Words = ['已核准，請報價', 'Approved: please quote now']

/** Notifies the parties concerned by a turn. */
export const notifyOfTurn = async (tx: Tx, turned: Events['addon-request.turned']) => {
  const { about, turn: name, actor_id: except, entry_id, needs_quote } = turned
  const turn: Turn = turns[name]
  const isOffer = name === 'sales-forward'
  for (const party of turn.tells) {
    const isToQuote = name === 'approve' && party === 'department' && needs_quote
    const title = isToQuote ? approvedToQuote : titleOf(turn, turned)
    await notifyAll(tx, about, { parties: [party], event: name, title, body: bodyOf(turned), except, byMail: !isOffer })
  }
  if (isOffer) enqueue(tx, 'addon-requests.offer', { communication_id: entry_id })
}

const titleOf = ({ title: [zh, en] }: Turn, { answer }: Events['addon-request.turned']): Words => {
  if (!answer) return [zh, en]
  const [answerZh, answerEn] = responseWords[answer]
  return [`${zh}：${answerZh}`, `${en}: ${answerEn}`]
}

// The reason of an end belongs to what it ends.
const bodyOf = ({ about, turn, reason }: Events['addon-request.turned']): Words => {
  const [zh, en] = matterOf(about)
  return turn === 'decline' && reason ? [`${zh}\n原因：${reason}`, `${en}\nReason: ${reason}`] : [zh, en]
}

/** Notifies the other side of a message. */
export const notifyOfMessage = (tx: Tx, { about, actor_id: except, is_internal }: Events['addon-request.said']) => {
  const parties: Party[] = is_internal ? ['sales', 'department'] : ['sales', 'customer']
  return notifyAll(tx, about, {
    parties,
    event: 'message',
    title: ['新的訊息', 'New message'],
    except,
  })
}

/** Trip, traveler and type. */
const matterOf = ({ type_name, type_name_en, traveler, serial }: Concerned): Words => [
  `${serial} ${traveler}：${type_name}`,
  `${serial} ${traveler}: ${type_name_en ?? type_name}`,
]

type People = (tx: Tx, about: Concerned) => Promise<number[]>

/** The recipients of a party: the person in charge, or else everybody who could be. */
const peopleOf: Record<Party, People> = {
  sales: async (tx, { sales_id }) => (sales_id ? [sales_id] : thoseIn(tx, 'sales')),
  department: async (tx, { assignee_id, department }) =>
    assignee_id ? [assignee_id] : thoseIn(tx, 'department', department),
  customer: async (_tx, { customer_user_id }) => (customer_user_id ? [customer_user_id] : []),
  admin: (tx) => thoseIn(tx, 'admin'),
}
