import { sql } from 'kysely'
import type { Tx } from '../../kit/db/tables.ts'
import type { Events } from '../../kit/events.ts'
import type { Retention } from '../../kit/retention/rules.ts'
import { forgetFields } from '../audit/actions.ts'

/** Takes from the cheques of an erased contact whose they were, and what was written of them. Number, bank, day and amount stay. */
export async function forgetDrawers(tx: Tx, { booking_id }: Events['booking.erased']) {
  const rows = await tx
    .updateTable('cheques')
    .set({ drawer: null, note: null, reason: sql`case when reason is not null then '—' end` })
    .where(sql<boolean>`id in (select cheque_id from cheque_parts where booking_id = ${booking_id})`)
    .returning('id')
    .execute()
  await forgetFields(
    tx,
    'cheques',
    rows.map(({ id }) => id),
    ['note', 'reason'],
  )
}

const DAYS_KEPT = 365
const AT_ONCE = 500

export const drawersOfCheques: Retention = {
  what: 'who has drawn cheques',
  table: 'cheques',
  kept: `${DAYS_KEPT} days after the day of a cheque that has cleared or was given back`,
  why: 'By then the bank takes nothing back. Number, bank, day and amount stay.',
  deleteBatch: async (tx) => {
    const rows = await tx
      .updateTable('cheques')
      .set({ drawer: null })
      .where(
        sql<boolean>`id in (select id from cheques where status in ('cleared', 'returned') and drawer is not null
          and due_on < today() - ${DAYS_KEPT}::integer order by due_on limit ${AT_ONCE} for update skip locked)`,
      )
      .returning('id')
      .execute()
    return rows.length
  },
}
