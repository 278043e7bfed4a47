import { type RawBuilder, sql } from 'kysely'
import { isOneOf } from './db/fragments.ts'
import { type Flow, namesOf, possibleSteps, type State } from './flow.ts'
import type { Role } from './http/server/guard.ts'

type Facts<G extends State<string>> = { [F in Exclude<keyof G & string, 'status'>]: RawBuilder<unknown> }

/** `possibleSteps` as SQL: a JSON array of the names. */
export function possibleColumn<S extends string, G extends State<S>, N extends string>(
  flow: Flow<S, G, N>,
  roles: readonly Role[],
  column: string,
  facts: Facts<G>,
) {
  return sql<N[]>`${possibleText(flow, roles, column, facts, nameAsJson)}::json`
}

export function nameAsJson(name: string) {
  return sql`${sql.lit(JSON.stringify(name))}`
}

/** The same as text; `shown` is the JSON text of each step. */
export function possibleText<S extends string, G extends State<S>, N extends string>(
  flow: Flow<S, G, N>,
  roles: readonly Role[],
  column: string,
  facts: Facts<G>,
  shown: (name: N) => RawBuilder<unknown>,
) {
  const wayTo = (name: N) => (status: S) =>
    wayBy(Object.entries(facts), (known) => possibleSteps(flow, { status, ...known } as G, roles).includes(name))
  const steps = namesOf(flow.steps).map(
    (name) => sql`case when ${inStatuses(column, flow.statuses, wayTo(name))} then ${shown(name)} end`,
  )
  return sql<string>`('[' || concat_ws(',', ${sql.join(steps)}) || ']')`
}

// Statuses with the same condition share it, because PostgreSQL prepares each condition anew for each execution. Conditions that
// are never true are left out.
const inStatuses = <S extends string>(column: string, statuses: readonly S[], wayIn: (status: S) => Way) => {
  const ways = statuses.map((status) => ({ status, ...wayIn(status) }))
  const groups = [...Map.groupBy(ways, ({ name }) => name).values()]
  const conditions = groups.map((same) => {
    const among = same.map(({ status }) => status)
    return sql`(${isOneOf(column, among)} and ${same[0]?.is})`
  })
  return sql.join(conditions, sql` or `)
}

/** The SQL condition of a step in a status. Statuses with the same name share one condition. */
type Way = { name: string; is: RawBuilder<unknown> }
const always: Way = { name: 'always', is: sql`true` }
const never: Way = { name: 'never', is: sql`false` }

type Known = Readonly<Record<string, boolean>>
// Conditions that cannot change the result are left out.
const wayBy = (
  [first, ...rest]: [string, RawBuilder<unknown>][],
  isPossible: (known: Known) => boolean,
  known: Known = {},
): Way => {
  if (!first) return isPossible(known) ? always : never
  const [fact, is] = first
  const yes = wayBy(rest, isPossible, { ...known, [fact]: true })
  const no = wayBy(rest, isPossible, { ...known, [fact]: false })
  if (yes.name === no.name) return yes
  const name = `${fact}(${yes.name}|${no.name})`
  return { name, is: yes === always && no === never ? is : sql`case when ${is} then ${yes.is} else ${no.is} end` }
}
