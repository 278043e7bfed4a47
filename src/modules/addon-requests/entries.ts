import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import type { Actor } from '../../kit/http/access.ts'
import { useAttachments } from '../attachments/actions.ts'
import { internalStatuses, type Turn } from './flow.ts'
import type { HeldRequest } from './queries.ts'
import type { MessageType, SenderType, Status } from './schema.ts'

export type Entry = {
  sender_type: SenderType
  message_type: MessageType
  message: string
  is_internal: boolean
  quoted_price?: number | null | undefined
  /** Asks the customer to answer, until the deadline if there is one. */
  asks?: boolean
  customer_response_deadline?: string | null | undefined
  attachment_ids?: number[] | undefined
}

/** Adds an entry to the conversation. The system speaks for nobody. */
export const say = async (
  tx: Tx,
  actor: Actor | undefined,
  requestId: number,
  { asks = false, attachment_ids = [], ...entry }: Entry,
) => {
  const user_id = entry.sender_type === 'system' ? null : (actor?.id ?? null)
  const { id } = await tx
    .insertInto('addon_communications')
    .values({
      ...entry,
      addon_request_id: requestId,
      user_id,
      requires_customer_response: asks,
      customer_response: asks ? 'pending' : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (actor) await useAttachments(tx, actor, attachment_ids, { type: 'addon_communication', id })
  return id
}

export type Change = Partial<{
  quoted_price: number
  final_cost: number
  offer_id: number
  customer_response: HeldRequest['customer_response']
  response_deadline: string | null
  cancel_reason: string
}>

/** Brings a request into a status. A customer sees the steps that are not among ourselves, and only those count for it. */
export const enter = async (
  tx: Tx,
  request: HeldRequest,
  status: Status,
  { internal }: Pick<Turn, 'internal'>,
  change: Change = {},
) => {
  const isHidden = internal && internalStatuses.includes(status)
  await tx
    .updateTable('addon_requests')
    .set({
      ...change,
      status,
      status_since: sql`now()`,
      ...(status === 'completed' && { completed_at: sql`now()` }),
      ...(!isHidden && {
        public_status: status,
        public_version: sql<number>`public_version + 1`,
        public_updated_at: sql`now()`,
      }),
    })
    .where('id', '=', request.id)
    .execute()
}
