import { type InsertObject, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { remove } from '../../kit/db/rows.ts'
import type { Tables, Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { day, flag, labelled, ref } from '../../kit/fields.ts'
import { mayTake, namesOf } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { type On, routes } from '../../kit/http/routes/routes.ts'
import { type Actor, hasOneOf } from '../../kit/http/server/guard.ts'
import { forgetValues } from '../audit/actions.ts'
import { readers } from '../tour-leaders/rules.ts'
import { refuseDailyWork } from '../users/has-role.ts'
import { readerOf } from '../users/reader.ts'
import { block, isBlocking, refuseNeedless, release, type Will } from './block.ts'
import { Clash } from './calendar.ts'
import { clashesWith } from './clashes.ts'
import { activeStatuses, type DecisionName, decisions, editors, unavailabilityFlow } from './flow.ts'
import {
  DaysOff,
  lockedUnavailability,
  oneUnavailability,
  readRoutes,
  ShownUnavailability,
  type Status,
} from './unavailability.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'leader-unavailability.entered': { unavailability_id: number; actor_id: number; status: Status }
    'leader-unavailability.decided': { unavailability_id: number; actor_id: number; decision: DecisionName }
  }
}

/** `/api/leader-unavailabilities`: days off of leaders, entered by staff, or requested by the leader and decided by staff. */
export default routes((on) => {
  readRoutes(on)
  checkRoute(on)
  enterRoute(on)
  changeRoute(on)
  removeRoute(on)
  decisionRoutes(on)
})

const returns = ShownUnavailability
const etag = 'content'

/** A leader may leave out `tour_leader_id`; the default is the caller. */
export const NewUnavailability = Type.Object({ ...DaysOff.properties, tour_leader_id: Type.Optional(ref()) })
export type NewUnavailability = Static<typeof NewUnavailability>

/** Days off entered by staff take effect at once; those entered by a leader are requests. */
export async function enterUnavailability(tx: Tx, actor: Actor, { override, ...body }: NewUnavailability) {
  const tour_leader_id = leaderFor(actor, body.tour_leader_id)
  const isAsked = isLeaderItself(actor, tour_leader_id)
  if (!isAsked) refuseDailyWork(actor.roles, { override, reason: body.reason })
  const status = isAsked ? 'requested' : 'approved'
  const id = await writeUnavailability(
    tx,
    { ...body, tour_leader_id, status, requested_by: actor.id, ...(!isAsked && decidedBy(actor)) },
    override,
  )
  await emit(tx, 'leader-unavailability.entered', { unavailability_id: id, actor_id: actor.id, status })
  return id
}

/** Days off with their block in the calendar, without telling anybody. */
export async function writeUnavailability(
  tx: Tx,
  values: InsertObject<Tables, 'leader_unavailabilities'>,
  override?: boolean,
) {
  const row = await tx.insertInto('leader_unavailabilities').values(values).returningAll().executeTakeFirstOrThrow()
  await enterBlock(tx, row, { override, reason: row.reason })
  return row.id
}

const enterRoute = (on: On) => {
  on.create(
    '',
    {
      access: [...editors, 'leader', 'manager'],
      summary: 'Enter days off; those of a leader are requests',
      body: NewUnavailability,
      returns,
      etag,
      refuses: ['leader_conflict'],
    },
    async ({ tx, actor, body }) => {
      const id = await enterUnavailability(tx, actor, body)
      return { id, ...(await oneUnavailability(tx, { ...readerOf(actor), id })) }
    },
  )
}

const UnavailabilityChange = Type.Partial(DaysOff)
type UnavailabilityChange = Static<typeof UnavailabilityChange>

