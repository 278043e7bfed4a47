import type { Tx } from '../../kit/db/tables.ts'
import { noteSignIn } from '../users/user.ts'
import { openChallenge } from './second-factor/challenges.ts'
import { methodsOf } from './second-factor/queries.ts'
import { openSession } from './tokens.ts'

/** Continues after the first factor: opens a session, or a challenge if the account has a second factor. */
export async function beginSession(tx: Tx, user_id: number, device?: string) {
  const methods = await methodsOf(tx, user_id)
  return methods.length ? openChallenge(tx, user_id, methods, device ?? null) : signIn(tx, user_id, device)
}

export async function signIn(tx: Tx, user_id: number, device?: string) {
  await noteSignIn(tx, user_id)
  return { user_id, ...(await openSession(tx, user_id, device)) }
}
