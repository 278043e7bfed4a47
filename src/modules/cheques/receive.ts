import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { constraintRefusal } from '../../kit/db/faults.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { Refusal, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { list, money, ref } from '../../kit/fields.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { inCents, refuseCents } from '../../kit/money.ts'
import type { Words } from '../../kit/words/words.ts'
import { keepForPromise } from '../bookings/promised.ts'
import { houseCurrency } from '../house/currency.ts'
import { Cheque } from './cheque.ts'

const { number, drawer_bank, drawer, amount, due_on, note } = Cheque.properties

export const NewCheque = Type.Object({
  ...{ number, drawer_bank, drawer, amount, due_on, note },
  currency: Type.Optional(Cheque.properties.currency),
  /** Which bookings it pays, and how much of each; together they come to the amount. */
  bookings: list(Type.Object({ booking_id: ref(), amount: money() }), 50),
})
type NewCheque = Static<typeof NewCheque>

/** A cheque that is overdue by more than this is refused by banks. */
const DAYS_LATE = 365

/**
 * Takes a cheque. Nothing is paid by it: it is promised, and what it promises is not asked for until it is due. Seats that nothing is paid
 * for are held until then.
 */
export async function receiveCheque(tx: Tx, { bookings, currency, ...body }: NewCheque, actor: Actor) {
  const of = currency ?? (await houseCurrency(tx))
  refuseCents(Number(body.amount), of, 'amount')
  const cents = bookings.reduce((all, part) => all + inCents(Number(part.amount)), 0)
  if (cents !== inCents(Number(body.amount))) refuseField('bookings', otherSum)
  if (new Set(bookings.map(({ booking_id }) => booking_id)).size < bookings.length) refuseField('bookings', twice)
  for (const { booking_id } of bookings.toSorted((one, other) => one.booking_id - other.booking_id)) {
    const booking = await keepForPromise(tx, booking_id, { due_on: body.due_on, actor })
    if (booking.currency !== of) refuseField('bookings', otherCurrency(of))
  }
  const { rows } = await sql<{ is_late: boolean }>`
    select ${body.due_on}::date < today() - ${DAYS_LATE}::integer as is_late`.execute(tx)
  if (rows[0]?.is_late) refuseField('due_on', tooLate)
  const { id } = await tx
    .insertInto('cheques')
    .values({ ...body, currency: of, received_by: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('cheque_parts')
    .values(bookings.map((part) => ({ ...part, cheque_id: id })))
    .execute()
  await emit(tx, 'cheque.changed', { cheque_id: id, what: 'received', actor_id: actor.id })
  return id
}

const otherSum: Words = [
  '各訂單的金額加起來，必須等於支票金額。',
  'The amounts of the bookings must come to the amount of the cheque.',
]
const twice: Words = ['同一筆訂單只要列一次。', 'Name each booking once.']
const otherCurrency = (currency: string): Words => [
  `這張支票是 ${currency}，請選擇同幣別的訂單。`,
  `This cheque is in ${currency}: choose bookings in that currency.`,
]
const tooLate: Words = [
  '到期日早於一年前，銀行不再受理；請確認年份，或請客戶換票。',
  'It was due more than a year ago, and banks do not take it any more: check the year, or ask for another cheque.',
]
constraintRefusal(
  'cheques_number',
  () =>
    new Refusal('duplicate', {
      errors: {
        number: [
          ['這張支票已經登錄過；請在支票清單中查看。', 'This cheque is recorded already: look at the list of cheques.'],
        ],
      },
    }),
)
