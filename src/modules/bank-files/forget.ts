import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import type { Retention } from '../../kit/retention/rules.ts'
import { forgetFields } from '../audit/actions.ts'

const forgotten = { payer_text: null, virtual_account: null, last_five: null }

/** Takes from the lines that an erased contact has paid, or was paid back by, who it was. Day, amount and payments stay. */
export async function forgetPayers(tx: Tx, { booking_id }: Events['booking.erased']) {
  const rows = await tx
    .updateTable('bank_lines')
    .set(forgotten)
    .where(
      sql<boolean>`id in (select x.bank_line_id from bank_line_payments x
        join booking_payments p on p.id = x.payment_id where p.booking_id = ${booking_id})`,
    )
    .returning('id')
    .execute()
  await forgetNumbers(
    tx,
    rows.map(({ id }) => id),
  )
  await tx
    .updateTable('bank_debits')
    .set({ payee_text: null, last_five: null })
    .where(sql<boolean>`refund_order_id in (select id from refund_orders where booking_id = ${booking_id})`)
    .execute()
}

// Text and digits of an account are not copied into the audit.
const forgetNumbers = (tx: Tx, ids: number[]) => forgetFields(tx, 'bank_lines', ids, ['virtual_account'])

const DAYS_KEPT = 365
const AT_ONCE = 500

const forgetBatch = async (tx: Tx) => {
  const rows = await tx
    .updateTable('bank_lines')
    .set(forgotten)
    .where(
      sql<boolean>`id in (select id from bank_lines
        where created_at < now() - ${DAYS_KEPT} * interval '1 day' and coalesce(payer_text, virtual_account, last_five) is not null
        order by created_at limit ${AT_ONCE} for update skip locked)`,
    )
    .returning('id')
    .execute()
  await forgetNumbers(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.length
}

export const payersOfLines: Retention = {
  what: 'who paid, in lines of banks',
  table: 'bank_lines',
  kept: `${DAYS_KEPT} days after the file was read`,
  why: 'By then the money was recorded or given back. Day, amount and payments stay, and the same file still changes nothing.',
  deleteBatch: forgetBatch,
}

export const payeesOfDebits: Retention = {
  what: 'who was paid, in debits of banks',
  table: 'bank_debits',
  kept: `${DAYS_KEPT} days after the file was read`,
  why: 'By then the refund was found or asked for. Day, amount and order stay, and the same file still changes nothing.',
  deleteBatch: async (tx) => {
    const rows = await tx
      .updateTable('bank_debits')
      .set({ payee_text: null, last_five: null })
      .where(
        sql<boolean>`id in (select id from bank_debits
          where created_at < now() - ${DAYS_KEPT} * interval '1 day' and coalesce(payee_text, last_five) is not null
          order by created_at limit ${AT_ONCE} for update skip locked)`,
      )
      .returning('id')
      .execute()
    return rows.length
  },
}
