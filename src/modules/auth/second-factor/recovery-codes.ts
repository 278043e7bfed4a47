import { hash, randomBytes } from 'node:crypto'
import type { Tx } from '../../../kit/db/tables.ts'
import { base32 } from '../../../kit/secrets/base32.ts'

const HOW_MANY = 10
/** 80 bits, so that nobody finds a code from its hash by trying. */
const BYTES = 10

/** Replaces all codes by new ones. They are shown only here; only their hashes are stored. */
export async function renewRecoveryCodes(tx: Tx, user_id: number) {
  await endRecoveryCodes(tx, user_id)
  const codes = Array.from({ length: HOW_MANY }, () => base32(randomBytes(BYTES)))
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id, code_hash: hashOfCode(code) })))
    .execute()
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
}

/** Consumes a code; of two simultaneous uses one fails. */
export async function useRecoveryCode(tx: Tx, user_id: number, code: string) {
  const used = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', user_id)
    .where('code_hash', '=', hashOfCode(code))
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

export function endRecoveryCodes(tx: Tx, user_id: number) {
  return tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
}

const hashOfCode = (code: string) => hash('sha256', code.replaceAll('-', '').toUpperCase(), 'buffer')
