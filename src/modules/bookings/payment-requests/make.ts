import { sql } from 'kysely'
import { constraintRefusal } from '../../../kit/db/faults.ts'
import { oneRow, theRow } from '../../../kit/db/statement.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { Refusal } from '../../../kit/errors.ts'
import { emit } from '../../../kit/events.ts'
import { minus } from '../../../kit/money.ts'
import type { Words } from '../../../kit/words/words.ts'
import type { EndCause, Purpose, ways } from './payment-request.ts'

declare module '../../../kit/events.ts' {
  interface Events {
    /** A customer is asked for money, or it is not asked any more. */
    'payment-request.changed': {
      payment_request_id: number
      booking_id: number
      what: 'asked' | 'paid' | 'expired' | 'cancelled' | 'reopened'
      actor_id: number | undefined
    }
  }
}

/** Who takes the currency: the account asked for, else the first of its kind, else that of the record of the agency; a provider if it is the kind asked for, and on. */
export const payeeFor = oneRow(
  (_db, { currency, account, kind }: { currency: string; account: number | null; kind: string | null }) => sql<Payee>`
    select id, kind, includes_due, includes_amount, bank_name, bank_name_en, bank_code, coalesce(account_name, house_name) as account_name,
           coalesce(account_name_en, house_name_en) as account_name_en, account_number
      from (
        select a.id, a.kind, a.includes_due, a.includes_amount, a.bank_name, a.bank_name_en, a.bank_code, a.account_name, a.account_name_en, a.account_number,
               h.name as house_name, h.name_en as house_name_en, 0 as place, a.sort_order
          from receiving_accounts a cross join house h
         where a.is_active and a.currency = ${currency} and (${account}::integer is null or a.id = ${account})
           and (${kind}::text is null or a.kind = ${kind})
        union all
        select null, 'plain', false, false, bank ->> 'name', bank ->> 'name_en', bank ->> 'code', bank ->> 'account_name', bank ->> 'account_name_en',
               bank ->> 'account_number', name, name_en, 1, 0
          from house
         where bank is not null and house_currency() = ${currency} and ${account}::integer is null and coalesce(${kind}::text, 'plain') = 'plain'
        union all
        select null, p.provider, false, false, null, null, null, null, null, null, null, null, 2, p.id
          from payment_providers p
         where p.is_on and p.provider = ${kind} and ${currency} = 'TWD' and ${account}::integer is null
      ) every order by place, sort_order, id limit 1`,
)
export type Payee = {
  id: number | null
  kind: keyof typeof wayOf
  includes_due: boolean
  includes_amount: boolean
  bank_name: string | null
  bank_name_en: string | null
  bank_code: string | null
  account_name: string | null
  account_name_en: string | null
  account_number: string | null
}

/** How what is asked for is paid, by the kind of who takes it. */
export const wayOf = {
  plain: 'bank_transfer',
  virtual: 'virtual_account',
  ecpay: 'ecpay',
  newebpay: 'newebpay',
} as const satisfies Record<string, (typeof ways)[number]>

/** No account takes this currency. */
export function noAccountFor(currency: string): Words {
  return [
    `還沒有收 ${currency} 的收款帳戶；請管理員在「基本資料」新增收款帳戶，或在旅行社資料填寫銀行帳號。`,
    `There is no account that takes ${currency} yet. An administrator adds a receiving account to the reference data, or a bank account to the record of the agency.`,
  ]
}

type ToMake = {
  booking: { id: number; planned_trip_id: number; currency: string; paid: number }
  payee: Payee
  purpose: Purpose
  reaches: number
  due_on: string
  is_amount_given: boolean
  is_day_given: boolean
  asked_by: number | null
}

