import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { constraintRefusal } from '../../kit/db/faults.ts'
import { isAmong } from '../../kit/db/fragments.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { Refusal, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { flag, labelled, list, money, ref } from '../../kit/fields.ts'
import { inCents } from '../../kit/money.ts'
import type { Words } from '../../kit/words/words.ts'
import { PaymentProvider } from './provider.ts'
import { type Paid, sharesOf } from './settlement-shares.ts'
import { unsettled } from './unsettled.ts'

declare module '../../kit/events.ts' {
  interface Events {
    /** The lump of a provider was found in the bank, or that was taken back. */
    'provider-settlement.changed': { settlement_id: number; what: 'settled' | 'undone'; actor_id: number }
  }
}

/** A payment of the lump; `is_correction` where it was taken back after it had been paid out, and goes off. */
const OfLump = Type.Object({ payment_id: ref(), is_correction: Type.Optional(flag()) })

/** Which payments a lump is of, and the fee that the provider has kept of them: what they come to, less what came. */
export const Settling = Type.Object({
  provider: PaymentProvider.properties.provider,
  payments: labelled(list(OfLump, 1_000), ['款項', 'Payments']),
  fee: labelled(money(), ['金流手續費', 'Fee of the provider']),
})
type Settling = Static<typeof Settling>

/** Payments are locked before the line of the bank, as by whoever voids one, in the order of their ids. */
export async function lockForSettling(tx: Tx, { payments }: Settling) {
  const ids = payments.map(({ payment_id }) => payment_id)
  await tx
    .selectFrom('booking_payments')
    .select('id')
    .where(isAmong('id', ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

type Line = { id: number; amount: number; currency: string; booked_on: string }

/** Settles payments with the line of a bank that is their lump. It makes no payment: what was received was recorded when its notice came. */
export async function settlePayments(tx: Tx, line: Line, { provider, payments, fee }: Settling, settled_by: number) {
  const open = await openOf(tx, provider, payments)
  if (open.length < payments.length) refuseField('payments', notOpen)
  if (line.currency !== 'TWD') refuseField('payments', otherCurrency(line.currency))
  const cents = open.reduce((sum, { amount }) => sum + inCents(amount), 0)
  const kept = (cents - inCents(line.amount)) / 100
  const gross = cents / 100
  if (kept < 0) refuseField('payments', tooLittle(gross, line))
  if (inCents(Number(fee)) !== inCents(kept)) refuseField('fee', otherFee(gross, kept, line))
  const { id } = await tx
    .insertInto('provider_settlements')
    .values({
      ...{ provider, settled_on: line.booked_on, currency: line.currency, gross, fee: kept, net: line.amount },
      ...{ bank_line_id: line.id, settled_by },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const shares = sharesOf(kept, open)
  await tx
    .insertInto('provider_settlement_payments')
    .values(
      open.map(({ payment_id, is_correction, amount }, n) => ({
        ...{ settlement_id: id, payment_id, is_correction, amount, fee: shares[n] ?? 0 },
      })),
    )
    .execute()
  await emit(tx, 'provider-settlement.changed', { settlement_id: id, what: 'settled', actor_id: settled_by })
}

/** Takes the settlement of a line back: its payments wait again for their lump. Returns whether there was one. */
export async function undoSettlement(tx: Tx, bank_line_id: number, actor_id: number) {
  const undone = await tx
    .deleteFrom('provider_settlements')
    .where('bank_line_id', '=', bank_line_id)
    .returning('id')
    .executeTakeFirst()
  if (!undone) return false
  await emit(tx, 'provider-settlement.changed', { settlement_id: undone.id, what: 'undone', actor_id })
  return true
}

type Open = Paid & { payment_id: number; is_correction: boolean }

const openOf = async (tx: Tx, provider: string, payments: Settling['payments']) => {
  const { rows } = await sql<Open>`
    select u.payment_id, u.is_correction, u.amount, u.told from ${unsettled} u
      join (select distinct g.payment_id, coalesce(g.is_correction, false) as is_correction
              from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as g (payment_id integer, is_correction boolean)) g using (payment_id, is_correction)
     where u.provider = ${provider} order by u.payment_id, u.is_correction`.execute(tx)
  return rows
}

const notOpen: Words = [
  '有款項已列入另一筆撥款、已作廢，或不是這家金流服務的；請重新整理後再勾選。',
  'Some of these payments are in another settlement, void, or of another provider: read the list again, and tick once more.',
]
const otherCurrency = (currency: string): Words => [
  `金流服務以 TWD 撥款，這筆入帳是 ${currency}，不會是它的撥款。`,
  `Providers pay out in TWD, and this money is in ${currency}, so it is no lump of theirs.`,
]
const tooLittle = (gross: number, { amount, currency }: Line): Words => [
  `勾選的款項共 ${amountIn(currency, gross)}，少於入帳的 ${amountIn(currency, amount)}；請勾選漏掉的款項。`,
  `These payments come to ${amountIn(currency, gross)}, less than the ${amountIn(currency, amount)} that came: tick those that are missing.`,
]
const otherFee = (gross: number, fee: number, { amount, currency }: Line): Words => [
  `款項共 ${amountIn(currency, gross)}，入帳 ${amountIn(currency, amount)}，手續費是 ${amountIn(currency, fee)}；請確認此金額。`,
  `The payments come to ${amountIn(currency, gross)} and ${amountIn(currency, amount)} came, so the fee is ${amountIn(currency, fee)}: confirm this amount.`,
]
constraintRefusal(
  'provider_settlement_payments_once',
  () => new Refusal('invalid_input', { errors: { payments: [notOpen] } }),
)
constraintRefusal(
  'settlement_is_what_came',
  () =>
    new Refusal('invalid_input', {
      errors: {
        payments: [
          [
            '撥款與銀行入帳或款項不一致，沒有任何變更；請重新整理後再試。',
            'The settlement, its payments and the line of the bank do not agree, and nothing was changed: read them again, and try once more.',
          ],
        ],
      },
    }),
)
