import { sql } from 'kysely'
import type { Keys } from '../../../kit/secrets/keys.ts'
import { fingerprint, openedFields, type SealedRow } from '../../../kit/secrets/personal-data.ts'
import { BATCH, following, type Rotation } from '../../../kit/secrets/rotation.ts'

/** By which equal accounts are recognized, however they are written. */
export function accountMark(keys: Keys, bank_code: string, account: string) {
  return fingerprint(keys, 'refund account', `${bank_code.slice(0, 3)} ${account}`)
}

type Row = SealedRow & { id: number; bank_code: string; account_mark: Buffer | null }

/** Computed again from the account under another master key. */
export const accountMarkRotation: Rotation = {
  what: 'refund account marks',
  rewrap: async (tx, keys, after) => {
    const { rows } = await sql<Row>`
      select id, person_key, (select wrapped from person_keys where id = t.person_key) as wrapped, bank_code, account_mark,
             (account).sealed as account
        from refund_orders t where account is not null ${following(after)} order by id limit ${BATCH} for no key update`.execute(
      tx,
    )
    const { set } = { set: (on: string) => sql`select set_config('guidon.keeps_version', ${on}, true)`.execute(tx) }
    let renewed = 0
    for (const row of rows) {
      const { account } = openedFields(keys, { table: 'refund_orders', fields: ['account'] }, row)
      const mark = account ? accountMark(keys, row.bank_code, account) : null
      if (mark === null || row.account_mark?.equals(mark)) continue
      await set('on')
      await tx.updateTable('refund_orders').set({ account_mark: mark }).where('id', '=', row.id).execute()
      await set('')
      renewed += 1
    }
    return { rows, renewed }
  },
}