/** Staff change active days off. A leader changes only their own undecided requests. */
const changeUnavailability = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { override, ...body }: UnavailabilityChange,
  expected: Expected,
) => {
  const unavailability = await lockedUnavailability(tx, readerOf(actor), id)
  guardVersion(unavailability, expected)
  const roles = rolesFor(actor, unavailability)
  refuseDailyWork(roles, { override, reason: body.reason })
  mayTake(unavailabilityFlow, 'update', unavailability, roles)
  const row = await tx
    .updateTable('leader_unavailabilities')
    .set({
      ...body,
      tour_leader_id: leaderFor(actor, body.tour_leader_id ?? unavailability.tour_leader_id),
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await enterBlock(tx, row, { override, reason: row.reason })
}

const changeRoute = (on: On) => {
  on.put(
    '/:id',
    {
      access: unavailabilityFlow.acts.update.by,
      summary: 'Change days off; a leader only its undecided requests',
      body: UnavailabilityChange,
      returns,
      etag,
      refuses: ['leader_conflict', 'stale', 'step_not_possible'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await changeUnavailability(tx, actor, params.id, body, expected)
      return oneUnavailability(tx, { ...readerOf(actor), ...params })
    },
  )
}

const decide = async (
  tx: Tx,
  actor: Actor,
  id: number,
  name: DecisionName,
  { reason, override }: Will,
  expected: Expected,
) => {
  const unavailability = await lockedUnavailability(tx, readerOf(actor), id)
  guardVersion(unavailability, expected)
  const roles = rolesFor(actor, unavailability)
  refuseDailyWork(roles, { override, reason })
  mayTake(unavailabilityFlow, name, unavailability, roles)
  const { to } = decisions[name]
  const row = await tx
    .updateTable('leader_unavailabilities')
    .set({ status: to, decision_note: reason ?? null, ...decidedBy(actor) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (activeStatuses.includes(to)) await enterBlock(tx, row, { override, reason })
  else {
    refuseNeedless({ override }, false)
    await release(tx, 'unavailability', subjectOf(id))
  }
  await emit(tx, 'leader-unavailability.decided', { unavailability_id: id, actor_id: actor.id, decision: name })
}

const decisionRoutes = (on: On) => {
  for (const name of namesOf(decisions))
    on.post(
      `/:id/${name}`,
      {
        access: decisions[name].by,
        summary: `Days off: ${name}`,
        body: decisions[name].body,
        returns,
        etag,
        refuses: ['step_not_possible', 'leader_conflict', 'stale'],
      },
      async ({ tx, actor, params, body, expected }) => {
        await decide(tx, actor, params.id, name, body, expected)
        return oneUnavailability(tx, { ...readerOf(actor), ...params })
      },
    )
}

const removeUnavailability = async (tx: Tx, actor: Actor, id: number, expected: Expected) => {
  guardVersion(await lockedUnavailability(tx, readerOf(actor), id), expected)
  await removeWrittenUnavailability(tx, id)
}

export async function removeWrittenUnavailability(tx: Tx, id: number) {
  await release(tx, 'unavailability', subjectOf(id))
  await remove(tx, 'leader_unavailabilities', id)
}

const removeRoute = (on: On) =>
  on.delete(
    '/:id',
    { access: editors, summary: 'Remove days off', returns: Type.Null(), refuses: ['stale', 'in_use'] },
    async ({ tx, actor, params, expected }) => {
      await removeUnavailability(tx, actor, params.id, expected)
      return null
    },
  )

/** Clears what people wrote about the days off of a leader, also in the audit: it may tell of an illness or of the family. */
export async function forgetReasons(tx: Tx, tour_leader_id: number) {
  const rows = await tx
    .updateTable('leader_unavailabilities')
    .set({ reason: null, decision_note: null })
    .where('tour_leader_id', '=', tour_leader_id)
    .returning('id')
    .execute()
  await tx
    .updateTable('leader_calendar')
    .set({ override_reason: '—' })
    .where('tour_leader_id', '=', tour_leader_id)
    .where('kind', '=', 'unavailability')
    .where('is_override', '=', true)
    .execute()
  await forgetValues(
    tx,
    'leader_unavailabilities',
    rows.map(({ id }) => id),
  )
}

/** The body of a dry run. Existing days off do not conflict with themselves. */
const Check = Type.Object({
  ...Type.Partial(DaysOff).properties,
  starts_on: day(),
  ends_on: day(),
  unavailability_id: labelled(Type.Optional(ref()), ['請假', 'Days off']),
})
type Check = Static<typeof Check>

/** The conflicts that days off would cause. Nothing is written. */
const checkUnavailability = async (tx: Tx, actor: Actor, { unavailability_id = 0, ...body }: Check) => {
  const days = { starts_on: body.starts_on, ends_on: body.ends_on }
  if (days.ends_on < days.starts_on) refuseField('ends_on', ['不可早於開始日。', 'Must not be before the first day.'])
  const is_firm = body.firmness !== 'tentative'
  const conflicts = await clashesWith(tx, {
    tour_leader_id: leaderFor(actor, body.tour_leader_id),
    kind: 'unavailability',
    subject: subjectOf(unavailability_id),
    when: days,
    is_firm,
  })
  return { is_free: !(is_firm && conflicts.some(({ blocks }) => blocks)), conflicts }
}

const checkRoute = (on: On) =>
  on.post(
    '/check',
    {
      access: readers,
      summary: 'Dry run: the conflicts that days off would have',
      body: Check,
      returns: Type.Object({ is_free: flag(), conflicts: Type.Array(Clash) }),
    },
    ({ tx, actor, body }) => checkUnavailability(tx, actor, body),
  )

const leaderFor = ({ roles, tour_leader_id }: Actor, asked: number | undefined) => {
  const meant = asked ?? (roles.includes('leader') ? tour_leader_id : null)
  if (!meant) return refuseField('tour_leader_id', ['請填寫領隊。', 'Say which leader.'])
  if (roles.every((role) => role === 'leader') && meant !== tour_leader_id)
    return refuseField('tour_leader_id', ['沒有這筆資料。', 'There is no such record.'])
  return meant
}

/** The caller is a leader who requests their own days off, and has no role that decides on those of all leaders. */
const isLeaderItself = ({ roles, tour_leader_id }: Actor, leader: number) =>
  roles.includes('leader') && leader === tour_leader_id && !hasOneOf(roles, editors)

/** The roles of the caller for these days off. The role of a leader counts only for their own. */
const rolesFor = ({ roles, tour_leader_id }: Actor, { tour_leader_id: leader }: { tour_leader_id: number }) =>
  leader === tour_leader_id ? roles : roles.filter((role) => role !== 'leader')

const decidedBy = ({ id }: Actor) => ({ decided_by: id, decided_at: sql<string>`now()` })
const subjectOf = (id: number) => ({ type: 'leader_unavailability', id })

const enterBlock = async (tx: Tx, row: DaysOffRow, will: Will) => {
  const entered = daysOffBlock(row)
  const clashes = await block(tx, entered, will)
  refuseNeedless(will, entered.is_firm && isBlocking(clashes))
}

type DaysOffRow = {
  id: number
  tour_leader_id: number
  starts_on: string
  ends_on: string
  firmness: string
  status: Status
}
const daysOffBlock = ({ id, tour_leader_id, starts_on, ends_on, firmness, status }: DaysOffRow) => ({
  tour_leader_id,
  kind: 'unavailability' as const,
  subject: subjectOf(id),
  when: { starts_on, ends_on },
  is_firm: status === 'approved' && firmness === 'hard',
})
