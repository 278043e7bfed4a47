import { amountIn } from 'guidon-design/formats'
import { type SqlBool, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { constraint } from '../../kit/db/faults.ts'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found, refuseField } from '../../kit/errors.ts'
import { anyText, labelled, line, orNull, ref } from '../../kit/fields.ts'
import { mayTake, namesOf, outcome } from '../../kit/flow.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { is, openOrDone } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { inCents, minus, refuseCents } from '../../kit/money.ts'
import { possibleColumn } from '../../kit/possible-column.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import type { Words } from '../../kit/words/words.ts'
import { cashiers } from '../bookings/flow.ts'
import { houseCurrency } from '../house/currency.ts'
import { notify } from '../notifications/notify.ts'
import { hasRole, thoseIn } from '../users/has-role.ts'
import { type Acting, actingOf } from '../users/reader.ts'
import { cashReaders, isCashSeen, lockedDrawer, OfUser, userIn } from './drawers.ts'
import { cashHandoverFlow, handoverStatuses, handoverSteps } from './flow.ts'
import { CashHandover } from './schema.ts'

const { to_user_id, receiving_account_id, amount, currency: ofCurrency, reference, note } = CashHandover.properties
const NewHandover = Type.Object({
  to_user_id,
  receiving_account_id,
  amount,
  currency: Type.Optional(ofCurrency),
  reference,
  note,
})
type NewHandover = Static<typeof NewHandover>
const Refusing = Type.Object({ reason: line(500, '金額不符，少 1,000 元') })

const oneOfTwo: Words = [
  '請選擇點收的同仁，或存入的收款帳戶，二擇一。',
  'Choose the colleague who takes it, or the account that it was paid into: one of the two.',
]
const twoPeople: Words = [
  '現金由另一位同仁點收，不能交給自己；請選擇另一位。',
  'A second person takes cash: choose somebody else.',
]
constraint('cash_handovers_to', 'to_user_id', oneOfTwo)
constraint('cash_handovers_two_people', 'to_user_id', twoPeople)

/** Hands cash of the own drawer over. It stays in the drawer until a second person has taken it. */
export async function handOverCash(tx: Tx, giver: number, { currency: given, ...body }: NewHandover) {
  const of = given ?? (await houseCurrency(tx))
  refuseCents(Number(body.amount), of, 'amount')
  await refuseReceiver(tx, of, body, giver)
  const { held, on_the_way, is_open } = await lockedDrawer(tx, { user: giver, currency: of })
  if (!is_open) refuseField('amount', notCounted)
  const free = minus(held, on_the_way)
  if (inCents(Number(body.amount)) > inCents(free)) refuseMore(of, free, on_the_way)
  const row = { ...body, currency: of, from_user_id: giver }
  const { id } = await tx.insertInto('cash_handovers').values(row).returning('id').executeTakeFirstOrThrow()
  const takers = body.to_user_id == null ? await overseers(tx) : [body.to_user_id]
  await tell(tx, 'asked', takers, id, giver)
  return id
}

const overseers = async (tx: Tx) => [...(await thoseIn(tx, 'finance')), ...(await thoseIn(tx, 'admin'))]

const notCounted = [
  '請先點算您的現金，才能交出；第一次點算後，應有金額由系統計算。',
  'Count your cash first. From the first count on the service knows what you hold.',
] as const

const refuseMore = (of: string, free: number, on_the_way: number): never => {
  const [most, waiting] = [amountIn(of, Math.max(free, 0)), amountIn(of, on_the_way)]
  const [zh, en] = on_the_way > 0 ? [`（另有 ${waiting} 交接中）`, `, besides ${waiting} on its way`] : ['', '']
  return refuseField('amount', [
    `您手上可交出 ${most}${zh}，不可超過；若實際較多，請先點算。`,
    `You hold ${most} to hand over${en}, and no more. If it is more, count your cash first.`,
  ])
}

