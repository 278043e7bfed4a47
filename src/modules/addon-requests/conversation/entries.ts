import { type Insertable, sql } from 'kysely'
import { oneRow } from '../../../kit/db/statement.ts'
import type { Tables, Tx } from '../../../kit/db/tables.ts'
import { found } from '../../../kit/errors.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import { useAttachments } from '../../attachments/actions.ts'
import type { Person } from '../../users/reader.ts'
import { internalStatuses, type Turn } from '../flow.ts'
import type { LockedRequest } from '../locked-request.ts'
import { senderOf } from '../rules.ts'
import type { SenderType, Status } from '../schema.ts'
import { isEntrySeen } from '../visible.ts'
import type { Said } from './words.ts'

export type Entry = Omit<
  Insertable<Tables['addon_communications']>,
  'addon_request_id' | 'message' | 'on_behalf_of'
> & {
  /** What a person wrote, or what happened, which is put into words when it is read. */
  message: string | Said
  /** Asks the customer for an answer, until the deadline if there is one. */
  asks?: boolean
  attachment_ids?: number[] | undefined
}

/** Adds an entry to the conversation. System entries have no author. */
export const addEntry = async (
  tx: Tx,
  actor: Actor | undefined,
  requestId: number,
  { asks = false, attachment_ids = [], message, ...entry }: Entry,
) => {
  const { id } = found(
    await inserted(tx, {
      ...entry,
      ...(typeof message === 'string' ? { message } : happened(message)),
      addon_request_id: requestId,
      user_id: entry.sender_type === 'system' ? null : (actor?.id ?? null),
      on_behalf_of: onBehalfOf(actor, entry.sender_type),
      requires_customer_response: asks,
      customer_response: asks ? 'pending' : null,
    }),
  )
  if (actor && attachment_ids.length > 0)
    await useAttachments(tx, actor, attachment_ids, { type: 'addon_communication', id })
  return id
}

const inserted = oneRow((db, entry: Insertable<Tables['addon_communications']>) =>
  db.insertInto('addon_communications').values(entry).returning('id'),
)

/** An internal system entry. */
export const note = (tx: Tx, requestId: number, message: Said) =>
  addEntry(tx, undefined, requestId, { sender_type: 'system', message_type: 'note', message, is_internal: true })

/** Marks an entry as read for one person; repeating it changes nothing. */
export const markRead = (tx: Tx, user_id: number, communication_id: number) =>
  tx
    .insertInto('addon_communication_reads')
    .values({ user_id, communication_id })
    .onConflict((there) => there.doNothing())
    .execute()

/** Marks all entries of a request as read that a person may see and has not written; returns how many were unread. */
export const markAllRead = async (tx: Tx, reader: Person, requestId: number) => {
  const { rows } = await sql`
    insert into addon_communication_reads (user_id, communication_id)
    select ${reader.me}, c.id from addon_communications c
     where c.addon_request_id = ${requestId} and c.user_id is distinct from ${reader.me} and ${isEntrySeen(reader)}
     order by c.id on conflict do nothing returning communication_id`.execute(tx)
  return rows.length
}

export type Change = Partial<{
  quoted_price: number
  quoted_until: string | null
  final_cost: number | null
  offer_id: number
  customer_response: LockedRequest['customer_response']
  response_deadline: string | null
  cancel_reason: string
  public_cancel_reason: string
}>

/** Counts a change that the customer may know of. */
export const publicly = { public_version: sql<number>`public_version + 1`, public_updated_at: sql`now()` }

/** Sets the status of a request. Internal steps are hidden from the customer and do not change the public version. */
export const enter = async (tx: Tx, { id }: LockedRequest, status: Status, { internal }: Turn, change: Change = {}) => {
  const isHidden = internal && internalStatuses.includes(status)
  await tx
    .updateTable('addon_requests')
    .set({
      ...change,
      status,
      status_since: sql`now()`,
      completed_at: status === 'completed' ? sql<string>`coalesce(completed_at, now())` : null,
      ...(!isHidden && { public_status: status, ...publicly }),
    })
    .where('id', '=', id)
    .execute()
}

/** The party in whose name an author writes an entry of another party. */
const onBehalfOf = (actor: Actor | undefined, party: SenderType) =>
  !actor || party === 'system' || party === senderOf(actor.role) ? null : party

const happened = ({ event, params = {} }: Said) => ({ event, params: JSON.stringify(params), message: null })
