import type { FastifyInstance } from 'fastify'
import { type ColumnType, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { selected } from '../../kit/db/fragments.ts'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db, Table, Tx } from '../../kit/db/tables.ts'
import { found, refuse } from '../../kit/errors.ts'
import {
  defaulted,
  email,
  flag,
  labelled,
  line,
  list as listOf,
  moment,
  nullable,
  oneOf,
  phone,
  ref,
} from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { has, is } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { nameColumns, shownNames } from '../../kit/resource/names.ts'
import { Option, OptionMeta, optionQuery, optionsOver } from '../../kit/resource/option-list.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { locales } from '../../kit/words/words.ts'
import { type Department, departments, moneyReaders, roles } from '../roles.ts'
import { abilities, abilitiesColumn } from './abilities.ts'

const statuses = ['active', 'suspended'] as const

const departmentList = listOf(oneOf(departments))

export const roleList = Type.Array(oneOf(roles), { minItems: 1, maxItems: roles.length, uniqueItems: true })

export const User = Type.Object({
  name: line(100, '王小美'),
  name_en: nullable(line(100, 'Mei Wang')),
  email: email(),
  role: labelled(oneOf(roles), ['角色', 'Role']),
  roles: labelled(defaulted(roleList), ['角色（可兼任）', 'Roles']),
  department: nullable(oneOf(departments)),
  departments: labelled(defaulted(departmentList), ['部門', 'Departments']),
  phone: nullable(phone()),
  line_id: nullable(line(50)),
  locale: defaulted(oneOf(locales)),
  tour_leader_id: nullable(ref()),
  branch_id: nullable(ref()),
  /** Whether the account gets the morning mail about its open work on weekdays. */
  morning_mail: labelled(defaulted(flag()), ['早晨信', 'Morning mail']),
  status: defaulted(oneOf(statuses)),
})
const lastLogin = nullable(moment())

const PlainUser = Type.Object({ ...User.properties, last_login_at: lastLogin })
export const ShownUser = RecordOf(PlainUser)
const namedInUsers = { branch: 'branches' }
const ListedUser = RecordOf(PlainUser, shownNames(namedInUsers))

declare module '../../kit/db/tables.ts' {
  interface Tables {
    users: Omit<Table<typeof User>, 'department'> & {
      /** The first of the departments. The database computes it. */
      department: ColumnType<Department | null, never, never>
      password_hash: string | null
      last_login_at: string | null
    }
  }
}

declare module '../../kit/http/server/guard.ts' {
  interface Roles extends Record<(typeof roles)[number], true> {}
  interface Actor {
    name: string
    departments: readonly Department[]
    locale: (typeof locales)[number]
    tour_leader_id: number | null
    token_id: number
  }
}

const { name, role, department, status, tour_leader_id } = User.properties

const users = (db: Db) => db.selectFrom('users').select(selected('users', Object.keys(ShownUser.properties)))

const userList = list({
  of: 'users',
  sort: { name, email: User.properties.email, role, last_login_at: lastLogin },
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

const userPage = userList.over((db) => users(db).select(nameColumns('users', namedInUsers)))
export const oneUser = jsonRecord((db, { id }: { id: number }) => users(db).where('users.id', '=', id))

const colleagues = (db: Db) => db.selectFrom('users').where('role', '<>', 'customer')

const userOptionFilters = { role: has('users.roles', role), department: has('users.departments', department) }
const userOptions = optionsOver(colleagues, {
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

export function userByEmail(db: Db, address: string) {
  return db.selectFrom('users').selectAll().where(sql`lower(email)`, '=', address.toLowerCase()).executeTakeFirst()
}

/** The account as its owner reads it, with its abilities. */
export const OwnAccount = RecordOf(PlainUser, { may: Type.Array(oneOf(abilities)) })

/** The fields that callers may change in their own account. */
const ownFields = ['name', 'name_en', 'phone', 'line_id', 'locale', 'morning_mail'] as const
const OwnChange = Type.Partial(Type.Pick(User, [...ownFields]))
type OwnChange = Static<typeof OwnChange>

/** The account of the caller, with its abilities. */
export const ownAccount = jsonRecord((db, { id, abilities }: { id: number; abilities: string }) =>
  users(db).select(abilitiesColumn(abilities).as('may')).where('users.id', '=', id),
)

/** The caller's own account. If it was removed meanwhile, the caller is no longer signed in. */
export async function ownUser(tx: Tx, id: number) {
  return (await userAt(tx, id)) ?? refuse('unauthenticated')
}

const changeOwnDetails = async (tx: Tx, id: number, change: OwnChange, expected: Expected) => {
  guardVersion(await ownUser(tx, id), expected)
  await tx.updateTable('users').set(change).where('id', '=', id).execute()
}

export function keepPasswordHash(tx: Tx, id: number, password_hash: string) {
  return tx.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
}

export function noteSignIn(tx: Tx, id: number) {
  return tx.updateTable('users').set({ last_login_at: sql<string>`now()` }).where('id', '=', id).execute()
}

export function readRoutes(on: On) {
  on.get(
    '/list/options',
    {
      access: moneyReaders,
      summary: 'Option list: active colleagues',
      query: optionQuery(userOptionFilters),
      returns: Type.Array(Option({ role, roles: roleList, department, departments: departmentList })),
      meta: OptionMeta,
      etag: 'content',
    },
    ({ db, query }) => userOptions(db, {}, query),
  )

  on.get('', { access: ['admin'], summary: 'List: users', ...userList.of(ListedUser) }, ({ db, query }) =>
    userPage(db, {}, query),
  )

  on.get('/:id', { access: ['admin'], summary: 'One user', returns: ShownUser }, ({ db, params }) =>
    oneUser(db, params),
  )
}

export function ownAccountRoutes(on: On, app: FastifyInstance) {
  on.get(
    '',
    {
      access: 'signed-in',
      summary: 'The account of the caller, and what it may do',
      returns: OwnAccount,
      etag: 'content',
      duringEnrolment: true,
    },
    ({ db, actor }) => ownAccount(db, { id: actor.id, abilities: app.abilities }),
  )

  on.put(
    '',
    {
      access: 'signed-in',
      summary: 'Change own details',
      body: OwnChange,
      returns: OwnAccount,
      etag: 'content',
      refuses: ['stale'],
    },
    async ({ tx, actor, body, expected }) => {
      await changeOwnDetails(tx, actor.id, body, expected)
      return ownAccount(tx, { id: actor.id, abilities: app.abilities })
    },
  )
}
