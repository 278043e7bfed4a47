import { sql } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import { possibleText } from '../../kit/possible-column.ts'
import { type Acting, isOutside } from '../users/reader.ts'
import { decisions, life, type TurnName } from './flow.ts'
import { requestsSeenBy } from './visible.ts'
import { isDeclined, isPriced } from './worklist.ts'

/** The turns that a reader may take at a request now, with the address of each. */
export const possibleTurns = (reader: Acting) =>
  sql<
    object[]
  >`replace(replace(${turnsFor(reader, addressed)}, '{id}', r.id::text), '{offer}', coalesce(r.offer_id::text, ''))::json`

/** The names of these turns. */
export const possibleNames = theRow((db, given: Acting & { id: number }) =>
  requestsSeenBy(db, given)
    .select(turnsFor(given, (name) => name).as('json'))
    .where('r.id', '=', given.id),
)

const turnsFor = (reader: Acting, shown: (turn: TurnName) => unknown) => {
  const isOffered = isOutside(reader) ? sql`(${isAnswerable} and ${isInTime})` : isAnswerable
  const turns = possibleText(life, reader.acts_as, 'r.status', { isPriced, isOffered, isDeclined }, shown)
  if (reader.acts_as !== 'department') return turns
  return sql<string>`case when r.department = any(${reader.departments}::text[]) then ${turns} else '[]' end`
}

const isAnswerable = sql`(r.customer_response in ('pending', 'negotiating'))`
// Sales may record an answer later.
const isInTime = sql`coalesce(r.response_deadline >= now(), true)`

const addressed = (turn: TurnName) => {
  const isDecision = decisions.some((decision) => decision === turn)
  if (turn === 'customer-response')
    return { turn, method: 'PATCH', path: `/api/addon-requests/communications/{offer}/${turn}` }
  return { turn, method: 'POST', path: `/api/addon-requests/{id}/${isDecision ? turn : `communications/${turn}`}` }
}
