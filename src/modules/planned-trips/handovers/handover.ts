import { type ColumnType, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { jsonArrayOf, jsonRecord } from '../../../kit/db/json.ts'
import { packed } from '../../../kit/db/rows.ts'
import type { Db, Table, Tx } from '../../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../../kit/errors.ts'
import { type Events, emit } from '../../../kit/events.ts'
import {
  defaulted,
  flag,
  labelled,
  line,
  list,
  moment,
  nullable,
  oneOf,
  orNull,
  ref,
  text,
  without,
} from '../../../kit/fields.ts'
import { mayTake, possibleSteps, refuseStep } from '../../../kit/flow.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import { routes } from '../../../kit/http/routes/routes.ts'
import { type Actor, hasOneOf, type Role } from '../../../kit/http/server/guard.ts'
import { columnsOf, RecordOf } from '../../../kit/resource/record.ts'
import { wordsOf } from '../../../kit/words/code-words.ts'
import type { Words } from '../../../kit/words/words.ts'
import { notify } from '../../notifications/notify.ts'
import { deadlineKey } from '../../packages/schema.ts'
import { tripCalled } from '../../shown-names.ts'
import { isOutside, type Reader, readerOf } from '../../users/reader.ts'
import { tripFlow } from '../flow.ts'
import { isTripSeen, readers, tripSeen, tripsSeenBy } from '../visible.ts'
import { checklist, type HandoverKind, handoverKinds, handovers } from './flow.ts'

/** An item of the checklist. */
const Item = Type.Object({
  key: deadlineKey(),
  label: line(200, '分房表'),
  required: labelled(defaulted(flag()), ['必填', 'Required']),
  done: defaulted(flag()),
})

/** One side of a trip hands it over to another. @public */
export const TripHandover = Type.Object({
  planned_trip_id: ref(),
  kind: oneOf(handoverKinds),
  from_user_id: ref(),
  to_user_id: ref(),
  items: defaulted(list(Item, 60)),
  note: nullable(text(2000)),
  status: defaulted(oneOf(['pending', 'accepted', 'returned'])),
  decided_by: nullable(ref()),
  decided_at: nullable(moment()),
})

/** An item in a body. The key is enough for an item of the default list. */
const NamedItem = Type.Object({ ...Item.properties, label: Type.Optional(Item.properties.label) })

// The sender and the decider are the caller.
const { properties: fields } = without(TripHandover, ['planned_trip_id', 'from_user_id', 'decided_by', 'decided_at'])

/** Starts a handover, or decides on it. */
const NewHandover = Type.Object({
  ...fields,
  to_user_id: Type.Optional(fields.to_user_id),
  items: defaulted(list(NamedItem, 60)),
})
type NewHandover = Static<typeof NewHandover>

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    trip_handovers: Omit<Table<typeof TripHandover>, 'decided_at'> & {
      decided_at: ColumnType<string | null, unknown, unknown>
    }
  }
}

/** What the leader hands back: whether it wrote about the days, and whether its account is closed. */
const HandedBack = Type.Object({
  has_report: labelled(Type.Boolean(), ['已有出團報告', 'Report is written']),
  accounts_closed: labelled(Type.Boolean(), ['領隊帳已結', 'Accounts are closed']),
})
const ShownHandover = RecordOf(TripHandover, {
  from_user: Type.String(),
  to_user: Type.String(),
  handed_back: orNull(HandedBack),
})

const handedBack = sql<object | null>`case trip_handovers.kind when 'leader_to_op' then json_build_object(
  'has_report', exists (select from day_notes n where n.planned_trip_id = planned_trips.id),
  'accounts_closed', not exists (
    select from (select tour_leader_id from leader_advances where planned_trip_id = planned_trips.id
                  union select tour_leader_id from trip_expenses where planned_trip_id = planned_trips.id) w
     where not exists (select from leader_accounts a where a.planned_trip_id = planned_trips.id and a.tour_leader_id = w.tour_leader_id and a.is_closed))) end`

