import { type Static, Type } from 'typebox'
import { remove } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { type FieldFaults, refuse, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { password } from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { hashPassword } from '../../kit/secrets/passwords.ts'
import type { Department, Role } from '../roles.ts'
import { hasRole } from './has-role.ts'
import { lockedUser, oneUser, ShownUser, User } from './user.ts'

export const NewUser = Type.Object({ ...User.properties, password: Type.Optional(password()) })
export type NewUser = Static<typeof NewUser>
const UserChange = Type.Partial(User)
type UserChange = Static<typeof UserChange>

declare module '../../kit/events.ts' {
  interface Events {
    'user.invited': { user_id: number }
    /** All tokens of the account must become invalid. */
    'user.locked-out': { user_id: number }
    /** Emitted because mails to the old address may be read by another person. */
    'user.readdressed': { user_id: number }
  }
}

/** Without a password, the person gets an invitation by mail to set one. */
export async function createUser(tx: Tx, { password, ...given }: NewUser) {
  const user = { ...given, roles: [given.role], ...rolesOf(given), ...placement(given) }
  refuseFaults(user)
  const { department: _, ...columns } = user
  const password_hash = password === undefined ? null : await hashPassword(password)
  const { id } = await tx
    .insertInto('users')
    .values({ ...columns, password_hash })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!password_hash) await emit(tx, 'user.invited', { user_id: id })
  return id
}

export async function changeUser(tx: Tx, id: number, given: UserChange, expected: Expected) {
  const user = await lockedUser(tx, id)
  guardVersion(user, expected)
  const change = { ...given, ...rolesOf(given, user.roles), ...placement(given) }
  const changed = { ...user, ...change }
  refuseFaults(changed)
  const leaves = isAdmin(user) && user.status === 'active' && (!isAdmin(changed) || changed.status !== 'active')
  if (leaves) await keepAnAdmin(tx, id)
  const { department: _, ...columns } = change
  await tx.updateTable('users').set(columns).where('id', '=', id).execute()
  if (changed.status === 'suspended' || !hasSameRoles(user, changed)) await emit(tx, 'user.locked-out', { user_id: id })
  if (changed.email === user.email) return
  await emit(tx, 'user.readdressed', { user_id: id })
  if (!user.password_hash) await emit(tx, 'user.invited', { user_id: id })
}

type Departments = { department?: Department | null | undefined; departments?: Department[] | undefined }
type Placement = Departments & { role: Role; roles: readonly Role[]; tour_leader_id?: number | null | undefined }

/** `department` is the first of `departments`. If a body has only one of the two, the other is derived from it. */
const placement = ({ department, departments }: Departments): Departments => {
  if (departments === undefined) return department === undefined ? {} : { department, departments: listed(department) }
  return { departments, department: department === undefined ? (departments[0] ?? null) : department }
}

const listed = (department: Department | null) => (department === null ? [] : [department])

/** `role` is the first of `roles`. A role that is sent without `roles` becomes the only one, unless it is already the first. */
const rolesOf = (
  { role, roles }: { role?: Role | undefined; roles?: Role[] | undefined },
  had: readonly Role[] = [],
): { role?: Role; roles?: Role[] } => {
  if (roles?.[0] !== undefined) return { role: role ?? roles[0], roles }
  return role === undefined || role === had[0] ? {} : { roles: [role] }
}

/**
 * A customer has no other role, because a customer sees only their own records. The role department and a department require each
 * other; a leader's profile requires the role leader.
 */
const placementFaults = ({ role, roles, department, departments = [], tour_leader_id }: Placement): FieldFaults => ({
  ...(roles[0] !== role && {
    roles: [['第一個必須是主要角色。', 'The first of them must be the role.']] as const,
  }),
  ...(roles.includes('customer') &&
    roles.length > 1 && {
      roles: [
        [
          '客戶帳號不能兼任其他角色；請為此人另開一個同仁帳號。',
          'The account of a customer has no other role; give this person another account for its work.',
        ],
      ] as const,
    }),
  ...((departments[0] ?? null) !== (department ?? null) && {
    departments: [['第一個必須是主要部門。', 'The first of them must be the department.']] as const,
  }),
  ...(roles.includes('department') &&
    !department && {
      department: [['部門人員必須指定部門。', 'The role department needs its department.']] as const,
    }),
  ...(!roles.includes('department') &&
    department && {
      department: [['只有部門人員可以指定部門。', 'Only the role department has a department.']] as const,
    }),
  ...(!roles.includes('leader') &&
    tour_leader_id && {
      tour_leader_id: [
        ['只有領隊帳號可以連結領隊資料。', 'Only the role leader is linked to a leader profile.'],
      ] as const,
    }),
})

