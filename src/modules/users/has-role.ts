import { type Expression, type SqlBool, sql } from 'kysely'
import { constraint } from '../../kit/db/faults.ts'
import { isOneOf } from '../../kit/db/fragments.ts'
import type { Db } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import type { Words } from '../../kit/words/words.ts'
import type { Department, Role } from '../roles.ts'

/** SQL: whether an account has one of these roles. They are literals, so that the planner of a prepared statement knows them. */
export function hasRole(users: string, ...roles: readonly Role[]) {
  return sql<SqlBool>`${sql.ref(`${users}.roles`)} && ${sql.lit(`{${roles.join()}}`)}::text[]`
}

/** SQL: whether an account is of office staff. A leader without another role is not. */
export function isOfOffice(users: string) {
  return sql<SqlBool>`(not ${sql.ref(`${users}.roles`)} <@ '{customer,leader}'::text[])`
}

/** The salesperson if that account is still active in sales; otherwise nobody. */
export function stillSelling(column: string) {
  return sql<number | null>`(select id from users
    where id = ${sql.ref(column)} and roles && '{admin,sales}' and status = 'active')`
}

/** Active accounts of a role, or of those that belong to a department. */
export async function thoseIn(db: Db, role: Role, department?: Department): Promise<number[]> {
  const people = await idsOf(db, role, department && sql.val(department)).execute()
  return people.map(({ id }) => id)
}

/** A query for their ids. */
export function idsOf(db: Db, role: Role, department?: Expression<Department>) {
  return db
    .selectFrom('users')
    .select('id')
    .where(hasRole('users', role))
    .where(isOneOf('status', ['active']))
    .$if(department !== undefined, (rows) => rows.where(sql<boolean>`${department} = any(departments)`))
    .orderBy('id')
}

// The accounts that a record may refer to. The trigger `keep_named` checks them; these are the sentences of its refusals.
const sales: Words = ['必須是業務人員的使用中帳號。', 'Must be the account in use of somebody of sales.']
const department: Words = ['必須是部門人員的使用中帳號。', 'Must be the account in use of somebody of a department.']
const office: Words = ['必須是公司同仁的使用中帳號。', 'Must be the account in use of somebody of the office.']
const customer: Words = ['必須是客戶的使用中帳號。', 'Must be the account in use of a customer.']

const named: Record<string, Words> = {
  sales_user_id: sales,
  assignee_id: [
    '必須是業務、部門同仁或管理員的使用中帳號。',
    'Must be the account in use of somebody of sales, of a department, or of an administrator.',
  ],
  op_user_id: department,
  ticketing_user_id: department,
  controller_user_id: office,
  duty_user_id: office,
  host_user_id: office,
  customer_user_id: customer,
}
for (const [field, words] of Object.entries(named)) constraint(`${field}_role`, field, words)

type Exception = { override?: boolean | undefined; reason?: string | null | undefined }

/** A manager may do this only as an override of a conflict with a reason, unless another role allows it. */
export function refuseDailyWork(roles: readonly Role[], { override, reason }: Exception) {
  if (roles.some((role) => role !== 'manager') || (override && reason)) return
  refuse('forbidden', {
    detail: [
      '主管只在推翻衝突時執行此操作；請確認推翻並填寫原因。',
      'A manager does this only to accept a conflict: confirm the override and give a reason.',
    ],
  })
}
