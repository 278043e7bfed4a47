import type { Db } from '../../kit/db/tables.ts'
import { personFigures } from '../../modules/persons/figures.ts'
import { type Finding, ok, warn } from './finding.ts'

/** Checks whether all travelers, contacts, accounts and leaders have a person, and tells how many look the same. */
export const personFinding = async (db: Db): Promise<Finding> => {
  const { persons, without, doubles } = await personFigures(db)
  if (without)
    return warn(
      'persons',
      [`${without} 筆資料尚無對應人員。`, `${without} records have no person.`],
      ['服務每小時會補上；服務是否在執行？', 'The service gives them one every hour. Is it running?'],
    )
  return ok('persons', [
    `${persons} 人，其中 ${doubles} 組看似重複（GET /api/persons/doubles）。`,
    `${persons} persons; ${doubles} sets of them look the same (GET /api/persons/doubles).`,
  ])
}
