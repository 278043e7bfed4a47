import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { ERASED_NAME } from '../../kit/secrets/personal-data.ts'
import { lockedUser } from './user.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'user.erased': { user_id: number }
  }
}

/**
 * Erases the personal data of an account and returns its role. Nobody can sign in with it any more. An account of staff must be
 * suspended first.
 */
export async function eraseUser(tx: Tx, id: number) {
  const { role, status } = await lockedUser(tx, id)
  if (role !== 'customer' && status === 'active')
    refuse('step_not_possible', { detail: leavesFirst, also: { possible: [] } })
  await tx
    .updateTable('users')
    .set({ ...nothing, email: `erased-${id}@guidon.invalid` })
    .where('id', '=', id)
    .execute()
  await emit(tx, 'user.locked-out', { user_id: id })
  await emit(tx, 'user.erased', { user_id: id })
  return role
}

const nothing = {
  name: ERASED_NAME,
  name_en: null,
  phone: null,
  line_id: null,
  password_hash: null,
  status: 'suspended' as const,
}
const leavesFirst = [
  '此人的員工帳號仍在使用；請先停用該帳號。',
  'The account of this colleague is in use; suspend it first.',
] as const