const handoverRows = (db: Db, reader: Reader) =>
  db
    .selectFrom('trip_handovers')
    .innerJoin('planned_trips', 'planned_trips.id', 'trip_handovers.planned_trip_id')
    .innerJoin('users as giver', 'giver.id', 'trip_handovers.from_user_id')
    .innerJoin('users as taker', 'taker.id', 'trip_handovers.to_user_id')
    .select(columnsOf('trip_handovers', TripHandover))
    .select(['giver.name as from_user', 'taker.name as to_user', handedBack.as('handed_back')])
    .where(isTripSeen(reader))
    // A leader does not see handovers from sales to operations.
    .$if(isOutside(reader), (rows) => rows.where('trip_handovers.kind', '<>', 'sales_to_op'))

const handoverArray = jsonArrayOf(tripSeen, (db, { id, ...reader }) =>
  handoverRows(db, reader).where('planned_trips.id', '=', id).orderBy('trip_handovers.id', 'desc'),
)
const oneHandover = jsonRecord((db, { handover, ...reader }: Reader & { handover: number }) =>
  handoverRows(db, reader).where('trip_handovers.id', '=', handover),
)

declare module '../../../kit/events.ts' {
  interface Events {
    'trip-handover.changed': { handover_id: number; planned_trip_id: number; actor_id: number }
  }
}

type Trip = { id: number; assigned_leader_id: number | null; briefing_leader_id: number | null }
type Change = { trip: Trip; pending: Awaited<ReturnType<typeof latestHandover>>; said: Omit<NewHandover, 'status'> }

/**
 * Starts a handover, or decides on a pending one: its receiver accepts or returns it. `expected` is a version of the latest
 * handover of its kind.
 */
const handOver = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { status = 'pending', ...said }: NewHandover,
  expected: Expected,
) => {
  const trip = await lockedSeenTrip(tx, readerOf(actor), id)
  const latest = await latestHandover(tx, id, said.kind)
  guardVersion(latest ?? { version: 0 }, expected)
  mayTake(tripFlow, 'handover', trip, actor.roles)
  const pending = latest?.status === 'pending' ? latest : undefined
  if (status === 'pending' && pending?.to_user_id === actor.id) return tick(tx, pending, said.items)
  const handing = { trip, pending, said }
  const handover_id = status === 'pending' ? await give(tx, actor, handing) : await decide(tx, actor, status, handing)
  await emit(tx, 'trip-handover.changed', { handover_id, planned_trip_id: id, actor_id: actor.id })
  return handover_id
}

/** The trip, locked until the transaction ends; not found if the reader may not see it. */
const lockedSeenTrip = async (tx: Tx, reader: Reader, id: number) =>
  found(await tripsSeenBy(tx, reader).selectAll().where('planned_trips.id', '=', id).forUpdate().executeTakeFirst())

/** The latest handover of a kind. It is the one that can be decided. */
const latestHandover = (tx: Tx, planned_trip_id: number, kind: HandoverKind) =>
  tx
    .selectFrom('trip_handovers')
    .selectAll()
    .where('planned_trip_id', '=', planned_trip_id)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/** The roles of the caller for a trip. The role of a leader counts only for the leaders of this trip. */
const rolesFor = ({ roles, tour_leader_id }: Actor, trip: Trip) =>
  tour_leader_id !== null && [trip.assigned_leader_id, trip.briefing_leader_id].includes(tour_leader_id)
    ? roles
    : roles.filter((role) => role !== 'leader')

