import { isDeepStrictEqual } from 'node:util'
import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import { undone } from '../../kit/db/transaction.ts'
import { refuse } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { mayTake, outcome } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { hasOneOf } from '../../kit/http/server/guard.ts'
import { consulted, ERASED_NAME, sealed } from '../../kit/secrets/personal-data.ts'
import { forgetFields, forgetValues } from '../audit/actions.ts'
import { tryPrice } from '../bookings/gate.ts'
import { lockedBooking } from '../bookings/locks.ts'
import { lockedTraveler } from '../travelers/locks.ts'
import { personOf } from '../travelers/seal.ts'
import { seesAll } from '../users/reader.ts'
import type { Deciding } from './deciding.ts'
import { approvalFlow, steps } from './flow.ts'
import { isKind, type Kind, type KindName, kinds, kindsDecidedBy } from './kinds.ts'
import { type LockedApproval, lockedApproval } from './queries.ts'
import { Approval, type ApprovalStatus } from './schema.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'approval.changed': { approval_id: number; actor_id: number; what: 'asked' | Decision }
  }
}

/** The statuses of an approval that waits no longer. */
type Decision = Exclude<ApprovalStatus, 'waiting'>

type Asking = { booking_id: number; reason: string; params: Params }
type Params = { traveler_id?: number; birth_date?: string | null }

/**
 * Asks for an approval. What is asked is done and taken back at once: so it is known to be possible, and what it would do to the
 * price.
 */