type Receiver = Pick<NewHandover, 'to_user_id' | 'receiving_account_id'>
const refuseReceiver = async (
  tx: Tx,
  of: string,
  { to_user_id: to, receiving_account_id: into }: Receiver,
  me: number,
) => {
  if ((to == null) === (into == null)) refuseField('to_user_id', oneOfTwo)
  if (to === me) refuseField('to_user_id', twoPeople)
  if (to != null && !(await isCashier(tx, to)))
    refuseField('to_user_id', [
      '請選擇會計、業務或管理員的使用中帳號。',
      'Choose an account in use of finance, sales or an administrator.',
    ])
  if (into != null && !(await isOpenAccount(tx, into, of)))
    refuseField('receiving_account_id', [
      `請選擇使用中、幣別為 ${of} 的收款帳戶。`,
      `Choose a receiving account in use whose currency is ${of}.`,
    ])
}
const isCashier = async (tx: Tx, id: number) =>
  Boolean(
    await tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', id)
      .where('status', '=', 'active')
      .where(hasRole('users', ...cashiers))
      .executeTakeFirst(),
  )
const isOpenAccount = async (tx: Tx, id: number, of: string) =>
  Boolean(
    await tx
      .selectFrom('receiving_accounts')
      .select('id')
      .where('id', '=', id)
      .where('is_active', '=', true)
      .where('currency', '=', of)
      .executeTakeFirst(),
  )

type Step = keyof typeof handoverSteps
type Deciding = { actor: Actor; expected: Expected; reason?: string }

