import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuseField } from '../../kit/errors.ts'
import { type Events, emit } from '../../kit/events.ts'
import { labelled, line, rate, ref, refs } from '../../kit/fields.ts'
import { mayTake } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { type Actor, hasOneOf } from '../../kit/http/server/guard.ts'
import { refuseCents } from '../../kit/money.ts'
import { dayInWords } from '../../kit/words/days.ts'
import type { Words } from '../../kit/words/words.ts'
import { terms } from '../../terms.ts'
import { releaseAttachment, useAttachments } from '../attachments/actions.ts'
import { rateOn, refuseOwnRate } from '../exchange-rates/queries.ts'
import { houseCurrency } from '../house/currency.ts'
import { notify } from '../notifications/notify.ts'
import { addCost } from '../planned-trips/costs.ts'
import { actingOf, seesAll } from '../users/reader.ts'
import { enterOnce, fromPhone, refuseCorrection, refuseFarDay, writers } from './entry.ts'
import {
  type expenseKinds,
  expenseReads,
  expenseReadsOfTrip,
  oneExpense,
  ShownExpense,
  TripExpense,
} from './expense.ts'
import { expenseFlow, expenseSteps } from './flow.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'trip-expense.decided': {
      trip_expense_id: number
      planned_trip_id: number
      what: 'approved' | 'questioned' | 'refused'
      actor_id: number
    }
  }
}

const { day, kind, amount, currency, paid_from, description, voucher_number, no_voucher_reason } =
  TripExpense.properties
const spent = { day, kind, amount, currency, paid_from, description, voucher_number, no_voucher_reason }
/** Uploaded before; more can be added by a correction, because a phone sends its photographs last. */
const attachment_ids = labelled(Type.Optional(refs(20)), ['照片', 'Photographs'])
/** Whose account it is, if the office enters it; the leader of the trip without one. */
const tour_leader_id = Type.Optional(ref())

const NewExpense = Type.Object({ ...fromPhone, ...spent, attachment_ids, tour_leader_id })
const Correction = Type.Partial(Type.Object({ ...spent, attachment_ids }), { minProperties: 1 })
const Approval = Type.Object({ rate: Type.Optional(rate()) })
const Reasoned = Type.Object({ reason: line(500, '請補上收據照片') })

/** Leaders enter what they have spent until so many days after the return. */
const DAYS_AFTER = terms.expensesAfter.count
const subjectOf = (id: number) => ({ type: 'trip_expense', id })

/** Keeps what a leader has spent, with the rate of its day. Without a rate it is kept all the same, and converted when it is approved. */
async function enterExpense(tx: Tx, actor: Actor, trip: number, body: Static<typeof NewExpense>) {
  const { attachment_ids: photographs, tour_leader_id: given, ...expense } = body
  const entering = { table: 'trip_expenses', trip, actor, body, daysAfter: DAYS_AFTER } as const
  const { id, isNew } = await enterOnce(tx, entering, async (kept) => {
    await refuseFarDay(tx, trip, 'day', body.day)
    refuseCents(Number(body.amount), body.currency, 'amount')
    const pair = { from: body.currency, to: await houseCurrency(tx) }
    return tx
      .insertInto('trip_expenses')
      .values({
        ...{ ...expense, ...kept, tour_leader_id: await leaderFor(tx, trip, actor, given) },
        rate: await rateOn(tx, pair, body.day),
      })
      .onConflict((twice) => twice.column('entry_id').doNothing())
      .returning('id')
      .executeTakeFirst()
  })
  if (isNew && photographs?.length) await useAttachments(tx, actor, photographs, subjectOf(id))
  return id
}

const leaderFor = async (tx: Tx, trip: number, actor: Actor, given: number | undefined) => {
  if (!hasOneOf(actor.roles, ['admin', 'department']) && actor.tour_leader_id !== null) return actor.tour_leader_id
  const { assigned_leader_id } = found(
    await tx.selectFrom('planned_trips').select('assigned_leader_id').where('id', '=', trip).executeTakeFirst(),
  )
  const leader = given ?? assigned_leader_id ?? refuseField('tour_leader_id', nobodyLeads)
  const known = await tx.selectFrom('tour_leaders').select('id').where('id', '=', leader).executeTakeFirst()
  return known?.id ?? refuseField('tour_leader_id', ['沒有這位領隊。', 'There is no such leader.'])
}
const nobodyLeads: Words = [
  '這個團沒有領隊；請先指派領隊，或填寫是哪位領隊的支出。',
  'Nobody leads this trip: assign a leader first, or say whose expense it is.',
]

