import { type Expression, sql } from 'kysely'
import { selected } from '../../kit/db/columns.ts'
import { isOneOf } from '../../kit/db/condition.ts'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found, refuse } from '../../kit/errors.ts'
import { ref } from '../../kit/fields.ts'
import { has, is } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { nameColumns } from '../../kit/resource/names.ts'
import { optionsOver } from '../../kit/resource/option-list.ts'
import type { Department, Role } from '../roles.ts'
import { abilitiesColumn } from './abilities.ts'
import { hasRole } from './has-role.ts'
import { lastLogin, namedInUsers, ShownUser, User } from './schema.ts'

const { name, email, role, department, status, tour_leader_id } = User.properties

const users = (db: Db) => db.selectFrom('users').select(selected('users', Object.keys(ShownUser.properties)))

export const userList = list({
  of: 'users',
  sort: { name, email, role, last_login_at: lastLogin },
  order: 'name',
  columns: ['name', 'name_en', 'email', 'roles', 'departments', 'last_login_at', 'status'],
  people: true,
  search: ['name', 'name_en', 'email'],
  filters: {
    role: has('users.roles', role),
    department: has('users.departments', department),
    status: is('users.status', status),
    tour_leader_id: is('users.tour_leader_id', tour_leader_id),
    branch_id: is('users.branch_id', ref()),
  },
})

export const userPage = userList.over((db) => users(db).select(nameColumns('users', namedInUsers)))
export const oneUser = jsonRecord((db, { id }: { id: number }) => users(db).where('users.id', '=', id))

/** The account of the caller, with its abilities. */
export const ownAccount = jsonRecord((db, { id, abilities }: { id: number; abilities: string }) =>
  users(db).select(abilitiesColumn(abilities).as('may')).where('users.id', '=', id),
)

const colleagues = (db: Db) => db.selectFrom('users').where('role', '<>', 'customer')

export const userOptionFilters = { role: has('users.roles', role), department: has('users.departments', department) }
export const userOptions = optionsOver(colleagues, {
  of: 'users',
  labels: ['users.name', 'users.name_en'],
  more: ['role', 'roles', 'department', 'departments'],
  search: ['users.name', 'users.name_en', 'users.email'],
  filters: userOptionFilters,
  active: sql<boolean>`users.status = 'active'`,
  order: ['users.name', 'users.id'],
})

export async function lockedUser(tx: Tx, id: number) {
  return found(await userAt(tx, id))
}
const userAt = (tx: Tx, id: number) =>
  tx.selectFrom('users').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** The caller's own account. If it was removed meanwhile, the caller is no longer signed in. */
export async function ownUser(tx: Tx, id: number) {
  return (await userAt(tx, id)) ?? refuse('unauthenticated')
}

export function userByEmail(db: Db, address: string) {
  return db.selectFrom('users').selectAll().where(sql`lower(email)`, '=', address.toLowerCase()).executeTakeFirst()
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

/** Whether another active administrator exists. */
export async function hasOtherAdmin(tx: Tx, id: number) {
  return !!(await tx
    .selectFrom('users')
    .select('id')
    .where(hasRole('users', 'admin'))
    .where('status', '=', 'active')
    .where('id', '<>', id)
    .limit(1)
    .forUpdate()
    .executeTakeFirst())
}
