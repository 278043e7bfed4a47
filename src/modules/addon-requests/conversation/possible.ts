import { theRow } from '../../../kit/db/statement.ts'
import type { Db } from '../../../kit/db/tables.ts'
import { possibleSteps } from '../../../kit/flow.ts'
import type { Actor } from '../../../kit/http/server/access.ts'
import { type Reader, readerOf } from '../../users/reader.ts'
import { life, type TurnName } from '../flow.ts'
import { isOpen } from '../rules.ts'
import { isRequestSeen } from '../visible.ts'

/** The turns that the caller may take at a request now, by the table of turns. */
export const possibleTurns = async (db: Db, actor: Actor, id: number): Promise<TurnName[]> => {
  const { status, department, customer_response, estimated_cost } = await standing(db, {
    ...readerOf(actor),
    id,
  })
  if (actor.role === 'department' && !actor.departments.includes(department)) return []
  const isDeclined = status === 'rejected' && customer_response !== 'rejected'
  const isPriced = estimated_cost !== null
  return possibleSteps(life, { status, isPriced, isOffered: isOpen(customer_response), isDeclined }, actor.role)
}

const standing = theRow((db, { id, ...reader }: Reader & { id: number }) =>
  db
    .selectFrom('addon_requests as r')
    .leftJoin('addon_communications as o', 'o.id', 'r.offer_id')
    .select(['r.status', 'r.department', 'r.estimated_cost', 'o.customer_response'])
    .where('r.id', '=', id)
    .where(isRequestSeen(reader, 'r')),
)
