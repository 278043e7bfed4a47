import type { Tx } from '../../../kit/db/tables.ts'
import type { LockedRequest } from '../locked-request.ts'
import type { RequestChange } from '../schema.ts'
import { addEntry } from './entries.ts'

type What = { event: 'recounted' | 'assigned' | 'handed-over'; from: number | null; to: number | null }

/** What of a change the others are told, and what the timeline keeps. */
export const changesIn = (was: LockedRequest, { quantity, assignee_id, sales_user_id }: RequestChange): What[] =>
  [
    { event: 'recounted', from: was.quantity, to: quantity } as const,
    { event: 'assigned', from: was.assignee_id, to: assignee_id } as const,
    { event: 'handed-over', from: was.sales_user_id, to: sales_user_id } as const,
  ].flatMap(({ to, ...what }) => (to === undefined || to === what.from ? [] : [{ ...what, to }]))

/** Adds an entry of the system for each change. The quantity is public; who works on the request is not. */
export const recordChanges = async (tx: Tx, { id }: LockedRequest, changes: readonly What[]) => {
  for (const { event, from, to } of changes)
    await addEntry(tx, undefined, id, {
      sender_type: 'system',
      message_type: 'modification',
      is_internal: event !== 'recounted',
      message: event === 'recounted' ? { event, params: { from, to } } : { event },
    })
}
