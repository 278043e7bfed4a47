import { sql } from 'kysely'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { refuseField } from '../../kit/errors.ts'

/** The account of a customer with this address, if there is one. */
export const accountOf = async (db: Db, email: string) => {
  const account = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('role', '=', 'customer')
    .where('status', '=', 'active')
    .executeTakeFirst()
  return account?.id ?? null
}

type Named = { customer_user_id?: number | null | undefined; sales_user_id?: number | null | undefined }

/** Refuses to put a booking into hands it does not belong in. */
export const refuseStrangers = async (tx: Tx, { customer_user_id, sales_user_id }: Named) => {
  if (customer_user_id && (await roleOf(tx, customer_user_id)) !== 'customer')
    refuseField('customer_user_id', ['必須是客戶帳號。', 'Must be the account of a customer.'])
  if (sales_user_id && !['sales', 'admin'].includes((await roleOf(tx, sales_user_id)) ?? ''))
    refuseField('sales_user_id', ['必須是業務人員。', 'Must be somebody of sales.'])
}

const roleOf = async (tx: Tx, id: number) =>
  (await tx.selectFrom('users').select('role').where('id', '=', id).where('status', '=', 'active').executeTakeFirst())
    ?.role
