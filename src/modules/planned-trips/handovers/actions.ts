import { sql } from 'kysely'
import { packed } from '../../../kit/db/json-columns.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuse, refuseField } from '../../../kit/errors.ts'
import { emit } from '../../../kit/events.ts'
import { mayTake, possibleSteps, refuseStep } from '../../../kit/flow.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import type { Actor, Role } from '../../../kit/http/server/access.ts'
import { wordsOf } from '../../../kit/words/code-words.ts'
import type { Words } from '../../../kit/words/words.ts'
import { readerOf } from '../../users/reader.ts'
import { life } from '../flow.ts'
import { lockedSeenTrip } from '../queries.ts'
import { checklist, handovers } from './flow.ts'
import { latestHandover } from './queries.ts'
import { type Handing, type HandoverKind, TripHandover } from './schema.ts'

declare module '../../../kit/events.ts' {
  interface Events {
    'trip-handover.changed': { handover_id: number; planned_trip_id: number; actor_id: number }
  }
}

type Trip = { id: number; assigned_leader_id: number | null }
type Change = { trip: Trip; pending: Awaited<ReturnType<typeof latestHandover>>; said: Omit<Handing, 'status'> }

/** Starts a handover, or decides on a pending one: its receiver accepts or returns it. `expected` is a version of the latest of its kind. */
export const handOver = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { status = 'pending', ...said }: Handing,
  expected: Expected,
) => {
  const trip = await lockedSeenTrip(tx, readerOf(actor), id)
  const latest = await latestHandover(tx, id, said.kind)
  guardVersion(latest ?? { version: 0 }, expected)
  mayTake(life, 'handover', trip, actor.role)
  const pending = latest?.status === 'pending' ? latest : undefined
  if (status === 'pending' && pending?.to_user_id === actor.id) return tick(tx, pending, said.items)
  const handing = { trip, pending, said }
  const handover_id = status === 'pending' ? await give(tx, actor, handing) : await decide(tx, actor, status, handing)
  await emit(tx, 'trip-handover.changed', { handover_id, planned_trip_id: id, actor_id: actor.id })
  return handover_id
}

const give = async (tx: Tx, actor: Actor, { trip, pending, said: { kind, to_user_id, items, ...said } }: Change) => {
  const { by } = handovers[kind].life.steps.pending
  if (!by.includes(actor.role)) refuse('forbidden', { also: { roles: by } })
  const to = to_user_id ?? pending?.to_user_id ?? refuseField('to_user_id', ['必填。', 'This is required.'])
  await refuseOutsider(tx, trip, kind, to)
  const known = pending?.items ?? checklist(kind)
  const list =
    items?.map((item, i) => ({ required: true, done: false, ...item, label: labelOf(item, i, known) })) ?? known
  const given = packed(TripHandover, {
    ...said,
    to_user_id: to,
    items: list,
    from_user_id: actor.id,
  })
  if (pending) await tx.updateTable('trip_handovers').set(given).where('id', '=', pending.id).execute()
  if (pending) return pending.id
  const { id } = await tx
    .insertInto('trip_handovers')
    .values({ ...given, kind, planned_trip_id: trip.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const decide = async (
  tx: Tx,
  actor: Actor,
  status: 'accepted' | 'returned',
  { pending, said: { kind, to_user_id: _to, items: ticks, ...said } }: Change,
) => {
  const { life, takes } = handovers[kind]
  const possible = (is: 'none' | 'pending') => possibleSteps(life, { status: is, isDone: false }, takes)
  if (!pending) return refuseStep(status, 'none', possible('none'), life.words)
  if (actor.id !== pending.to_user_id && actor.role !== 'admin')
    refuse('forbidden', {
      detail: ['只有交接對象可以接受或退回。', 'Only the one it was handed to may accept or return it.'],
    })
  const items = tickedItems(pending.items, ticks)
  const open = items.filter(({ required, done }) => required && !done)
  if (status === 'accepted' && open.length) refuseOpen(open, possible('pending'))
  const decision = { ...packed(TripHandover, { ...said, items }), status, decided_by: actor.id }
  await tx
    .updateTable('trip_handovers')
    .set({ ...decision, decided_at: sql`now()` })
    .where('id', '=', pending.id)
    .execute()
  return pending.id
}

type Item = { key: string; label: string; required?: boolean | undefined; done?: boolean | undefined }
type Named = { key: string; label?: string; done?: boolean }

/** The receiver ticks items without deciding yet. */
const tick = async (tx: Tx, { id, items }: { id: number; items: Item[] }, ticks: Named[] | undefined) => {
  const ticked = packed(TripHandover, { items: tickedItems(items, ticks) })
  await tx.updateTable('trip_handovers').set(ticked).where('id', '=', id).execute()
  return id
}

// The list belongs to the giver; the receiver names its keys. An item that is named is done, unless it says otherwise.
const tickedItems = (items: Item[], ticks: Named[] = []) => {
  for (const [i, { key }] of ticks.entries())
    if (!items.some((item) => item.key === key))
      refuseField(`items.${i}.key`, ['不在交接清單中。', 'Is not on the list.'])
  const ticked = new Map(ticks.map(({ key, done = true }) => [key, done]))
  return items.map((item) => ({ ...item, done: ticked.get(item.key) ?? item.done }))
}

const labelOf = ({ key, label }: Named, i: number, known: Item[]) =>
  label ??
  known.find((item) => item.key === key)?.label ??
  refuseField(`items.${i}.label`, ['新項目須有名稱。', 'A new item needs its label.'])

const refuseOpen = (open: { key: string; label: string }[], possible: string[]) => {
  const labels = open.map(({ label }) => label)
  return refuse('step_not_possible', {
    detail: [`必要項目尚未完成：${labels.join('、')}。`, `Required items are still open: ${labels.join(', ')}.`],
    also: { step: 'accepted', from: 'pending', possible, open_items: open.map(({ key }) => key) },
  })
}

const ofRole = (role: Role): Words => {
  const [zh, en] = wordsOf('role', role) ?? [role, role]
  return [`須為${zh}。`, `Must be of the role “${en}”.`]
}

// For the leader's side, only the leader of this trip.
const refuseOutsider = async (tx: Tx, trip: Trip, kind: HandoverKind, id: number) => {
  const user = await tx
    .selectFrom('users')
    .select(['role', 'tour_leader_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
  const { takes } = handovers[kind]
  if (user?.status !== 'active') refuseField('to_user_id', ['沒有這位使用者。', 'There is no such user.'])
  else if (user.role !== takes) refuseField('to_user_id', ofRole(takes))
  else if (takes === 'leader' && (trip.assigned_leader_id === null || user.tour_leader_id !== trip.assigned_leader_id))
    refuseField('to_user_id', ['不是這個團的領隊。', 'Does not lead this trip.'])
}