/** Writes a request. Its amount is what is missing to what it reaches. */
export async function makeRequest(tx: Tx, { booking, payee, ...asked }: ToMake, actor_id: number | undefined) {
  const { id: receiving_account_id, kind, includes_due, includes_amount, account_number, ...named } = payee
  const { id: booking_id, planned_trip_id, currency, paid } = booking
  const amount = minus(asked.reaches, paid)
  const isVirtual = kind === 'virtual'
  const { id, number } = await numbered(
    tx,
    isVirtual ? { account: receiving_account_id, amount, due_on: asked.due_on } : {},
  )
  await tx
    .insertInto('payment_requests')
    .values({
      ...{ id, booking_id, planned_trip_id, currency, amount, ...asked },
      ...{ receiving_account_id, ...named, via: wayOf[kind] },
      account_number: number ?? account_number,
      expires_on: isVirtual && includes_due ? asked.due_on : null,
      is_exact: isVirtual && includes_amount,
      told_at: null,
    })
    .execute()
  await emit(tx, 'payment-request.changed', { payment_request_id: id, booking_id, what: 'asked', actor_id })
  return id
}

type ToNumber = { account: number | null; amount: number; due_on: string }
const TRIES = 20

/** The id, and its number in a virtual account. A number that an older request waits with is passed over. */
const numbered = async (tx: Tx, of: ToNumber | object) => {
  const first = await nextId(tx, {})
  if (!('account' in of)) return { ...first, number: undefined }
  for (let { id } = first, tries = 0; ; tries += 1) {
    const { number, is_free } = await numberOf(tx, { ...of, id })
    if (is_free || tries >= TRIES) return { id, number }
    id = (await nextId(tx, {})).id
  }
}

// Known before the row is written, because it is a part of the account's number.
const nextId = theRow(
  (_db, _given: object) =>
    sql<{ id: number }>`select nextval(pg_get_serial_sequence('payment_requests', 'id'))::integer as id`,
)
const numberOf = theRow(
  (_db, { account, id, amount, due_on }: ToNumber & { id: number }) => sql<{ number: string; is_free: boolean }>`
    select number, not exists (
        select from payment_requests r where r.status = 'open' and r.via = 'virtual_account' and r.account_number = number) as is_free
      from receiving_accounts a, lateral virtual_number(a, ${id}::bigint, ${amount}::numeric, ${due_on}::date) as number
     where a.id = ${account}`,
)

constraintRefusal(
  'payment_requests_number',
  () =>
    new Refusal('invalid_input', {
      errors: {
        receiving_account_id: [
          [
            '這個收款帳戶的虛擬帳號已經用完：同一個號碼還有另一筆請款未付。請先取消舊的請款，或把虛擬帳號的位數加長。',
            'This receiving account has no number left: an unpaid request still uses it. Withdraw old requests first, or give its virtual accounts more digits.',
          ],
        ],
      },
    }),
)

export type Ended = { status: 'paid' | 'expired' | 'cancelled'; end_cause: EndCause }

/** Ends an open request. One that another takes the place of is told by that one. */
export async function endRequest(
  tx: Tx,
  { id, booking_id }: { id: number; booking_id: number },
  { status, end_cause }: Ended,
  actor_id: number | undefined,
) {
  await tx
    .updateTable('payment_requests')
    .set({ status, end_cause, ended_at: sql<string>`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await emit(tx, 'payment-request.changed', { payment_request_id: id, booking_id, what: status, actor_id })
}

/** The newest request of a booking, which alone can be open, locked. */
export const newestRequest = oneRow((db, { booking_id }: { booking_id: number }) =>
  db
    .selectFrom('payment_requests')
    .selectAll()
    .where('booking_id', '=', booking_id)
    .orderBy('id', 'desc')
    .limit(1)
    .forNoKeyUpdate(),
)
export type StoredRequest = NonNullable<Awaited<ReturnType<typeof newestRequest>>>

/** Puts another request in the place of an open one. */
export async function replaceRequest(
  tx: Tx,
  old: StoredRequest,
  end_cause: EndCause,
  next: ToMake,
  actor_id: number | undefined,
) {
  await endRequest(tx, old, { status: 'cancelled', end_cause }, actor_id)
  const id = await makeRequest(tx, next, actor_id)
  await tx.updateTable('payment_requests').set({ replaced_by_id: id }).where('id', '=', old.id).execute()
  return id
}
