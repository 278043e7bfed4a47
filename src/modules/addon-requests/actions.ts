import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { Actor, Role } from '../../kit/http/server/access.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { changesIn, recordChanges } from './conversation/changes.ts'
import { addEntry, note, publicly } from './conversation/entries.ts'
import { namesOf } from './conversation/words.ts'
import { life } from './flow.ts'
import { refuseElsewhere, refusePastNeed, refuseUntimely, travelerFor, typeFor } from './grounds.ts'
import { type Concerned, concerned, type LockedRequest, lockedRequest, standingOf } from './locked-request.ts'
import { estimatedCost, needsQuote, recounted, refuseCostly, refuseOthers, refuseRecount, senderOf } from './rules.ts'
import type { NewMessage, NewRequest, RequestChange } from './schema.ts'
import { refuseDetails } from './types/details-rules.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'addon-request.created': {
      about: Concerned
      actor_id: number | undefined
      needs_quote: boolean
      needs_approval: boolean
      words?: string | undefined
    }
    'addon-request.changed': { about: Concerned; actor_id: number; what: ReturnType<typeof changesIn> }
    'addon-request.said': { about: Concerned; actor_id: number; entry_id: number; is_internal: boolean; words: string }
  }
}

/** A request by a person, now: for a trip that still takes it. */
export const requestExtra = async (tx: Tx, actor: Actor, asked: NewRequest) => {
  const id = await createRequest(tx, actor, asked)
  await refuseUntimely(tx, id)
  return id
}

/** The same by the contact of a booking, who has no account: it speaks as its customer. */
export const requestByLink = async (tx: Tx, reader: Reader, asked: NewRequest) => {
  const id = await create(tx, { reader, role: 'customer', actor: undefined }, asked)
  await refuseUntimely(tx, id)
  return id
}

/** Creates a request with its price, its department and the first entry of its conversation. */
export const createRequest = (tx: Tx, actor: Actor, asked: NewRequest) =>
  create(tx, { reader: readerOf(actor), role: actor.role, actor }, asked)

/** Who asks: an account, or the holder of a link. */
type By = { reader: Reader; role: Role; actor: Actor | undefined }

const create = async (tx: Tx, { reader, role, actor }: By, { message, ...asked }: NewRequest) => {
  const type = await typeFor(tx, reader, asked.type_id)
  refuseDetails(type.details_schema, asked.details ?? {})
  const { booking_id, planned_trip_id, sales_user_id } = await travelerFor(tx, reader, asked.traveler_id)
  const { id } = await tx
    .insertInto('addon_requests')
    .values({
      ...asked,
      ...derivedFrom(type, asked.quantity ?? 1),
      booking_id,
      planned_trip_id,
      sales_user_id: sales_user_id ?? (role === 'sales' ? (actor?.id ?? null) : null),
      created_by: actor?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

  await beginConversation(tx, { role, actor }, id, type, message)
  await emit(tx, 'addon-request.created', {
    about: await concerned(tx, { id }),
    actor_id: actor?.id,
    needs_quote: needsQuote(type),
    needs_approval: type.requires_approval,
    words: message,
  })
  return id
}

const derivedFrom = (type: RequestedType, quantity: number) => {
  const status = type.requires_approval ? ('pending_approval' as const) : ('open' as const)
  return {
    department: type.department,
    currency: type.cost_currency,
    estimated_cost: refuseCostly(estimatedCost(type, quantity)),
    status,
    public_status: status,
  }
}

const beginConversation = async (
  tx: Tx,
  { role, actor }: Omit<By, 'reader'>,
  id: number,
  type: RequestedType,
  message?: string,
) => {
  await note(tx, id, { event: 'created', params: { ...namesOf(type), department: type.department } })
  if (message)
    await addEntry(tx, actor, id, {
      sender_type: senderOf(role),
      message_type: 'inquiry',
      message,
      is_internal: role !== 'customer',
    })
}
type RequestedType = Awaited<ReturnType<typeof typeFor>>

/** Details can be changed while the request is open; the quantity only before a price was mentioned. */
export const changeRequest = async (tx: Tx, actor: Actor, id: number, change: RequestChange, expected: Expected) => {
  const request = await lockedRequest(tx, actor, id)
  const isCustomer = actor.role === 'customer'
  guardVersion({ version: isCustomer ? request.public_version : request.version }, expected)
  refuseOthers(request, actor)
  if (isCustomer) refuseMoreThanQuantity(change, request)
  else mayTake(life, 'update', standingOf(request), actor.role)
  const { quantity, assignee_id, sales_user_id, ...details } = change
  const isRecounted = quantity !== undefined && quantity !== request.quantity
  if (isRecounted) refuseRecount(request)
  if (details.details) refuseDetails(request.type.details_schema, details.details)
  if (change.needed_by !== request.needed_by) await refusePastNeed(tx, change.needed_by)
  if (assignee_id) await refuseElsewhere(tx, assignee_id, request.department)

  // An assignment to staff is internal and does not count as a public change.
  const isPublic = isRecounted || sales_user_id !== undefined || Object.keys(details).length > 0
  await tx
    .updateTable('addon_requests')
    .set({
      ...change,
      ...(isRecounted && {
        estimated_cost: refuseCostly(recounted(request.estimated_cost, request.quantity, quantity)),
      }),
      ...(isPublic && publicly),
    })
    .where('id', '=', id)
    .execute()
  await announceChange(tx, actor, request, change)
}

const announceChange = async (tx: Tx, { id: actor_id }: Actor, request: LockedRequest, change: RequestChange) => {
  const what = changesIn(request, change)
  await recordChanges(tx, request, what)
  if (what.length)
    await emit(tx, 'addon-request.changed', { about: await concerned(tx, { id: request.id }), actor_id, what })
}

// The refusal names no status, because the customer does not see internal ones.
const refuseMoreThanQuantity = ({ quantity: _, ...others }: RequestChange, request: LockedRequest) => {
  const [field] = Object.keys(others)
  if (field)
    refuseField(field, [
      '您可以修改的只有數量；其他內容請留言給業務。',
      'You can change the quantity only; write a message about anything else.',
    ])
  const isEarly = life.acts.recount.from.some((status) => status === request.status)
  if (!isEarly || request.quoted_price !== null || request.offer_id !== null)
    refuseField('quantity', [
      '這筆申請已在處理中，不能再自行修改數量；請留言給業務。',
      'This request is already being handled; to change the quantity, write a message to your sales person.',
    ])
}

/** A message that changes no status. Messages of staff are internal unless they say otherwise. */
export const addMessage = async (
  tx: Tx,
  actor: Actor,
  requestId: number,
  { message_type = 'note', ...said }: NewMessage,
) => {
  const { id, about } = await lockedRequest(tx, actor, requestId)
  const isCustomer = actor.role === 'customer'
  if (isCustomer && said.is_internal)
    refuseField('is_internal', ['客戶的訊息不能是內部訊息。', 'What a customer writes cannot be internal.'])
  if (isCustomer && said.quoted_price != null)
    refuseField('quoted_price', ['客戶不能報價。', 'A customer quotes no price.'])
  refuseOthers(about, actor)

  const is_internal = said.is_internal ?? !isCustomer
  const entry = { ...said, sender_type: senderOf(actor.role), message_type, is_internal }
  const entry_id = await addEntry(tx, actor, id, entry)
  await emit(tx, 'addon-request.said', { about, actor_id: actor.id, entry_id, is_internal, words: said.message })
  return entry_id
}
