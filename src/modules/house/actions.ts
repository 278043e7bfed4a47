import type { Tx } from '../../kit/db/tables.ts'
import { found, refuse, refuseField } from '../../kit/errors.ts'
import { dropFile, keepFile } from '../../kit/files/files.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { lockedHouse } from './queries.ts'
import { houseFaults } from './rules.ts'
import type { HouseChange, NewLogo } from './schema.ts'

export async function changeHouse(tx: Tx, change: HouseChange, expected: Expected) {
  guardVersion(await lockedHouse(tx), expected)
  const errors = houseFaults(change)
  if (Object.keys(errors).length > 0) refuse('invalid_input', { errors })
  await tx.updateTable('house').set(withAllKeys(change)).execute()
}

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