const refuseFaults = (user: Parameters<typeof placementFaults>[0]) => {
  const errors = placementFaults(user)
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
}

type Holder = { roles: readonly Role[] }
const isAdmin = ({ roles }: Holder) => roles.includes('admin')
const hasSameRoles = ({ roles: one }: Holder, { roles: other }: Holder) =>
  one.length === other.length && one.every((role) => other.includes(role))

const keepAnAdmin = async (tx: Tx, id: number) => {
  if (await hasOtherAdmin(tx, id)) return
  refuse('step_not_possible', {
    detail: ['至少要保留一位有效的管理員。', 'At least one active administrator must remain.'],
    also: { possible: [] },
  })
}

/** Whether another active administrator exists. */
const hasOtherAdmin = async (tx: Tx, id: number) => {
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

/** Mails the invitation again to a person who has not signed in yet. */
const inviteAgain = async (tx: Tx, id: number, expected: Expected) => {
  const { version, status, last_login_at } = await lockedUser(tx, id)
  guardVersion({ version }, expected)
  if (status !== 'active' || last_login_at !== null)
    refuse('step_not_possible', { detail: invitesNobody, also: { step: 'invitation', possible: [] } })
  await emit(tx, 'user.invited', { user_id: id })
}
const invitesNobody = [
  '只能邀請使用中且從未登入的帳號；已登入過的人請使用「忘記密碼」。',
  'Only an active account that has never signed in is invited; whoever has signed in asks for a new password.',
] as const

export async function removeUser(tx: Tx, id: number, expected: Expected) {
  guardVersion(await lockedUser(tx, id), expected)
  await keepAnAdmin(tx, id)
  await remove(tx, 'users', id)
}

/** Makes this account the only one of the leader. */
export async function linkLeader(tx: Tx, tour_leader_id: number, user_id: number | null) {
  await tx
    .updateTable('users')
    .set({ tour_leader_id: null })
    .where('tour_leader_id', '=', tour_leader_id)
    .where('id', 'is distinct from', user_id)
    .execute()
  if (user_id === null) return
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ tour_leader_id })
    .where('id', '=', user_id)
    .where(hasRole('users', 'leader'))
    .where((is) => is.or([is('tour_leader_id', 'is', null), is('tour_leader_id', '=', tour_leader_id)]))
    .executeTakeFirst()
  if (!numUpdatedRows) refuseField('user_id', noSuchAccount)
}

const noSuchAccount = [
  '須為尚未連結其他領隊的領隊帳號。',
  'Must be an account with the role leader that shows no other profile.',
] as const

const access = ['admin'] as const

/** Administrators create, change, invite and remove accounts. */
export function manageRoutes(on: On) {
  on.create(
    '',
    {
      access,
      summary: 'Create a user; without a password an invitation is mailed',
      body: NewUser,
      returns: ShownUser,
      refuses: ['duplicate'],
    },
    async ({ tx, body }) => {
      const id = await createUser(tx, body)
      return { id, ...(await oneUser(tx, { id })) }
    },
  )

  on.put(
    '/:id',
    {
      access,
      summary: 'Change a user; a suspension or other roles end its sessions',
      body: UserChange,
      returns: ShownUser,
      refuses: ['duplicate', 'stale', 'step_not_possible'],
    },
    async ({ tx, params, body, expected }) => {
      await changeUser(tx, params.id, body, expected)
      return oneUser(tx, params)
    },
  )

  on.post(
    '/:id/invitation',
    {
      name: 'inviteUserAgain',
      access,
      summary: 'Mail the invitation once more to somebody who has not signed in yet',
      returns: ShownUser,
      refuses: ['stale', 'step_not_possible'],
    },
    async ({ tx, params, expected }) => {
      await inviteAgain(tx, params.id, expected)
      return oneUser(tx, params)
    },
  )

  on.delete(
    '/:id',
    {
      access,
      summary: 'Remove a user that nothing refers to',
      returns: Type.Null(),
      refuses: ['in_use', 'stale', 'step_not_possible'],
    },
    async ({ tx, params, expected }) => {
      await removeUser(tx, params.id, expected)
      return null
    },
  )
}