export async function askApproval(tx: Tx, by: Deciding, name: KindName, { booking_id, reason, params }: Asking) {
  const account = await accountOf(tx, booking_id)
  await refuseTravelerOfOthers(tx, booking_id, params)
  let price_after = account.total
  await undone(tx, async () => {
    await tryPrice(tx, booking_id, () =>
      kinds[name].apply(tx, { ...by, roles: kinds[name].decides }, { booking_id, reason, params }),
    )
    price_after = (await accountOf(tx, booking_id)).total
  })
  const { birth_date, ...plain } = params
  const { id } = await tx
    .insertInto('approvals')
    .values({
      kind: name,
      booking_id,
      reason,
      params: plain,
      facts: factsOf(account),
      currency: account.currency,
      price_before: account.total,
      price_after,
      asked_by: by.actor_id,
      ...(birth_date && (await sealedBirthDate(tx, by, { ...plain, birth_date }))),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await emit(tx, 'approval.changed', { approval_id: id, actor_id: by.actor_id, what: 'asked' })
  return id
}

/** Does what was asked, as whoever approves. Refused if the account of the booking is not what it was. */
export async function approve(tx: Tx, by: Deciding, id: number, note: string | undefined, expected: Expected) {
  const { approval, kind } = await lockedToDecide(tx, by, id, 'approve', expected)
  const { booking_id, reason } = approval
  refuseOtherFacts(approval, await accountOf(tx, booking_id))
  const params = await paramsOf(tx, by, approval)
  await kind.refuses?.(tx, by, { booking_id, reason, params })
  await kind.apply(tx, by, { booking_id, reason, params })
  await decide(tx, by, id, 'approve', note)
}

export async function decline(tx: Tx, by: Deciding, id: number, note: string, expected: Expected) {
  await lockedToDecide(tx, by, id, 'decline', expected)
  await decide(tx, by, id, 'decline', note)
}

/** Whoever asked takes it back. */
export async function withdraw(tx: Tx, by: Deciding, id: number, expected: Expected) {
  const approval = await lockedApproval(tx, id)
  guardVersion(approval, expected)
  mayTake(approvalFlow, 'withdraw', stateOf(approval, by), by.roles)
  await decide(tx, by, id, 'withdraw', undefined)
}

/** Clears the birth dates that were asked for an erased traveler, also in the audit. */
export async function forgetApprovals(tx: Tx, { traveler_id }: { traveler_id: number }) {
  const rows = await tx
    .updateTable('approvals')
    .set({ birth_date: null })
    .where(sql<boolean>`params @> ${JSON.stringify({ traveler_id })}::jsonb`)
    .returning('id')
    .execute()
  await forgetValues(
    tx,
    'approvals',
    rows.map(({ id }) => id),
  )
}

/** Erases what was written about a booking whose last person is erased. What was asked, by whom, its price and who decided stay. */
export async function forgetAskedReasons(tx: Tx, { booking_id }: { booking_id: number }) {
  const rows = await tx
    .updateTable('approvals')
    .set({
      reason: ERASED_NAME,
      note: sql<string | null>`case when note is not null then ${ERASED_NAME} end`,
      params: sql`params - ${textsInParams}::text[]`,
    })
    .where('booking_id', '=', booking_id)
    .returning('id')
    .execute()
  await forgetFields(
    tx,
    'approvals',
    rows.map(({ id }) => id),
    ['reason', 'note', 'params'],
  )
}
// What the booking loses too: the reasons of a cancellation, and the word that travelers share.
const textsInParams = ['reason', 'reason_en', 'roommate_group']

const accountOf = async (tx: Tx, booking_id: number) => (await lockedBooking(tx, seesAll, booking_id)).booking

type Account = Awaited<ReturnType<typeof accountOf>>
const factsOf = ({ planned_trip_id, status, total }: Account) => ({ planned_trip_id, status, total })

const refuseOtherFacts = ({ facts, currency }: LockedApproval, account: Account) => {
  const now = factsOf(account)
  if (isDeepStrictEqual(facts, now)) return
  const [was, is] = [amountIn(currency, Number(facts.total)), amountIn(account.currency, now.total)]
  refuse('step_not_possible', {
    detail: [
      `申請後訂單已有變更（申請時總額 ${was}，現在 ${is}），因此不能核准；請說明原因後不核准，並請申請人重新申請。`,
      `The booking has changed since this was asked (its total was ${was} and is ${is} now), so it cannot be approved. Decline it with a note, and let it be asked again.`,
    ],
    also: { possible: ['decline'] },
  })
}

const stateOf = ({ status, asked_by, kind }: LockedApproval, { actor_id, roles }: Deciding) => ({
  status,
  isOwn: asked_by === actor_id,
  mayDecide: kindsDecidedBy(roles).includes(kind),
})

const lockedToDecide = async (tx: Tx, by: Deciding, id: number, step: 'approve' | 'decline', expected: Expected) => {
  const approval = await lockedApproval(tx, id)
  guardVersion(approval, expected)
  const kind: Kind = isKind(approval.kind) ? kinds[approval.kind] : refuse('not_found')
  if (approval.asked_by === by.actor_id) refuse('forbidden', { detail: notByAsker, also: { roles: kind.decides } })
  if (!hasOneOf(by.roles, kind.decides)) refuse('forbidden', { also: { roles: kind.decides } })
  mayTake(approvalFlow, step, stateOf(approval, by), by.roles)
  return { approval, kind }
}

const notByAsker = [
  '自己提出的申請不能自己核准；請由另一位同仁核准，或撤回申請。',
  'Nobody decides what they asked for themselves: let a colleague decide it, or withdraw it.',
] as const

const decide = async (
  tx: Tx,
  { actor_id }: Deciding,
  id: number,
  step: keyof typeof steps,
  note: string | undefined,
) => {
  const status = outcome<Decision>(steps[step])
  await tx
    .updateTable('approvals')
    .set({ status, decided_by: actor_id, decided_at: sql<string>`now()`, note: note ?? null })
    .where('id', '=', id)
    .execute()
  await emit(tx, 'approval.changed', { approval_id: id, actor_id, what: status })
}

// A traveler of another booking would be changed under the account of this one.
const refuseTravelerOfOthers = async (tx: Tx, booking_id: number, { traveler_id }: Params) => {
  if (traveler_id === undefined) return
  const traveler = await lockedTraveler(tx, seesAll, traveler_id)
  if (traveler.booking_id !== booking_id) refuse('not_found')
}

const sealedBirthDate = async (tx: Tx, { keys }: Deciding, { traveler_id = 0, birth_date }: Params) => {
  const person = await personOf(tx, keys, await lockedTraveler(tx, seesAll, traveler_id))
  return { ...sealed(person, 'approvals', Approval, { birth_date }), person_key: person.id }
}

const paramsOf = async (tx: Tx, { keys }: Deciding, { id, params, person_key }: LockedApproval): Promise<Params> => {
  if (!person_key) return params
  const birth_date = await consulted(tx, keys, { person_key, table: 'approvals', record_id: id, field: 'birth_date' })
  return { ...params, birth_date }
}
