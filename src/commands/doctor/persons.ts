import { type Finding, ok, warn } from '../../health/finding.ts'
import type { Db } from '../../kit/db/tables.ts'
import { personFigures } from '../../modules/persons/figures.ts'
import { leadersWithoutFingerprint } from '../../modules/tour-leaders/fingerprints.ts'

/** Checks whether all records of people have a person and a fingerprint, and tells how many persons look the same. */
export const personFindings = async (db: Db): Promise<Finding[]> => [
  await givenPersons(db),
  ...(await fingerprinted(db)),
]

const givenPersons = async (db: Db): Promise<Finding> => {
  const { persons, without, doubles } = await personFigures(db)
  if (without)
    return warn(
      'persons',
      [`${without} 筆資料尚無對應人員。`, `${without} records have no person.`],
      ['服務每小時會補上；服務是否在執行？', 'The service gives them one every hour. Is it running?'],
    )
  return ok('persons', [
    `${persons} 人，其中 ${doubles} 組看似重複（GET /api/persons/doubles）。`,
    `${persons} persons; possible duplicates: ${doubles} (GET /api/persons/doubles).`,
  ])
}

const fingerprinted = async (db: Db): Promise<Finding[]> => {
  const leaders = await leadersWithoutFingerprint(db)
  if (!leaders) return []
  return [
    warn(
      'fingerprints',
      [
        `${leaders} 位領隊的護照、身分證號或生日無法用來尋人。`,
        `The passport, national ID or birth date of ${leaders} leaders does not find them.`,
      ],
      [
        '服務每五分鐘會補上；若一直存在，表示以現有主金鑰無法開啟，請重新輸入。',
        'The service fingerprints them every five minutes. If they stay, the master key does not open them: enter them again.',
      ],
    ),
  ]
}
