import { sql } from 'kysely'
import { remove } from '../../../kit/db/rows.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { emit } from '../../../kit/events.ts'
import { mayTake } from '../../../kit/flow.ts'
import { type Expected, guardVersion } from '../../../kit/http/routes/answer.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import { readerOf } from '../../users/reader.ts'
import { refuseDailyWork } from '../../users/rules.ts'
import { block, isBlocking, refuseNeedless, release, type Will } from '../actions.ts'
import { clashesWith } from '../clashes.ts'
import { activeStatuses, type DecisionName, decisions, unavailabilityFlow } from '../flow.ts'
import { lockedUnavailability } from '../queries.ts'
import type { Check, NewUnavailability, Status, UnavailabilityChange } from '../schema.ts'

declare module '../../../kit/events.ts' {
  interface Events {
    'leader-unavailability.entered': { unavailability_id: number; actor_id: number; status: Status }
    'leader-unavailability.decided': { unavailability_id: number; actor_id: number; decision: DecisionName }
  }
}

/** Days off entered by staff take effect at once; those entered by a leader are requests. */
export async function enterUnavailability(tx: Tx, actor: Actor, { override, ...body }: NewUnavailability) {
  refuseDailyWork(actor.role, { override, reason: body.reason })
  const isAsked = actor.role === 'leader'
  const status = isAsked ? 'requested' : 'approved'
  const row = await tx
    .insertInto('leader_unavailabilities')
    .values({
      ...body,
      tour_leader_id: leaderFor(actor, body.tour_leader_id),
      status,
      requested_by: actor.id,
      ...(!isAsked && decidedBy(actor)),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await enterBlock(tx, row, { override, reason: body.reason })
  await emit(tx, 'leader-unavailability.entered', { unavailability_id: row.id, actor_id: actor.id, status })
  return row.id
}

/** Staff change active days off; a leader only its own undecided requests. */
export async function changeUnavailability(
  tx: Tx,
  actor: Actor,
  id: number,
  { override, ...body }: UnavailabilityChange,
  expected: Expected,
) {
  refuseDailyWork(actor.role, { override, reason: body.reason })
  const unavailability = await lockedUnavailability(tx, readerOf(actor), id)
  guardVersion(unavailability, expected)
  mayTake(unavailabilityFlow, 'update', unavailability, actor.role)
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

export async function decide(
  tx: Tx,
  actor: Actor,
  id: number,
  name: DecisionName,
  { reason, override }: Will,
  expected: Expected,
) {
  refuseDailyWork(actor.role, { override, reason })
  const unavailability = await lockedUnavailability(tx, readerOf(actor), id)
  guardVersion(unavailability, expected)
  mayTake(unavailabilityFlow, name, unavailability, actor.role)
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

export async function removeUnavailability(tx: Tx, actor: Actor, id: number, expected: Expected) {
  guardVersion(await lockedUnavailability(tx, readerOf(actor), id), expected)
  await release(tx, 'unavailability', subjectOf(id))
  await remove(tx, 'leader_unavailabilities', id)
}

/** The conflicts that days off would have, without writing them. */
export async function checkUnavailability(tx: Tx, actor: Actor, { unavailability_id = 0, ...body }: Check) {
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

const leaderFor = ({ role, tour_leader_id }: Actor, asked: number | undefined) => {
  const meant = asked ?? (role === 'leader' ? tour_leader_id : null)
  if (!meant) return refuseField('tour_leader_id', ['請填寫領隊。', 'Say which leader.'])
  if (role === 'leader' && meant !== tour_leader_id)
    return refuseField('tour_leader_id', ['沒有這筆資料。', 'There is no such record.'])
  return meant
}

const decidedBy = ({ id }: Actor) => ({ decided_by: id, decided_at: sql<string>`now()` })
const subjectOf = (id: number) => ({ type: 'leader_unavailability', id })

const enterBlock = async (tx: Tx, row: Row, will: Will) => {
  const entered = blockOf(row)
  const clashes = await block(tx, entered, will)
  refuseNeedless(will, entered.is_firm && isBlocking(clashes))
}

type Row = { id: number; tour_leader_id: number; starts_on: string; ends_on: string; firmness: string; status: Status }
const blockOf = ({ id, tour_leader_id, starts_on, ends_on, firmness, status }: Row) => ({
  tour_leader_id,
  kind: 'unavailability' as const,
  subject: subjectOf(id),
  when: { starts_on, ends_on },
  is_firm: status === 'approved' && firmness === 'hard',
})
