import type { Tx } from '../../kit/db/tables.ts'
import { found, refuse } from '../../kit/errors.ts'

/** Locks a person. */
export async function lockedPerson(tx: Tx, id: number) {
  return found(
    await tx
      .selectFrom('persons')
      .select(['id', 'version', 'merged_into', 'erased_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )
}

/** Refuses a step with a person who was merged into another one or erased. */
export function refuseGone({ merged_into, erased_at }: { merged_into: number | null; erased_at: string | null }) {
  if (merged_into !== null)
    refuse('step_not_possible', {
      detail: [
        `此人已併入第 ${merged_into} 號；請改用該筆資料。`,
        `This person was merged into number ${merged_into}; use that one.`,
      ],
      also: { possible: [] },
    })
  if (erased_at) refuse('step_not_possible', { detail: erased, also: { possible: [] } })
}

const erased = [
  '此人的個人資料已刪除，無法再更改。',
  'The personal data of this person was erased; nothing of it can be changed any more.',
] as const
