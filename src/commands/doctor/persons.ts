import { type Finding, ok } from '../../health/finding.ts'
import type { Db } from '../../kit/db/tables.ts'
import { personFigures } from '../../modules/persons/doubles.ts'

/** Reports how many persons there are, and how many may be duplicates. */
export async function personFindings(db: Db): Promise<Finding[]> {
  const { persons, doubles } = await personFigures(db)
  return [
    ok('persons', [
      `${persons} 人，其中 ${doubles} 組看似重複（GET /api/persons/doubles）。`,
      `${persons} persons; possible duplicates: ${doubles} (GET /api/persons/doubles).`,
    ]),
  ]
}
