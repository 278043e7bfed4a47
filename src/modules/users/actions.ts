import { sql } from 'kysely'
import { remove } from '../../kit/db/rows.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { hashPassword } from '../../kit/secrets/passwords.ts'
import type { Role } from '../roles.ts'
import { hasRole } from './has-role.ts'
import { hasOtherAdmin, lockedUser, ownUser } from './queries.ts'
import { placement, placementFaults, rolesOf } from './rules.ts'
import type { NewUser, OwnChange, UserChange } from './schema.ts'

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

/** Mails the invitation again to a person who has not signed in yet. */
export async function inviteAgain(tx: Tx, id: number, expected: Expected) {
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

export async function changeOwnDetails(tx: Tx, id: number, change: OwnChange, expected: Expected) {
  guardVersion(await ownUser(tx, id), expected)
  await tx.updateTable('users').set(change).where('id', '=', id).execute()
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

export function keepPasswordHash(tx: Tx, id: number, password_hash: string) {
  return tx.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
}

export function noteSignIn(tx: Tx, id: number) {
  return tx.updateTable('users').set({ last_login_at: sql<string>`now()` }).where('id', '=', id).execute()
}

export async function removeUser(tx: Tx, id: number, expected: Expected) {
  guardVersion(await lockedUser(tx, id), expected)
  await keepAnAdmin(tx, id)
  await remove(tx, 'users', id)
}

type Holder = { roles: readonly Role[] }
const isAdmin = ({ roles }: Holder) => roles.includes('admin')
const hasSameRoles = ({ roles: one }: Holder, { roles: other }: Holder) =>
  one.length === other.length && one.every((role) => other.includes(role))

const refuseFaults = (user: Parameters<typeof placementFaults>[0]) => {
  const errors = placementFaults(user)
  if (Object.keys(errors).length) refuse('invalid_input', { errors })
}

const keepAnAdmin = async (tx: Tx, id: number) => {
  if (await hasOtherAdmin(tx, id)) return
  refuse('step_not_possible', {
    detail: ['至少要保留一位有效的管理員。', 'At least one active administrator must remain.'],
    also: { possible: [] },
  })
}

const noSuchAccount = [
  '須為尚未連結其他領隊的領隊帳號。',
  'Must be an account with the role leader that shows no other profile.',
] as const
