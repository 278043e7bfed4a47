import { type RawBuilder, sql } from 'kysely'
import { type Flow, possibleSteps, type Standing } from './flow.ts'
import type { Role } from './http/server/access.ts'

type Facts<G extends Standing<string>> = { [F in Exclude<keyof G & string, 'status'>]: RawBuilder<unknown> }

/** `possibleSteps` as SQL: the JSON array for each status, and for each combination of the other facts of the flow. */
export const possibleColumn = <S extends string, G extends Standing<S>, N extends string>(
  flow: Flow<S, G, N>,
  role: Role,
  column: string,
  facts: Facts<G>,
) => sql<N[]>`${possibleText(flow, role, column, facts, (name) => name)}::json`

/** The same as text, with each step shown in another way. */
export const possibleText = <S extends string, G extends Standing<S>, N extends string>(
  flow: Flow<S, G, N>,
  role: Role,
  column: string,
  facts: Facts<G>,
  shown: (name: N) => unknown,
) => {
  const stepsIn = (status: S) =>
    branch(Object.entries(facts), (known) =>
      JSON.stringify(possibleSteps(flow, { status, ...known } as G, role).map(shown)),
    )
  const rows = flow.statuses.map((status) => sql`when ${sql.lit(status)} then ${stepsIn(status).chosen}`)
  return sql<string>`case ${sql.ref(column)} ${sql.join(rows, sql` `)} end`
}

type Known = Readonly<Record<string, boolean>>
/** A text chosen by facts, and all that it may be. */
type Branch = { chosen: RawBuilder<unknown>; texts: string }

// A fact that changes nothing is not asked.
const branch = (
  [first, ...rest]: [string, RawBuilder<unknown>][],
  textFor: (known: Known) => string,
  known: Known = {},
): Branch => {
  if (!first) return { chosen: sql.lit(textFor(known)), texts: textFor(known) }
  const [name, fact] = first
  const [yes, no] = [
    branch(rest, textFor, { ...known, [name]: true }),
    branch(rest, textFor, { ...known, [name]: false }),
  ]
  if (yes.texts === no.texts) return yes
  const chosen = sql`case when ${fact} then ${yes.chosen} else ${no.chosen} end`
  return { chosen, texts: `${name}(${yes.texts}|${no.texts})` }
}
