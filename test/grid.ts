import assert from 'node:assert/strict'
import { Refusal } from '../src/kit/errors.ts'
import { type Flow, mayTake, possibleSteps, type Standing } from '../src/kit/flow.ts'
import type { Role } from '../src/modules/users/schema.ts'

const initials = { a: 'admin', s: 'sales', d: 'department', l: 'leader', c: 'customer' } as const satisfies Record<
  string,
  Role
>
const everybody = Object.entries(initials)

/**
 * Holds a flow to a grid written by hand. Its head names the standings; a row names a step, where it leads (`=` where the
 * status stays, `?` where each answer leads elsewhere), and for each standing the initials of the roles that may take it, or `-`. Outsiders hear of their own steps only.
 */
export const holdsTo = <S extends string, G extends Standing<S>, N extends string, A extends string>(
  flow: Flow<S, G, N, A>,
  grid: string,
  { outsiders = '', standings }: { outsiders?: string; standings?: Readonly<Record<string, G>> } = {},
) => {
  const [[, ...heads] = [], ...rows] = grid
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const columns = heads.map((head) => standings?.[head] ?? ({ status: head } as G))
  assert.deepEqual(new Set(columns.map(({ status }) => status)), new Set(flow.statuses), 'every status has a column')
  const names = [...Object.keys(flow.steps), ...Object.keys(flow.acts ?? {})] as (N | A)[]
  const cell = (name: N | A, standing: G) =>
    everybody.flatMap(([initial, role]) => (refused(flow, name, standing, role) ? [] : [initial])).join('') || '-'
  const found = names.map((name) => [name, leadsTo(flow, name), ...columns.map((standing) => cell(name, standing))])
  assert.deepEqual(found, rows)

  for (const [column, standing] of columns.entries())
    for (const [initial, role] of everybody) {
      const side = outsiders.includes(initial)
        ? [initial]
        : Object.keys(initials).filter((one) => !outsiders.includes(one))
      const heard = rows
        .filter(([, to, ...cells]) => to !== '=' && side.some((one) => cells[column]?.includes(one)))
        .map(([name]) => name)
      assert.deepEqual(possibleSteps(flow, standing, role), heard, `${role} in ${heads[column]}`)
      for (const [place, name] of names.entries()) {
        const refusal = refused(flow, name, standing, role)
        const others = rows[place]?.[1] === '=' ? [] : heard.filter((step) => step !== name)
        if (refusal) assert.deepEqual(refusal, { step: name, from: standing.status, possible: others })
      }
    }
}

const refused = <S extends string, G extends Standing<S>, N extends string, A extends string>(
  flow: Flow<S, G, N, A>,
  name: N | A,
  standing: G,
  role: Role,
) => {
  try {
    mayTake(flow, name, standing, role)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'step_not_possible') throw error
    return error.extras.also
  }
}

type Steps = Readonly<Record<string, { to: string | Readonly<Record<string, string>> }>>
const leadsTo = ({ steps }: { steps: Steps }, name: string) => {
  const to = steps[name]?.to ?? '='
  return typeof to === 'string' ? to : '?'
}
