import { insertMissing, seedRows } from '../../kit/db/seeds.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { Actor } from '../../kit/http/server/guard.ts'

export const PASSWORD = 'guidon-demo'
/** A domain that does not exist, so that mail to it reaches nobody. */
export const DOMAIN = 'demo.guidon.local'

export type Account = { role: string; email: string; password: string }
export type People = Map<string, Actor>

/** Creates one account for each role. Returns the accounts by their short names in the files, and their sign-in data. */
export async function welcomePeople(tx: Tx, password_hash: string) {
  const rows = seedRows('demo/users')
  const users = await insertMissing(
    tx,
    'users',
    rows.map(({ key, department, ...user }) => ({
      ...user,
      departments: department ? [department] : [],
      email: emailOf(key),
      password_hash,
    })),
  )
  const people: People = new Map(
    users.map(({ email, password_hash: _, ...user }) => [
      keyOf(email),
      { ...user, roles: [user.role], token_id: 0, must_enrol: false },
    ]),
  )
  const accounts: Account[] = users.map(({ role, department, email }) => ({
    role: [role, department].filter(Boolean).join(' '),
    email,
    password: PASSWORD,
  }))
  return { people, accounts }
}

/** The account with a short name of the files. */
export function one(people: People, key: string): Actor {
  const person = people.get(key)
  if (!person) throw new Error(`the demo has no ${key}`)
  return person
}

const emailOf = (key = '') => `${key}@${DOMAIN}`
const keyOf = (email: string) => email.replace(`@${DOMAIN}`, '')
