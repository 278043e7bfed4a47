import type { Tx } from '../../kit/db/tables.ts'
import { Refusal } from '../../kit/errors.ts'
import { throttle } from '../../kit/throttle.ts'
import { limits } from '../../limits.ts'

/** Counts an attempt of a signed-in caller to enter its own password. */
export function admitPassword(tx: Tx, { id }: { id: number }) {
  return throttle(tx, limits.password, id)
}

export function wrongPassword() {
  return new Refusal('invalid_input', {
    errors: { current_password: [['目前的密碼不正確。', 'This is not the current password.']] },
  })
}
