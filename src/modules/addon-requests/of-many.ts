import { sql } from 'kysely'
import { Type } from 'typebox'
import { oneRow, statement } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { flag, orNull, ref } from '../../kit/fields.ts'
import { BulkChanges, bulkLine, changeMany, MOST_CHANGED } from '../../kit/http/routes/bulk.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { throttle } from '../../kit/throttle.ts'
import { limits } from '../../limits.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { changeRequest } from './change.ts'
import { addEntry } from './entries.ts'
import { lockedRequest } from './locked-request.ts'
import { AddonRequest } from './request.ts'
import { isRequestSeen } from './visible.ts'

const RequestsAsked = Type.Object({
  ids: Type.Array(ref(), { minItems: 1, maxItems: MOST_CHANGED, uniqueItems: true }),
  dry_run: Type.Optional(flag()),
})
const RequestLine = Type.Object({
  addon_request_id: ref(),
  request_number: orNull(AddonRequest.properties.request_number),
  ...bulkLine,
})

type Asked = { id: number; request_number: string | null }
const requestInLine = ({ id: addon_request_id, request_number }: Asked) => ({ addon_request_id, request_number })

const requestsAsked = async (tx: Tx, actor: Actor, ids: readonly number[]): Promise<Asked[]> => {
  const known = await readNumbers(tx, { ids, ...readerOf(actor) })
  return ids.map((id) => known.find((each) => each.id === id) ?? { id, request_number: null })
}
const readNumbers = statement((db: Db, { ids, ...reader }: Reader & { ids: readonly number[] }) =>
  db
    .selectFrom('addon_requests as r')
    .select(['r.id', 'r.request_number'])
    .where('r.id', '=', sql<number>`any(${ids})`)
    .where(isRequestSeen(reader, 'r')),
)

/** Gives a request to another salesperson, by the same rule as a change of it. */
const handOver = async (tx: Tx, actor: Actor, id: number, sales_user_id: number) => {
  const request = await lockedRequest(tx, readerOf(actor), id)
  if (request.sales_user_id === sales_user_id) return { isChanged: false }
  await changeRequest(tx, actor, id, { sales_user_id })
  return { isChanged: true }
}

/** Mails the customer the offer that waits for an answer once more, with a new link. */
const remind = async (tx: Tx, actor: Actor, id: number) => {
  const { status, offer_id, offer } = await lockedRequest(tx, readerOf(actor), id)
  if (status !== 'offered' || !offer_id) return refuse('invalid_input', { detail: nothingToAnswer })
  if (offer?.is_late) refuse('invalid_input', { detail: tooLate })
  if (!(await addressOf(tx, { id }))?.email) refuse('invalid_input', { detail: noAddress })
  await throttle(tx, limits['reminders of offer'], offer_id)
  await addEntry(tx, actor, id, {
    sender_type: 'system',
    message_type: 'note',
    message: { event: 'reminded' },
    is_internal: true,
  })
  enqueue(tx, 'addon-requests.offer', { communication_id: offer_id })
  return { isChanged: true }
}

const addressOf = oneRow((db, { id }: { id: number }) =>
  db
    .selectFrom('addon_requests as r')
    .innerJoin('bookings as b', 'b.id', 'r.booking_id')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'b.customer_user_id').on('u.status', '=', 'active'))
    .select(sql<string | null>`coalesce(u.email, b.contact_email)`.as('email'))
    .where('r.id', '=', id),
)

const nothingToAnswer = [
  '目前沒有等客戶回覆的報價，不需要提醒。',
  'No offer waits for an answer of the customer, so there is nothing to remind of.',
] as const
const tooLate = [
  '客戶回覆的期限已過；請先重新報價，或延後期限。',
  'The time to answer is over: make a new offer, or give more time, first.',
] as const
const noAddress = [
  '這筆訂單沒有電子郵件；請先補上，或打電話提醒。',
  'This booking has no mail address: give one first, or call the customer.',
] as const

const sellers = ['sales', 'admin'] as const
const answered = { returns: Type.Array(RequestLine), meta: BulkChanges, etag: 'none' } as const

export function ofManyRoutes(on: On) {
  on.post(
    '/bulk/hand-over',
    {
      ...answered,
      name: 'handOverAddonRequests',
      access: sellers,
      summary: 'Hand many add-on requests over to one salesperson at once, all or none; a line for each request',
      body: Type.Object({ ...RequestsAsked.properties, sales_user_id: ref() }),
    },
    async ({ tx, actor, body: { ids, dry_run, sales_user_id }, locale }) => {
      const requests = await requestsAsked(tx, actor, ids)
      return changeMany(tx, requests, { dry_run, locale, named: requestInLine, nothing: {} }, ({ id }) =>
        handOver(tx, actor, id, sales_user_id),
      )
    },
  )
  on.post(
    '/bulk/remind',
    {
      ...answered,
      name: 'remindOfAddonOffers',
      access: sellers,
      summary:
        'Mail the customers of many add-on requests the offer that waits for their answer once more; a line for each',
      body: RequestsAsked,
    },
    async ({ tx, actor, body: { ids, dry_run }, locale }) => {
      const requests = await requestsAsked(tx, actor, ids)
      return changeMany(tx, requests, { dry_run, locale, named: requestInLine, nothing: {} }, ({ id }) =>
        remind(tx, actor, id),
      )
    },
  )
}