/** A second person takes the cash or refuses it; whoever gives it can take it back before that. */
async function decide(tx: Tx, id: number, step: Step, { actor, expected, reason }: Deciding) {
  const handover = found(
    await tx
      .selectFrom('cash_handovers')
      .selectAll()
      .where('id', '=', id)
      .where(isCashSeen(actingOf(actor), ...people))
      .forUpdate()
      .executeTakeFirst(),
  )
  guardVersion(handover, expected)
  const isOwn = handover.from_user_id === actor.id
  const isFor = handover.to_user_id === null ? isOverseer(actor.roles) : handover.to_user_id === actor.id
  mayTake(cashHandoverFlow, step, { status: handover.status, isOwn, isFor }, actor.roles)
  await tx
    .updateTable('cash_handovers')
    .set({ status: outcome(handoverSteps[step]), decided_by: actor.id, decided_at: sql<string>`now()` })
    .set({ refuse_reason: reason ?? null, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  if (step !== 'withdraw') await tell(tx, step, [handover.from_user_id], id, actor.id)
}
const isOverseer = (roles: readonly string[]) => roles.includes('finance') || roles.includes('admin')
const people = ['cash_handovers.from_user_id', 'cash_handovers.to_user_id']

const tell = async (tx: Tx, step: 'asked' | 'take' | 'refuse', who: number[], id: number, except: number) => {
  const { giver, taker, reason, ...handed } = await inWords(tx, id)
  const { account, ...small } = handed
  const rest = { who, about: { type: 'cash_handover', id }, except }
  if (step === 'asked') await notify(tx, { ...rest, event: 'cash-handover.asked', params: { giver, ...handed } })
  else if (step === 'take') await notify(tx, { ...rest, event: 'cash-handover.take', params: { taker, ...handed } })
  else await notify(tx, { ...rest, event: 'cash-handover.refuse', params: { taker, reason, ...small } })
}

const inWords = async (tx: Tx, id: number) => {
  const {
    sum,
    currency: of,
    ...named
  } = await tx
    .selectFrom('cash_handovers as h')
    .innerJoin('users as giver', 'giver.id', 'h.from_user_id')
    .leftJoin('users as taker', 'taker.id', 'h.decided_by')
    .leftJoin('receiving_accounts as a', 'a.id', 'h.receiving_account_id')
    .select(['h.amount as sum', 'h.currency', 'h.note', 'h.refuse_reason as reason', 'a.name as account'])
    .select(['giver.name as giver', 'taker.name as taker'])
    .where('h.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...named, amount: amountIn(of, sum) }
}

const handoverList = list({
  of: 'cash_handovers',
  sort: {},
  order: '-created_at',
  columns: [
    'created_at',
    'from_user.name',
    'to_user.name',
    'receiving_account.name',
    'currency',
    'amount',
    'reference',
    'note',
    'status',
    'decider.name',
    'decided_at',
    'refuse_reason',
  ],
  filters: {
    status: is('cash_handovers.status', CashHandover.properties.status),
    group: openOrDone('cash_handovers.status', handoverStatuses, cashHandoverFlow.ends),
    from_user_id: is('cash_handovers.from_user_id', ref()),
    to_user_id: is('cash_handovers.to_user_id', ref()),
  },
})
const ShownHandover = RecordOf(CashHandover, {
  from_user: labelled(OfUser, ['交出', 'Handed over by']),
  to_user: labelled(orNull(OfUser), ['點收', 'For']),
  receiving_account: labelled(orNull(Type.Object({ name: anyText('玉山 活存'), bank_name: anyText('玉山銀行') })), [
    '存入帳戶',
    'Paid into',
  ]),
  decider: labelled(orNull(OfUser), ['經手', 'Decided by']),
  possible: Type.Array(Type.Enum(namesOf(handoverSteps))),
})

const handovers = (db: Db, reader: Acting) =>
  db
    .selectFrom('cash_handovers')
    .select(columnsOf('cash_handovers', CashHandover))
    .select([
      userIn('cash_handovers.from_user_id').as('from_user'),
      userIn('cash_handovers.to_user_id').as('to_user'),
      sql<object | null>`(select json_build_object('name', a.name, 'bank_name', a.bank_name) from receiving_accounts a
        where a.id = cash_handovers.receiving_account_id)`.as('receiving_account'),
      userIn('cash_handovers.decided_by').as('decider'),
      possibleColumn(cashHandoverFlow, reader.acts_as, 'cash_handovers.status', {
        isOwn: sql<SqlBool>`cash_handovers.from_user_id = ${reader.me}`,
        isFor: isOverseer(reader.acts_as)
          ? sql<SqlBool>`coalesce(cash_handovers.to_user_id, ${reader.me}) = ${reader.me}`
          : sql<SqlBool>`coalesce(cash_handovers.to_user_id, 0) = ${reader.me}`,
      }).as('possible'),
    ])
    .where(isCashSeen(reader, ...people))
const handoverPage = handoverList.over(handovers)
const oneHandover = jsonRecord((db, { id, ...reader }: Acting & { id: number }) =>
  handovers(db, reader).where('cash_handovers.id', '=', id),
)

const changed = { returns: ShownHandover, refuses: ['step_not_possible', 'stale'] } as const

export function handoverRoutes(on: On) {
  on.get(
    '/handovers',
    {
      name: 'listCashHandovers',
      access: cashReaders,
      summary: 'Cash that was handed over or paid into the bank, newest first; sales see their own',
      ...handoverList.of(ShownHandover),
      etag: 'none',
    },
    ({ db, actor, query }) => handoverPage(db, actingOf(actor), query),
  )
  on.get(
    '/handovers/:id',
    { name: 'readCashHandover', access: cashReaders, summary: 'One handover of cash', returns: ShownHandover },
    ({ db, actor, params }) => oneHandover(db, { ...actingOf(actor), ...params }),
  )
  on.create(
    '/handovers',
    {
      name: 'handOverCash',
      access: cashiers,
      summary: 'Hand cash of the own drawer to a colleague, or pay it into an account; a second person has to take it',
      body: NewHandover,
      returns: ShownHandover,
    },
    async ({ tx, actor, body }) => {
      const id = await handOverCash(tx, actor.id, body)
      return { id, ...(await oneHandover(tx, { ...actingOf(actor), id })) }
    },
  )
  for (const [step, name, summary] of plainSteps)
    on.post(
      `/handovers/:id/${step}`,
      { ...changed, name, access: handoverSteps[step].by, summary },
      async ({ tx, actor, params, expected }) => {
        await decide(tx, params.id, step, { actor, expected })
        return oneHandover(tx, { ...actingOf(actor), ...params })
      },
    )
  on.post(
    '/handovers/:id/refuse',
    {
      ...changed,
      name: 'refuseCash',
      access: handoverSteps.refuse.by,
      summary: 'Refuse cash that was handed over, with the reason; it stays in the drawer it came from',
      body: Refusing,
    },
    async ({ tx, actor, params, body, expected }) => {
      await decide(tx, params.id, 'refuse', { actor, expected, reason: body.reason })
      return oneHandover(tx, { ...actingOf(actor), ...params })
    },
  )
}
const plainSteps = [
  ['take', 'takeCash', 'Take cash that was handed over, or confirm that it was paid into the bank'],
  ['withdraw', 'withdrawCash', 'Take back what one has handed over, before it is taken'],
] as const
