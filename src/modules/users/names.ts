import { sql } from 'kysely'
import { constraint } from '../../kit/db/faults.ts'
import type { Words } from '../../kit/words/words.ts'

// The accounts that a record may refer to. The trigger `keep_named` checks them; these are the sentences of its refusals.
const sales: Words = ['必須是業務人員的使用中帳號。', 'Must be the account in use of somebody of sales.']
const department: Words = ['必須是部門人員的使用中帳號。', 'Must be the account in use of somebody of a department.']
const office: Words = ['必須是公司同仁的使用中帳號。', 'Must be the account in use of somebody of the office.']
const customer: Words = ['必須是客戶的使用中帳號。', 'Must be the account in use of a customer.']

const named: Record<string, Words> = {
  sales_user_id: sales,
  op_user_id: department,
  ticketing_user_id: department,
  controller_user_id: office,
  host_user_id: office,
  customer_user_id: customer,
}
for (const [field, words] of Object.entries(named)) constraint(`${field}_role`, field, words)

/** The salesperson if that account is still active in sales; otherwise nobody. */
export function stillSelling(column: string) {
  return sql<number | null>`(select id from users
    where id = ${sql.ref(column)} and roles && '{admin,sales}' and status = 'active')`
}
