import type { Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { dropFile, keepFile } from '../../kit/files/files.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { lockedHouse, refundApproval } from './queries.ts'
import { houseFaults } from './rules.ts'
import type { HouseChange, NewLogo } from './schema.ts'

export async function changeHouse(tx: Tx, change: HouseChange, expected: Expected) {
  guardVersion(await lockedHouse(tx), expected)
  const errors = houseFaults(change)
  if (Object.keys(errors).length > 0) refuse('invalid_input', { errors })
  if (change.refunds_by_two === false) await refuseManyApprovers(tx)
  await tx.updateTable('house').set(withAllKeys(change)).execute()
}

const refuseManyApprovers = async (tx: Tx) => {
  const { is_on, approvers } = await refundApproval(tx)
  if (is_on && approvers > 1) refuseField('refunds_by_two', tooMany(approvers))
}
const tooMany = (n: number) =>
  [
    `有 ${n} 個使用中的會計、主管或管理員帳號，退款須由第二人核准；只有一個這樣的帳號時才能關閉。`,
    `${n} accounts in use belong to finance, managers or administrators, so a second person approves refunds. It can be switched off where there is only one such account.`,
  ] as const

/** A change in which insurances and the bank account have all their keys, as in answers. */
const withAllKeys = ({ liability_insurance, performance_insurance, bank, ...change }: HouseChange) => ({
  ...change,
  ...(liability_insurance !== undefined && { liability_insurance: wholeInsurance(liability_insurance) }),
  ...(performance_insurance !== undefined && { performance_insurance: wholeInsurance(performance_insurance) }),
  ...(bank !== undefined && { bank: bank && { name_en: null, account_name_en: null, ...bank } }),
})
const wholeInsurance = (insurance: HouseChange['liability_insurance']) =>
  insurance ? { insurer_en: null, ...insurance } : null

/** Stores a logo and deletes the previous one. */
export async function keepLogo(tx: Tx, actor: Actor, { file }: NewLogo) {
  if (file.width === null)
    refuseField('file', ['Logo 須為圖片（jpeg、png、webp）。', 'The logo must be a picture: jpeg, png or webp.'])
  const { logo_id: before } = await lockedHouse(tx)
  const { id } = await keepFile(tx, file, actor)
  await tx.updateTable('house').set({ logo_id: id }).execute()
  if (before !== null) await dropFile(tx, before, actor)
}

export async function removeLogo(tx: Tx, actor: Actor, expected: Expected) {
  const { version, logo_id } = await lockedHouse(tx)
  guardVersion({ version }, expected)
  await tx.updateTable('house').set({ logo_id: null }).execute()
  await dropFile(tx, found(logo_id), actor)
}
