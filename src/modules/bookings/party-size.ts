import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { Refusal } from '../../kit/errors.ts'
import type { Words } from '../../kit/words/words.ts'

/** The most people of one registration. */
export const MOST_TRAVELERS = 20

/** How many a public body may name, so that a larger party is told whom to call and not only that a list is too long. */
export const MOST_NAMED = 100

const phoneOfHouse = oneRow((db, _given: object) => db.selectFrom('house').select('phone'))

/** The refusal of a party that is too large to register on the web, with the telephone of the agency. */
export async function refusalOfLargeParty(db: Db, size: number, field = 'travelers'): Promise<Refusal | undefined> {
  if (size <= MOST_TRAVELERS) return undefined
  const phone = (await phoneOfHouse(db, {}))?.phone
  const words: Words = [
    `網路報名一次最多 ${MOST_TRAVELERS} 人；人數更多時${phone ? `請來電 ${phone}` : '請與我們聯絡'}，由業務為您安排。`,
    `A registration is for ${MOST_TRAVELERS} people at most. For more, ${phone ? `call us at ${phone}` : 'contact us'}; sales arrange it for you.`,
  ]
  return new Refusal('invalid_input', { errors: { [field]: [words] } })
}
