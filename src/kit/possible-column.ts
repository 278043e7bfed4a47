import { type RawBuilder, sql } from 'kysely'
import { type Flow, possibleSteps, type Standing } from './flow.ts'
import type { Role } from './http/server/access.ts'

/** `possibleSteps` as SQL: the JSON array for each status, and for each combination of the other facts of the flow. */
export const possibleColumn = <S extends string, G extends Standing<S>, N extends string>(
  flow: Flow<S, G, N>,
  role: Role,
  column: string,
  facts: { [F in Exclude<keyof G & string, 'status'>]: RawBuilder<unknown> },
) => {
  const rows = flow.statuses.flatMap((status) =>
    answersTo(Object.entries(facts)).map((answers) => {
      const standing = { status, ...Object.fromEntries(answers.map(({ name, holds }) => [name, holds])) } as G
      const others = answers.map(({ fact, holds }) => sql` and (${fact}) = ${sql.lit(holds)}`)
      const steps = JSON.stringify(possibleSteps(flow, standing, role))
      return sql`when ${sql.ref(column)} = ${sql.lit(status)}${sql.join(others, sql``)} then ${sql.lit(steps)}::json`
    }),
  )
  return sql<N[]>`case ${sql.join(rows, sql` `)} end`
}

type Answer = { name: string; fact: RawBuilder<unknown>; holds: boolean }

const answersTo = ([first, ...rest]: [string, RawBuilder<unknown>][]): Answer[][] => {
  if (!first) return [[]]
  const [name, fact] = first
  return [true, false].flatMap((holds) => answersTo(rest).map((others) => [{ name, fact, holds }, ...others]))
}
