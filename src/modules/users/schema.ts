import type { ColumnType } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Table } from '../../kit/db/tables.ts'
import {
  defaulted,
  email,
  flag,
  labelled,
  line,
  list,
  moment,
  nullable,
  oneOf,
  password,
  phone,
  ref,
} from '../../kit/fields.ts'
import { shownNames } from '../../kit/resource/names.ts'
import { RecordOf } from '../../kit/resource/record.ts'
import { locales } from '../../kit/words/words.ts'
import { type Department, departments, roles } from '../roles.ts'
import { abilities } from './abilities.ts'

const statuses = ['active', 'suspended'] as const

export const departmentList = list(oneOf(departments))

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
export const lastLogin = nullable(moment())

export const NewUser = Type.Object({ ...User.properties, password: Type.Optional(password()) })
export type NewUser = Static<typeof NewUser>
export const UserChange = Type.Partial(User)
export type UserChange = Static<typeof UserChange>

const PlainUser = Type.Object({ ...User.properties, last_login_at: lastLogin })
export const ShownUser = RecordOf(PlainUser)
/** The account as its owner reads it, with its abilities. */
export const OwnAccount = RecordOf(PlainUser, { may: Type.Array(oneOf(abilities)) })
export const namedInUsers = { branch: 'branches' }
export const ListedUser = RecordOf(PlainUser, shownNames(namedInUsers))

/** The fields that callers may change in their own account. */
const ownFields = ['name', 'name_en', 'phone', 'line_id', 'locale', 'morning_mail'] as const
export const OwnChange = Type.Partial(Type.Pick(User, [...ownFields]))
export type OwnChange = Static<typeof OwnChange>

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

declare module '../../kit/http/server/access.ts' {
  interface Roles extends Record<(typeof roles)[number], true> {}
  interface Actor {
    name: string
    departments: readonly Department[]
    locale: (typeof locales)[number]
    tour_leader_id: number | null
    token_id: number
  }
}