const give = async (tx: Tx, actor: Actor, { trip, pending, said: { kind, to_user_id, items, ...said } }: Change) => {
  const { by } = handovers[kind].flow.steps.pending
  if (!hasOneOf(rolesFor(actor, trip), by)) refuse('forbidden', { also: { roles: by } })
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

type ListItem = { key: string; label: string; required?: boolean | undefined; done?: boolean | undefined }
type Tick = { key: string; label?: string; done?: boolean }

const labelOf = ({ key, label }: Tick, i: number, known: ListItem[]) =>
  label ??
  known.find((item) => item.key === key)?.label ??
  refuseField(`items.${i}.label`, ['新項目須有名稱。', 'A new item needs its label.'])

// Only the leader of this trip can be the leader's side of a handover.
const refuseOutsider = async (tx: Tx, trip: Trip, kind: HandoverKind, id: number) => {
  const user = await tx
    .selectFrom('users')
    .select(['roles', 'tour_leader_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
  const { takes } = handovers[kind]
  if (user?.status !== 'active') refuseField('to_user_id', ['沒有這位使用者。', 'There is no such user.'])
  else if (!user.roles.includes(takes)) refuseField('to_user_id', ofRole(takes))
  else if (takes === 'leader' && (trip.assigned_leader_id === null || user.tour_leader_id !== trip.assigned_leader_id))
    refuseField('to_user_id', ['不是這個團的領隊。', 'Does not lead this trip.'])
}

const ofRole = (role: Role): Words => {
  const [zh, en] = wordsOf('role', role) ?? [role, role]
  return [`須為${zh}。`, `Must be of the role “${en}”.`]
}

const decide = async (
  tx: Tx,
  actor: Actor,
  status: 'accepted' | 'returned',
  { pending, said: { kind, to_user_id: _to, items: ticks, ...said } }: Change,
) => {
  const { flow, takes } = handovers[kind]
  const possible = (is: 'none' | 'pending') => possibleSteps(flow, { status: is, isDone: false }, [takes])
  if (!pending) return refuseStep(status, 'none', possible('none'), flow.words)
  if (actor.id !== pending.to_user_id && !actor.roles.includes('admin'))
    refuse('forbidden', {
      detail: ['只有交接對象可以接手或退回。', 'Only the one it was handed to may accept or return it.'],
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

/** The receiver ticks items and decides later. */
const tick = async (tx: Tx, { id, items }: { id: number; items: ListItem[] }, ticks: Tick[] | undefined) => {
  const ticked = packed(TripHandover, { items: tickedItems(items, ticks) })
  await tx.updateTable('trip_handovers').set(ticked).where('id', '=', id).execute()
  return id
}

// The checklist belongs to the sender; the receiver sends its keys. An item that is sent is done unless it has `done: false`.
const tickedItems = (items: ListItem[], ticks: Tick[] = []) => {
  for (const [i, { key }] of ticks.entries())
    if (!items.some((item) => item.key === key))
      refuseField(`items.${i}.key`, ['不在交接清單中。', 'Is not on the list.'])
  const ticked = new Map(ticks.map(({ key, done = true }) => [key, done]))
  return items.map((item) => ({ ...item, done: ticked.get(item.key) ?? item.done }))
}

const refuseOpen = (open: { key: string; label: string }[], possible: string[]) => {
  const labels = open.map(({ label }) => label)
  return refuse('step_not_possible', {
    detail: [`必要項目尚未完成：${labels.join('、')}。`, `Required items are still open: ${labels.join(', ')}.`],
    also: { step: 'accepted', from: 'pending', possible, open_items: open.map(({ key }) => key) },
  })
}

/** Notifies the other side of a handover. */
export async function notifyOfHandover(tx: Tx, changed: Events['trip-handover.changed']) {
  const { handover_id, planned_trip_id, actor_id } = changed
  const { kind, status, from_user_id, to_user_id, note, ...trip } = await tx
    .selectFrom('trip_handovers as h')
    .innerJoin('planned_trips as p', 'p.id', 'h.planned_trip_id')
    .select(['h.kind', 'h.status', 'h.from_user_id', 'h.to_user_id', 'h.note', 'p.serial', 'p.name'])
    .select(tripCalled('p').as('name_en'))
    .where('h.id', '=', handover_id)
    .executeTakeFirstOrThrow()
  await notify(tx, {
    who: [status === 'pending' ? to_user_id : from_user_id],
    event: `trip-handover.${status ?? 'pending'}`,
    params: { ...trip, kind, note },
    about: { type: 'planned_trip', id: planned_trip_id },
    except: actor_id,
  })
}

const handlers = ['admin', 'sales', 'department', 'leader'] as const

/** Handovers from sales to operations, to the leader, and back. */
export const tripHandovers = routes((on) => {
  on.put(
    '/:id/handover',
    {
      access: handlers,
      summary: 'Start, accept or return a handover; it cannot be accepted with open required items',
      body: NewHandover,
      returns: ShownHandover,
      refuses: ['step_not_possible', 'forbidden', 'stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      const handover = await handOver(tx, actor, params.id, body, expected)
      return oneHandover(tx, { ...readerOf(actor), handover })
    },
  )
  on.get(
    '/:id/handovers',
    {
      access: readers,
      summary: 'All handovers of a trip, latest first',
      returns: Type.Array(ShownHandover),
      etag: 'content',
    },
    ({ db, actor, params }) => handoverArray(db, { ...readerOf(actor), ...params }),
  )
})
