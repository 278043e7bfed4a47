import { createHash, randomBytes } from 'node:crypto'
import type { Query } from './database.ts'

/** Every kind of caller. Most are demo accounts; the last three have an expired session, an idle session and a suspended account. */
const callers = {
  stranger: undefined,
  customer: 'customer',
  other_customer: 'customer3',
  leader: 'leader',
  sales: 'sales',
  ticketing: 'ticketing',
  line_control: 'line-control',
  op: 'op',
  finance: 'finance',
  manager: 'manager',
  admin: 'admin',
  expired: 'sales2',
  idle: 'sales2',
  suspended: 'suspended',
} as const
export type Caller = keyof typeof callers
export const everybody = Object.keys(callers) as Caller[]
export type Person = { id: number; token: string | undefined; email: string; role: string }
export type People = Record<Caller, Person>

export const PASSWORD = 'guidon-demo'
const addressOf = (key: string) => `${key}@demo.guidon.local`

/** Opens a session for every caller. */
export const signInEverybody = async (query: Query): Promise<People> => {
  await query(
    `insert into users (name, email, role, status) values ('停權者', $1, 'admin', 'suspended') on conflict do nothing`,
    [addressOf('suspended')],
  )
  const people: Partial<People> = {}
  for (const [caller, key] of entries) people[caller] = key ? await signedIn(query, caller, key) : nobody
  return people as People
}

/** An account with several roles, and its session. */
export const openAccount = async (query: Query, roles: string[]): Promise<Person> => {
  const [email, role = ''] = [addressOf(roles.join('-')), ...roles]
  const [user] = await query<{ id: number }>(
    `insert into users (name, email, role, roles, departments) values ('兼任者', $1, $2, $3, $4) returning id`,
    [email, role, roles, roles.includes('department') ? ['op'] : []],
  )
  if (!user) throw new Error(`no account ${email}`)
  return { id: user.id, token: await openSession(query, user.id), email, role }
}

/** Opens another session for a user. */
export const openSession = async (query: Query, userId: number, expires = '30 days', idle = '3 days') => {
  const token = `gdn_${randomBytes(32).toString('base64url')}`
  await query(
    `insert into tokens (user_id, kind, name, token_hash, last_used_at, expires_at, idle_for)
     values ($1, 'session', 'drill', $2, case when $4 = 'over' then now() - interval '4 days' else now() end,
             now() + $3::interval, interval '3 days')`,
    [userId, createHash('sha256').update(token).digest(), expires, idle],
  )
  return token
}

const nobody: Person = { id: 0, token: undefined, email: '', role: 'stranger' }
const entries = Object.entries(callers) as [Caller, string | undefined][]

const signedIn = async (query: Query, caller: Caller, key: string): Promise<Person> => {
  const [user] = await query<{ id: number; email: string; role: string }>(
    'select id, email, role from users where email = $1',
    [addressOf(key)],
  )
  if (!user) throw new Error(`the demo has no ${key}`)
  const token = await openSession(
    query,
    user.id,
    caller === 'expired' ? '-1 minute' : '30 days',
    caller === 'idle' ? 'over' : '',
  )
  return { ...user, token }
}
