import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { emit } from '../../kit/events.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { type EnquiryStatus, enquiryFlow, sellers } from './flow.ts'
import { lockedEnquiry, oneEnquiry, shownEnquiry, shownTo, stateOf } from './read.ts'
import { EnquiryChange, NewEnquiry } from './schema.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'enquiry.changed': {
      enquiry_id: number
      actor_id: number | undefined
      what: 'asked' | 'handed_over' | Exclude<EnquiryStatus, 'new'>
    }
  }
}

/** Staff enter an enquiry. It belongs to whoever enters it, if that is somebody of sales, and to that person's branch. */
async function addEnquiry(tx: Tx, actor: Actor, body: NewEnquiry) {
  const given = body.sales_user_id === undefined ? { ...body, sales_user_id: sellerOf(actor) } : body
  return enterEnquiry(tx, actor.id, { branch_id: branchOf(actor), ...given })
}

/** Writes an enquiry as it is given: one that names nobody of sales belongs to nobody yet. */
export async function enterEnquiry(tx: Tx, actor_id: number | undefined, body: Entered) {
  const { id } = await tx
    .insertInto('enquiries')
    .values({ ...body, created_by: actor_id ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await emit(tx, 'enquiry.changed', { enquiry_id: id, actor_id, what: 'asked' })
  return id
}
type Entered = Omit<NewEnquiry, 'branch_id'> & { branch_id?: NewEnquiry['branch_id'] | ReturnType<typeof branchOf> }

/** Whoever enters an enquiry, if it can own one. */
export function sellerOf({ id, roles }: Pick<Actor, 'id' | 'roles'>) {
  return roles.some((role) => role === 'sales') ? id : null
}
export function branchOf({ id }: Pick<Actor, 'id'>) {
  return sql<number | null>`(select branch_id from users where id = ${id})`
}

const changeEnquiry = async (tx: Tx, actor: Actor, id: number, body: EnquiryChange, expected: Expected) => {
  const enquiry = await lockedEnquiry(tx, id)
  guardVersion(enquiry, expected)
  mayTake(enquiryFlow, 'change', stateOf(enquiry), actor.roles)
  await tx
    .updateTable('enquiries')
    .set({ ...body, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

export function enterRoutes(on: On) {
  on.create(
    '',
    {
      access: sellers,
      summary: 'Enter an enquiry; `duplicates` of the answer are open ones of the same telephone or mail address',
      body: NewEnquiry,
      ...shownEnquiry,
    },
    async ({ tx, actor, body }) => {
      const id = await addEnquiry(tx, actor, body)
      return { id, ...(await oneEnquiry(tx, shownTo(actor, id))) }
    },
  )
  on.put(
    '/:id',
    {
      access: enquiryFlow.acts.change.by,
      summary: 'Change an enquiry; its owner by a handover',
      body: EnquiryChange,
      ...shownEnquiry,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeEnquiry(tx, actor, params.id, body, expected)
      return oneEnquiry(tx, shownTo(actor, params.id))
    },
  )
}
