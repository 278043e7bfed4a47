import { type RawBuilder, sql } from 'kysely'
import { theRow } from '../../kit/db/statement.ts'
import { nameAsJson, possibleText } from '../../kit/possible-column.ts'
import { type Acting, isOutside } from '../users/reader.ts'
import { decisions, life, type TurnName } from './flow.ts'
import { requestsSeenBy } from './visible.ts'
import { isDeclined, isPriced, isSeated } from './worklist.ts'

/** The turns that a reader may take at a request now, with the address of each. */
export const possibleTurns = (reader: Acting) => sql<object[]>`${turnsFor(reader, addressed)}::json`

/** The names of these turns. */
export const possibleNames = theRow((db, given: Acting & { id: number }) =>
  requestsSeenBy(db, given).select(turnsFor(given, nameAsJson).as('json')).where('r.id', '=', given.id),
)

const turnsFor = (reader: Acting, shown: (turn: TurnName) => RawBuilder<unknown>) => {
  const isOffered = isOutside(reader) ? sql`(${isAnswerable} and ${isInTime})` : isAnswerable
  const turns = possibleText(life, reader.acts_as, 'r.status', { isPriced, isOffered, isDeclined, isSeated }, shown)
  if (reader.acts_as !== 'department') return turns
  return sql<string>`case when r.department = any(${reader.departments}::text[]) then ${turns} else '[]' end`
}

const isAnswerable = sql`(r.customer_response in ('pending', 'negotiating'))`
// Sales may record an answer later.
const isInTime = sql`coalesce(r.response_deadline >= now(), true)`

const addressed = (turn: TurnName) => {
  const isDecision = decisions.some((decision) => decision === turn)
  if (turn === 'customer-response') return at(turn, 'PATCH', ['communications/', 'r.offer_id', ''])
  return at(turn, 'POST', ['', 'r.id', isDecision ? '' : '/communications'])
}

const at = (turn: TurnName, method: string, [before, id, after]: [before: string, id: string, after: string]) =>
  sql`${sql.lit(`{"turn":"${turn}","method":"${method}","path":"/api/addon-requests/${before}`)} || ${sql.ref(id)}
    || ${sql.lit(`${after}/${turn}"}`)}`
