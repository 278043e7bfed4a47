import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { emit } from '../../kit/events.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { enquiryFlow, enquirySteps, sellers } from './flow.ts'
import { lockedEnquiry, oneEnquiry, shownEnquiry, shownTo, stateOf } from './read.ts'
import { HandingOver, Losing, NewNote } from './schema.ts'

type Step = keyof typeof enquirySteps
type Set = Partial<Losing> & { sales_user_id?: number | null; follow_up_on?: string }

/** Locks an enquiry and sets what the step leads to. An end has its moment, and whoever opens it again calls today. */
export async function takeEnquiryStep(
  tx: Tx,
  { id: actor_id, roles }: Pick<Actor, 'id' | 'roles'>,
  id: number,
  step: Step,
  { expected, ...set }: Set & { expected: Expected },
) {
  const enquiry = await lockedEnquiry(tx, id)
  guardVersion(enquiry, expected)
  mayTake(enquiryFlow, step, stateOf(enquiry), roles)
  const status = enquirySteps[step].to
  await tx
    .updateTable('enquiries')
    .set({
      ...set,
      status,
      ended_at: status === 'in_touch' || status === 'quoted' ? null : sql<string>`now()`,
      ...(step === 'reopen' && { lost_reason: null, lost_note: null, follow_up_on: sql<string>`today()` }),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  await emit(tx, 'enquiry.changed', { enquiry_id: id, actor_id, what: status })
}

/** Adds what was said, and the day of the next call. Whoever has spoken with somebody new is in touch. */
const addNote = async (tx: Tx, actor: Actor, id: number, { words, follow_up_on }: NewNote, expected: Expected) => {
  const enquiry = await lockedEnquiry(tx, id)
  guardVersion(enquiry, expected)
  mayTake(enquiryFlow, 'note', stateOf(enquiry), actor.roles)
  await tx.insertInto('enquiry_notes').values({ enquiry_id: id, written_by: actor.id, words }).execute()
  if (enquiry.status === 'new')
    return takeEnquiryStep(tx, actor, id, 'in-touch', { expected: undefined, ...(follow_up_on && { follow_up_on }) })
  if (follow_up_on !== undefined)
    await tx.updateTable('enquiries').set({ follow_up_on, updated_at: sql`now()` }).where('id', '=', id).execute()
}

/** Gives an enquiry to another salesperson, who is told. Who takes one that has no owner hands it to itself. */
const handOver = async (tx: Tx, actor: Actor, id: number, body: HandingOver, expected: Expected) => {
  const { sales_user_id, words } = body
  const enquiry = await lockedEnquiry(tx, id)
  guardVersion(enquiry, expected)
  mayTake(enquiryFlow, 'hand-over', stateOf(enquiry), actor.roles)
  if (words !== undefined)
    await tx.insertInto('enquiry_notes').values({ enquiry_id: id, written_by: actor.id, words }).execute()
  if (enquiry.sales_user_id === sales_user_id) return
  await tx.updateTable('enquiries').set({ sales_user_id, updated_at: sql`now()` }).where('id', '=', id).execute()
  await emit(tx, 'enquiry.changed', { enquiry_id: id, actor_id: actor.id, what: 'handed_over' })
}

const changed = { ...shownEnquiry, refuses: ['stale', 'step_not_possible'] } as const

export function noteRoute(on: On) {
  on.post(
    '/:id/notes',
    {
      name: 'createEnquiryNote',
      access: sellers,
      summary: 'Add what was said, and the day of the next call; notes are never changed',
      body: NewNote,
      ...shownEnquiry,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await addNote(tx, actor, params.id, body, expected)
      return oneEnquiry(tx, shownTo(actor, params.id))
    },
  )
}

export function stepRoutes(on: On) {
  on.post(
    '/:id/hand-over',
    {
      ...changed,
      name: 'handOverEnquiry',
      access: enquiryFlow.acts['hand-over'].by,
      summary: 'Hand an enquiry over to another salesperson, who is told; or take one that nobody has',
      body: HandingOver,
    },
    async ({ tx, actor, params, body, expected }) => {
      await handOver(tx, actor, params.id, body, expected)
      return oneEnquiry(tx, shownTo(actor, params.id))
    },
  )
  on.post(
    '/:id/lose',
    {
      ...changed,
      access: enquirySteps.lose.by,
      summary: 'End an enquiry that comes to nothing, with the reason',
      body: Losing,
    },
    async ({ tx, actor, params, body, expected }) => {
      await takeEnquiryStep(tx, actor, params.id, 'lose', { ...body, expected })
      return oneEnquiry(tx, shownTo(actor, params.id))
    },
  )
  for (const [step, name, summary] of plainSteps)
    on.post(
      `/:id/${step}`,
      { ...changed, name, access: enquirySteps[step].by, summary },
      async ({ tx, actor, params, expected }) => {
        await takeEnquiryStep(tx, actor, params.id, step, { expected })
        return oneEnquiry(tx, shownTo(actor, params.id))
      },
    )
}
const plainSteps = [
  ['in-touch', 'markEnquiryInTouch', 'Somebody has spoken with the person'],
  ['quote', 'quoteEnquiry', 'A price was told'],
  ['reopen', 'reopenEnquiry', 'Open an enquiry again that had ended; it is called today'],
] as const
