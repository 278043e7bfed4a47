import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import type { Actor } from '../../kit/http/access.ts'
import type { Standing } from './flow.ts'
import { isOpen, needsQuote } from './rules.ts'
import { requestsSeenBy, seerOf } from './visible.ts'

export type HeldRequest = Awaited<ReturnType<typeof locked>>

/** The request with its type and its latest offer, locked until the transaction ends, so that no two people take the same turn. */
export const heldRequest = async (tx: Tx, actor: Actor, id: number) => {
  found(await requestsSeenBy(tx, seerOf(actor)).select('r.id').where('r.id', '=', id).executeTakeFirst())
  return locked(tx, id)
}

/** The same, where a link has proved already that it may be known. */
export const locked = async (tx: Tx, id: number) => {
  const request = await tx
    .selectFrom('addon_requests')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const type = await tx
    .selectFrom('addon_request_types')
    .selectAll()
    .where('id', '=', request.type_id)
    .executeTakeFirstOrThrow()
  const offer = await offerOf(tx, request.offer_id)
  return { ...request, type, offer }
}

/** What the flow asks of a request. */
export const standingOf = ({ status, type, estimated_cost, offer }: HeldRequest): Standing => ({
  status,
  isPriced: estimated_cost !== null && !needsQuote(type),
  isOffered: isOpen(offer?.customer_response),
})

// Read once the request is locked, and late by the clock of that moment: a wait for the lock does not stop the time.
const offerOf = (tx: Tx, id: number | null) =>
  id === null
    ? undefined
    : tx
        .selectFrom('addon_communications')
        .selectAll()
        .select(sql<boolean>`coalesce(customer_response_deadline < clock_timestamp(), false)`.as('is_late'))
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
