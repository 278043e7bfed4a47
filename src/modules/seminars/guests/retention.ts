import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { AT_ONCE, type Retention } from '../../../kit/retention/rules.ts'
import { forgetValues } from '../../audit/actions.ts'

const KEPT = '1 year'

const rows = sql<{ id: number }>`
  select a.id from seminar_sessions s join session_attendances a on a.session_id = s.id
   where s.starts_at < now() - ${KEPT}::interval and a.traveler_id is null and a.guest_name <> '•••'
   order by s.starts_at, a.id limit ${AT_ONCE} for update of a skip locked`

// The history of changes is cleared last, so that it does not keep the values that are removed here.
const deleteGuests = async (tx: Tx) => {
  const guests = await rows.execute(tx)
  const ids = guests.rows.map(({ id }) => id)
  if (!ids.length) return 0
  await tx
    .updateTable('session_attendances')
    .set({ guest_name: '•••', guest_phone: null, guest_email: null, guest_locale: null, notes: null })
    .where('id', 'in', ids)
    .execute()
  await forgetValues(tx, 'session_attendances', ids)
  return ids.length
}

export const seminarGuests: Retention = {
  what: 'names, numbers and addresses of seminar guests',
  table: 'session_attendances',
  kept: `${KEPT} after the session`,
  why: 'Guests may be asked again that long. The attendance stays, without the person.',
  deleteBatch: deleteGuests,
  rows,
}
