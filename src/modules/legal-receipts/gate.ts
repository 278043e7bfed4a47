import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import { constraint, constraintRefusal } from '../../kit/db/faults.ts'
import type { Db } from '../../kit/db/tables.ts'
import { found, Refusal } from '../../kit/errors.ts'
import type { Words } from '../../kit/words/words.ts'

/** What was paid for a booking and not paid back, and what its receipts say of it. All amounts are whole. */
export type ReceiptAccount = {
  /** What receipts may come to. It is 0 in another currency than that of Taiwan. */
  most: number
  /** What was issued or is about to be, without what was given back. */
  standing: number
  /** Of it, what was asked to be given back, without an answer yet. */
  going_back: number
  /** What a new receipt may be issued for. */
  open: number
}

/** The account of the receipts of a booking. The gate of the database counts in the same way. */
export async function receiptAccount(db: Db, booking_id: number): Promise<ReceiptAccount> {
  const { rows } = await sql<ReceiptAccount>`
    select floor(receiptable(b.id))::integer as most, r.standing, r.going_back, floor(receiptable(b.id))::integer - r.standing as open
      from bookings b, receipts_of(b.id) r where b.id = ${booking_id}`.execute(db)
  return found(rows[0])
}

type Above = {
  number: string
  most: number
  standing: number
  going_back: number
  receipts: { number: string | null; amount: number }[] | null
}

// The gate is `keep_receipts_of` in the database, which every transaction passes that changes receipts, payments or bookings.
constraintRefusal('receipts_within_payments', ({ detail = '' }) => {
  // A cast, because the database writes it.
  const { number, most, standing, going_back, receipts } = JSON.parse(detail) as Above
  return new Refusal('invalid_input', {
    errors: { body: [aboveWords(number, most, standing - going_back, receipts)] },
  })
})

const aboveWords = (booking: string, most: number, standing: number, receipts: Above['receipts']): Words => {
  const amount = (of: number) => amountIn('TWD', of)
  const named = (receipts ?? []).map(({ number, amount: of }) => `${number ?? '—'} ${amount(of)}`)
  return [
    `訂單 ${booking} 的代收轉付收據共 ${amount(standing)}，多於已收的 ${amount(most)}；請先將收據作廢或開立折讓，再變更款項：${named.join('、')}。`,
    `The legal receipts of the booking ${booking} come to ${amount(standing)}, more than the ${amount(most)} that are paid. Void them or give an allowance first, and change the money then: ${named.join(', ')}.`,
  ]
}

constraint('allowance_within_receipt', 'amount', [
  '折讓合計不可超過收據金額，且收據須仍有效；請減少折讓金額，或先取消其他折讓。',
  'Allowances come to no more than their receipt, which must stand: give less, or cancel another allowance first.',
])
constraint('receipt_is_whole', 'bookings', [
  '各訂單的金額加起來，必須等於收據金額。',
  'The amounts of the bookings must come to the amount of the receipt.',
])
constraint('legal_receipts_items', 'items', itemsWords())
constraint('legal_receipt_allowances_items', 'items', itemsWords())
constraintRefusal(
  'legal_receipts_numbers',
  () =>
    new Refusal('duplicate', {
      errors: {
        number: [
          [
            '這個收據號碼已登錄過；請核對號碼，或在收據清單中查看。',
            'A receipt with this number is recorded already: compare the number, or look at the list of receipts.',
          ],
        ],
      },
    }),
)

function itemsWords(): Words {
  return [
    '品項須為 1 至 7 項，每項數量乘以單價等於該項金額，各項合計等於總額。',
    'There are one to seven items; of each the count times the price is its amount, and together they come to the total.',
  ]
}
