import { randomBytes } from 'node:crypto'
import { withAccount } from '../../kit/db/connection/addresses.ts'
import { Client } from '../../kit/db/connection/client.ts'
import { refuse } from '../../kit/errors.ts'

/** Makes the database of an operator and the role that owns it, the only one that may connect. Returns its address. */
export const makeDatabase = (url: string | undefined, name: string, isResumed: boolean) =>
  withServer(url, async (server, run) => {
    const id = databaseOf(name)
    const [isRole, isDatabase] = await thereIs(run, id)
    if ((isRole || isDatabase) && !isResumed) return refuse('duplicate', { detail: inUse(id) })
    const password = randomBytes(24).toString('base64url')
    await run(`${isRole ? 'alter' : 'create'} role "${id}" login password '${password}'`)
    // An account that is no superuser makes databases only for roles of which it is a member.
    await run(`grant "${id}" to current_user`)
    if (!isDatabase) await run(`create database "${id}" owner "${id}"`)
    await run(`revoke all on database "${id}" from public`)
    return withAccount(server, { user: id, password, database: id })
  })

/** Refuses while a service or somebody else is connected to the database. */
export const refuseIfUsed = (url: string | undefined, name: string) =>
  withServer(url, async (_, run) => {
    const users = await run(`select 1 from pg_stat_activity where datname = '${databaseOf(name)}'`)
    if (users.length) refuse('in_use', { detail: connected(name, users.length) })
  })

export const removeDatabase = (url: string | undefined, name: string) =>
  withServer(url, async (_, run) => {
    await run(`drop database if exists "${databaseOf(name)}"`)
    await run(`drop role if exists "${databaseOf(name)}"`)
  })

// Names contain no quotes and no underscores (names.ts), so that each has its own identifier.
const databaseOf = (name: string) => `guidon_${name.replaceAll('-', '_')}`

type RunStatement = (text: string) => Promise<unknown[]>

const withServer = async <T>(url: string | undefined, work: (url: string, run: RunStatement) => Promise<T>) => {
  if (!url) return refuse('bad_request', { detail: noServer })
  const client = new Client({ connectionString: url, application_name: 'guidon operators' })
  await client.connect()
  try {
    return await work(url, async (text) => (await client.query(text)).rows)
  } finally {
    await client.end()
  }
}

const thereIs = async (run: RunStatement, id: string) => {
  const role = await run(`select 1 from pg_roles where rolname = '${id}'`)
  const database = await run(`select 1 from pg_database where datname = '${id}'`)
  return [role.length > 0, database.length > 0] as const
}

const noServer = [
  '請以 OPERATORS_DATABASE_URL 提供可建立角色與資料庫的帳號。',
  'OPERATORS_DATABASE_URL must name an account that may make roles and databases.',
] as const
const inUse = (id: string) =>
  [
    `伺服器上已有 ${id}，它不是由這個指令建立的；請改用其他名稱。`,
    `The server has ${id} already, and this command did not make it; choose another name.`,
  ] as const
const connected = (name: string, count: number) =>
  [
    `還有 ${count} 個連線使用 ${name} 的資料庫；請先停止 guidon@${name}。`,
    `${count} connections use the database of ${name}; stop guidon@${name} first.`,
  ] as const
