import { type SqlBool, sql } from 'kysely'
import type { Role } from '../roles.ts'

/** SQL: whether an account has one of these roles. They are literals, so that the planner of a prepared statement knows them. */
export function hasRole(users: string, ...roles: readonly Role[]) {
  return sql<SqlBool>`${sql.ref(`${users}.roles`)} && ${sql.lit(`{${roles.join()}}`)}::text[]`
}

/** SQL: whether an account is of office staff. A leader without another role is not. */
export function isOfOffice(users: string) {
  return sql<SqlBool>`(not ${sql.ref(`${users}.roles`)} <@ '{customer,leader}'::text[])`
}
