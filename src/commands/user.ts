import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import type { Db } from '../kit/db/tables.ts'
import { refuse } from '../kit/errors.ts'
import { textParser } from '../kit/http/routes/validators.ts'
import { Reset, resetPassword } from '../modules/auth/passwords.ts'
import { resetSecondFactor } from '../modules/auth/second-factor.ts'
import { makeLink } from '../modules/links/links.ts'
import { changeUser, createUser, NewUser } from '../modules/users/manage.ts'
import { userByEmail } from '../modules/users/user.ts'
import type { Arguments } from './command.ts'
import { byCommand, withMigrated } from './installation.ts'
import { answer, type Io, table } from './io.ts'

export function listUsers(io: Io, { json }: Arguments) {
  return withMigrated(io, async ({ database: { db } }) => {
    const users = await db
      .selectFrom('users')
      .select(['id', 'email', 'role', 'roles', 'department', 'status', 'last_login_at', 'name'])
      .orderBy('id')
      .execute()
    answer(io, json, users, table(['id', 'email', 'roles', 'department', 'status', 'last_login_at', 'name'], users))
  })
}

export function addUser(io: Io, { json, email, name, nameEn: name_en, role, department, locale, ...how }: Arguments) {
  return withMigrated(io, async ({ config, database }) => {
    const password = how.passwordStdin ? await lineFrom(io) : undefined
    // `sales,finance` are two roles, the first one first.
    const [first, ...others] = (role ?? '').split(',')
    const given = textParser(NewUser, config.zone)({ email, name, name_en, role: first, department, locale, password })
    const also = others.map((other) => textParser(OneRole, config.zone)({ role: other }).role)
    const user = { ...given, roles: [given.role, ...also] }
    const id = await database.transaction(byCommand, (tx) => createUser(tx, user))
    answer(io, json, { id, email, invited: !password }, [
      `已新增帳號 ${email}。${password ? '' : '邀請信將由服務寄出。'}`,
      `${email} was added.${password ? '' : ' The service mails the invitation.'}`,
    ])
  })
}

const OneRole = Type.Pick(NewUser, ['role'])

/** Uses the same actions as the mailed link, so that all consequences of a new password happen too. */
export function setPassword(io: Io, { json, email, passwordStdin }: Arguments) {
  return withMigrated(io, async ({ config, database }) => {
    const made = passwordStdin ? undefined : randomBytes(12).toString('base64url')
    const password = made ?? (await lineFrom(io))
    await database.transaction(byCommand, async (tx) => {
      const { id } = await accountOf(tx, email)
      const { token } = await makeLink(tx, 'password', id)
      const reset = textParser(Reset, config.zone)({ token, password })
      await resetPassword(tx, reset.token, reset.password)
    })
    answer(io, json, { email, ...(made !== undefined && { password: made }) }, [
      made === undefined ? '密碼已更新。' : `新密碼（只顯示這一次）：${made}`,
      made === undefined ? 'The password was changed.' : `The new password, shown this once: ${made}`,
    ])
  })
}

export function suspendUser(io: Io, { json, email }: Arguments) {
  return withMigrated(io, async ({ database }) => {
    await database.transaction(byCommand, async (tx) => {
      const { id } = await accountOf(tx, email)
      await changeUser(tx, id, { status: 'suspended' }, undefined)
    })
    answer(io, json, { email, status: 'suspended' }, [`${email} 已停用。`, `${email} is suspended.`])
  })
}

/** For an administrator who lost the device and the recovery codes, and has no colleague who could reset it. */
export function resetSecondFactorOf(io: Io, { json, email }: Arguments) {
  return withMigrated(io, async ({ database }) => {
    await database.transaction(byCommand, async (tx) => resetSecondFactor(tx, (await accountOf(tx, email)).id))
    answer(io, json, { email }, [
      `${email} 的兩步驟驗證已移除，所有裝置已登出。`,
      `The second factor of ${email} was removed, and all its sessions ended.`,
    ])
  })
}

export async function accountOf(db: Db, email: string) {
  return (
    (await userByEmail(db, email)) ?? refuse('not_found', { detail: [`沒有帳號 ${email}。`, `No account ${email}.`] })
  )
}

const lineFrom = async (io: Io) => (await io.input()).replace(/\r?\n$/, '')
