import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { without } from '../../kit/fields.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import type { Department } from '../roles.ts'
import { actingOf, readerOf } from '../users/reader.ts'
import { addEntry } from './entries.ts'
import { addonRequestFlow } from './flow.ts'
import {
  type Concerned,
  concerned,
  type LockedRequest,
  lockedRequest,
  publicChange,
  refuseOtherDepartments,
  stateOf,
} from './locked-request.ts'
import { refuseTooMany } from './offered.ts'
import { refuseCostly, refusePastNeed } from './open.ts'
import { oneRequest, ShownRequest } from './read.ts'
import { GivenFields } from './request.ts'
import { refuseDetails } from './types.ts'

const RequestChange = Type.Partial(without(GivenFields, ['type_id', 'traveler_id']))
type RequestChange = Static<typeof RequestChange>

declare module '../../kit/events.ts' {
  interface Events {
    'addon-request.changed': { about: Concerned; actor_id: number; what: ReturnType<typeof changesIn> }
  }
}

// The refusal names no status, because the customer does not see internal ones.
const refuseMoreThanQuantity = ({ quantity: _, ...others }: RequestChange, request: LockedRequest) => {
  const [field] = Object.keys(others)
  if (field)
    refuseField(field, [
      '您可以修改的只有數量；其他內容請留言給業務。',
      'You can change the quantity only; write a message about anything else.',
    ])
  const isEarly = addonRequestFlow.acts.recount.from.some((status) => status === request.status)
  if (!isEarly || request.quoted_price !== null || request.offer_id !== null)
    refuseField('quantity', [
      '這筆申請已在處理中，不能再自行修改數量；請留言給業務。',
      'This request is already being handled; to change the quantity, write a message to your salesperson.',
    ])
}

/** The quantity is fixed once a price was mentioned. */
const refuseRecount = ({ quoted_price, offer_id }: { quoted_price: number | null; offer_id: number | null }) => {
  if (quoted_price !== null || offer_id !== null)
    refuseField('quantity', [
      '已有報價，不能再改數量；請取消後重新申請。',
      'There is already a price; to change the quantity, cancel and send a new request.',
    ])
}

/** The price of another quantity, at the price per piece of the day the request was created. */
const costOfQuantity = (cost: number | null, from: number, to: number) =>
  cost === null ? null : (Math.round((cost * 100) / from) * to) / 100

/** A change that is notified and shown in the timeline. */
type NotedChange = { event: 'recounted' | 'assigned' | 'handed-over'; from: number | null; to: number | null }

const changesIn = (was: LockedRequest, { quantity, assignee_id, sales_user_id }: RequestChange): NotedChange[] =>
  [
    { event: 'recounted', from: was.quantity, to: quantity } as const,
    { event: 'assigned', from: was.assignee_id, to: assignee_id } as const,
    { event: 'handed-over', from: was.sales_user_id, to: sales_user_id } as const,
  ].flatMap(({ to, ...what }) => (to === undefined || to === what.from ? [] : [{ ...what, to }]))

/** Refuses an assignee of another department. */
const refuseOtherAssignee = async (tx: Tx, id: number, department: Department) => {
  const user = await tx
    .selectFrom('users')
    .select('departments')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!user?.departments.includes(department))
    refuseField('assignee_id', ['承辦人必須屬於負責的部門。', 'The assignee must be of the department in charge.'])
}

/** Details can be changed while the request is open; the quantity only before a price was mentioned. */
export async function changeRequest(tx: Tx, actor: Actor, id: number, change: RequestChange, expected?: Expected) {
  const request = await lockedRequest(tx, readerOf(actor), id)
  const isCustomer = actor.roles.includes('customer')
  guardVersion({ version: isCustomer ? request.public_version : request.version }, expected)
  refuseOtherDepartments(request, actor, addonRequestFlow.acts.update.by)
  if (isCustomer) refuseMoreThanQuantity(change, request)
  else mayTake(addonRequestFlow, 'update', stateOf(request), actor.roles)
  const { quantity, assignee_id, sales_user_id, ...details } = change
  const isRecounted = quantity !== undefined && quantity !== request.quantity
  if (isRecounted) refuseRecount(request)
  if (isRecounted && isCustomer) await refuseTooMany(tx, request.type, { ...request, quantity }, id)
  if (details.details) refuseDetails(request.type.details_schema, details.details)
  if (change.needed_by !== request.needed_by) await refusePastNeed(tx, change.needed_by)
  if (assignee_id) await refuseOtherAssignee(tx, assignee_id, request.department)

  // An assignment to staff is internal and does not count as a public change.
  const isPublic = isRecounted || sales_user_id !== undefined || Object.keys(details).length > 0
  await tx
    .updateTable('addon_requests')
    .set({
      ...change,
      ...(isRecounted && {
        estimated_cost: refuseCostly(costOfQuantity(request.estimated_cost, request.quantity, quantity)),
      }),
      ...(isPublic && publicChange),
    })
    .where('id', '=', id)
    .execute()
  await announceChange(tx, actor, request, change)
}

/** Writes a system entry for each change and notifies the others. A new quantity is public; a new assignee is not. */
const announceChange = async (tx: Tx, actor: Actor, request: LockedRequest, change: RequestChange) => {
  const what = changesIn(request, change)
  for (const { event, from, to } of what)
    await addEntry(tx, actor, request.id, {
      sender_type: 'system',
      message_type: 'modification',
      is_internal: event !== 'recounted',
      message: event === 'recounted' ? { event, params: { from, to } } : { event },
    })
  if (what.length)
    await emit(tx, 'addon-request.changed', {
      about: await concerned(tx, { id: request.id }),
      actor_id: actor.id,
      what,
    })
}

export function changeRoute(on: On) {
  on.put(
    '/:id',
    {
      access: [...addonRequestFlow.acts.update.by, ...addonRequestFlow.acts.recount.by],
      summary: 'Change the details of an add-on request; a customer its quantity, before a price was named',
      body: RequestChange,
      returns: ShownRequest,
      etag: 'content',
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeRequest(tx, actor, params.id, body, expected)
      return oneRequest(tx, { ...actingOf(actor), ...params })
    },
  )
}