const locked = async (tx: Tx, id: number) =>
  found(await tx.selectFrom('trip_expenses').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())

type Deciding = { actor: Actor; expected: Expected }

const correct = async (tx: Tx, id: number, body: Static<typeof Correction>, { actor, expected }: Deciding) => {
  const expense = await locked(tx, id)
  const onlyAdds = Object.keys(body).every((field) => field === 'attachment_ids')
  await refuseCorrection(tx, { actor, entry: expense, expected, daysAfter: DAYS_AFTER, onlyAdds })
  mayTake(expenseFlow, 'correct', expense, actor.roles)
  const { attachment_ids: photographs, ...change } = body
  if (photographs?.length) await useAttachments(tx, actor, photographs, subjectOf(id))
  const { day, currency, amount, planned_trip_id } = { ...expense, ...change }
  await refuseFarDay(tx, planned_trip_id, 'day', day)
  refuseCents(Number(amount), currency, 'amount')
  const rate = await rateOn(tx, { from: currency, to: await houseCurrency(tx) }, day)
  await tx
    .updateTable('trip_expenses')
    .set({ ...change, rate, status: 'entered', updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Takes a photograph from an expense that is not decided, such as one of another receipt. */
const detach = async (tx: Tx, id: number, attachment: number, { actor, expected }: Deciding) => {
  const expense = await locked(tx, id)
  await refuseCorrection(tx, { actor, entry: expense, expected, daysAfter: DAYS_AFTER })
  mayTake(expenseFlow, 'correct', expense, actor.roles)
  await releaseAttachment(tx, actor, attachment, subjectOf(id))
  await tx.updateTable('trip_expenses').set({ updated_at: sql`now()` }).where('id', '=', id).execute()
}

/** Makes an expense a cost of its trip, at the rate of its day. The cost is booked on the day of the approval. */
const approve = async (tx: Tx, id: number, body: Static<typeof Approval>, { actor, expected }: Deciding) => {
  const expense = await locked(tx, id)
  guardVersion(expense, expected)
  mayTake(expenseFlow, 'approve', expense, actor.roles)
  const { planned_trip_id, currency, amount, day } = expense
  const pair = { from: currency, to: await houseCurrency(tx) }
  refuseOwnRate(pair, body.rate)
  const rate = body.rate ?? expense.rate ?? (await rateOn(tx, pair, day)) ?? refuseField('rate', noRate(pair, day))
  const { rows } = await sql<{ today: string }>`select today()::text as today`.execute(tx)
  const cost_id = await addCost(tx, planned_trip_id, {
    kind: costOf(expense.kind),
    description: expense.description ?? null,
    actual: amount,
    ...{ currency, rate, invoice_number: expense.voucher_number ?? null, invoiced_on: rows[0]?.today ?? day },
    ...(expense.voucher_number === null && { voucher_reason: expense.no_voucher_reason ?? null }),
  })
  await decide(tx, { id, planned_trip_id }, 'approved', { cost_id, rate, reason: null }, actor)
}

const costOf = (kind: (typeof expenseKinds)[number]) =>
  kind === 'meal' || kind === 'ticket' ? 'land' : kind === 'tip' ? 'tips' : kind === 'medical' ? 'other' : kind

const noRate = ({ from, to }: { from: string; to: string }, day: string): Words => {
  const [zh, en] = dayInWords(day)
  return [
    `${zh}沒有 ${from} 對 ${to} 的匯率；請先登錄匯率，或在核准時填寫匯率。`,
    `There is no rate from ${from} to ${to} for ${en}: enter one first, or give the rate with the approval.`,
  ]
}

type Asked = { step: 'question' | 'refuse'; reason: string }
const sendBack = async (tx: Tx, id: number, { step, reason }: Asked, { actor, expected }: Deciding) => {
  const expense = await locked(tx, id)
  guardVersion(expense, expected)
  mayTake(expenseFlow, step, expense, actor.roles)
  await decide(tx, expense, step === 'question' ? 'questioned' : 'refused', { reason }, actor)
}

type What = Events['trip-expense.decided']['what']
type Decided = { reason: string | null; cost_id?: number; rate?: number }
const decide = async (
  tx: Tx,
  { id, planned_trip_id }: { id: number; planned_trip_id: number },
  what: What,
  change: Decided,
  actor: Actor,
) => {
  await tx
    .updateTable('trip_expenses')
    .set({ ...change, status: what, decided_by: actor.id, decided_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await emit(tx, 'trip-expense.decided', { trip_expense_id: id, planned_trip_id, what, actor_id: actor.id })
}

/** Tells the leader, and who wrote it, of an expense that is questioned or refused. */
export async function notifyOfExpense(
  tx: Tx,
  { trip_expense_id, planned_trip_id, what, actor_id }: Events['trip-expense.decided'],
) {
  if (what === 'approved') return
  const { tour_leader_id, entered_by, amount, currency, ...told } = await tx
    .selectFrom('trip_expenses as e')
    .innerJoin('planned_trips as t', 't.id', 'e.planned_trip_id')
    .leftJoin('users as u', 'u.id', 'e.decided_by')
    .select(['e.tour_leader_id', 'e.entered_by', 'e.amount', 'e.currency', 'e.reason', 'e.description', 'e.day'])
    .select(['t.serial', 'u.name as decider'])
    .where('e.id', '=', trip_expense_id)
    .executeTakeFirstOrThrow()
  await notify(tx, {
    who: [{ leader: tour_leader_id }, entered_by],
    event: `trip-expense.${what}`,
    params: { ...told, amount: amountIn(currency, amount) },
    about: { type: 'planned_trip', id: planned_trip_id },
    except: actor_id,
  })
}

/** Below `/api/planned-trips`: the expenses of a trip. */
export const expensesOfTrip = routes((on) => {
  expenseReadsOfTrip(on)
  on.create(
    '/:id/expenses',
    {
      access: writers,
      summary: 'Enter what was spent on a trip; the same `entry_id` with the same content answers the same expense',
      body: NewExpense,
      returns: ShownExpense,
      refuses: ['idempotency_mismatch', 'step_not_possible'],
      at: '/api/expenses',
    },
    async ({ tx, actor, params, body }) => {
      const id = await enterExpense(tx, actor, params.id, body)
      return { id, ...(await oneExpense(tx, { ...actingOf(actor), ...seesAll, id })) }
    },
  )
})

const changed = { returns: ShownExpense, refuses: ['step_not_possible', 'stale'] } as const

/** `/api/expenses`: what leaders have spent, and what the office says of it. */
export const expenses = routes((on) => {
  expenseReads(on)
  on.put(
    '/:id',
    {
      ...changed,
      access: expenseSteps.correct.by,
      summary: 'Correct an expense that is not decided, add photographs, or answer a question about it',
      body: Correction,
      refuses: [...changed.refuses, 'forbidden'],
    },
    async ({ tx, actor, params, body, expected }) => {
      await correct(tx, params.id, body, { actor, expected })
      return oneExpense(tx, { ...actingOf(actor), ...seesAll, ...params })
    },
  )
  on.delete(
    '/:id/attachments/:attachment',
    {
      name: 'detachExpensePhoto',
      access: expenseSteps.correct.by,
      summary: 'Take a photograph from an expense that is not decided; one that nothing else refers to is removed',
      params: Type.Object({ id: ref(), attachment: ref() }),
      returns: Type.Null(),
      refuses: ['step_not_possible', 'stale', 'forbidden'],
    },
    async ({ tx, actor, params, expected }) => {
      await detach(tx, params.id, params.attachment, { actor, expected })
      return null
    },
  )
  on.post(
    '/:id/approve',
    {
      ...changed,
      access: expenseSteps.approve.by,
      summary: 'Approve an expense, which makes it a cost of its trip at the rate of its day',
      body: Approval,
    },
    async ({ tx, actor, params, body, expected }) => {
      await approve(tx, params.id, body, { actor, expected })
      return oneExpense(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/question',
    {
      ...changed,
      access: expenseSteps.question.by,
      summary: 'Ask the leader about an expense; a correction answers it',
      body: Reasoned,
    },
    async ({ tx, actor, params, body, expected }) => {
      await sendBack(tx, params.id, { step: 'question', ...body }, { actor, expected })
      return oneExpense(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/:id/refuse',
    {
      ...changed,
      access: expenseSteps.refuse.by,
      summary: 'Refuse an expense with the reason, which the leader is told',
      body: Reasoned,
    },
    async ({ tx, actor, params, body, expected }) => {
      await sendBack(tx, params.id, { step: 'refuse', ...body }, { actor, expected })
      return oneExpense(tx, { ...actingOf(actor), ...params })
    },
  )
})
