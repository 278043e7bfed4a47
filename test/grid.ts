import assert from 'node:assert/strict'
import { Refusal } from '../src/kit/errors.ts'
import { type Flow, mayTake, possibleSteps, type State } from '../src/kit/flow.ts'
import type { Role } from '../src/modules/roles.ts'

const initials = {
  a: 'admin',
  m: 'manager',
  s: 'sales',
  d: 'department',
  f: 'finance',
  l: 'leader',
  c: 'customer',
} as const satisfies Record<string, Role>
const everybody = Object.entries(initials)

/**
 * Compares a flow with a grid written by hand. The first line names the statuses. A row has the name of a step, the status after it
 * (`=` if the status stays, `?` if it depends on the answer), and for each status the initials of the roles that may take the step,
 * or `-`.
 */
export const holdsTo = <S extends string, G extends State<S>, N extends string, A extends string>(
  flow: Flow<S, G, N, A>,
  grid: string,
  { standings }: { standings?: Readonly<Record<string, G>> } = {},
) => {
  const [[, ...heads] = [], ...rows] = rowsOf(grid)
  const columns = heads.map((head) => standings?.[head] ?? ({ status: head } as G))
  assert.deepEqual(new Set(columns.map(({ status }) => status)), new Set(flow.statuses), 'every status has a column')
  const names = [...Object.keys(flow.steps), ...Object.keys(flow.acts ?? {})] as (N | A)[]
  const cell = (name: N | A, state: G) =>
    everybody.flatMap(([initial, role]) => (refused(flow, name, state, role) ? [] : [initial])).join('') || '-'
  const found = names.map((name) => [name, leadsTo(flow, name), ...columns.map((state) => cell(name, state))])
  assert.deepEqual(found, rows)

  for (const [column, state] of columns.entries())
    for (const [initial, role] of everybody) {
      const shown = takenBy(initial, rows, column)
      assert.deepEqual(possibleSteps(flow, state, [role]), shown, `${role} in ${heads[column]}`)
      for (const [place, name] of names.entries()) {
        const possible = rows[place]?.[1] === '=' ? [] : shown.filter((step) => step !== name)
        const refusal = refused(flow, name, state, role)
        if (refusal) assert.deepEqual(refusal, { step: name, from: state.status, possible })
      }
    }
}

const rowsOf = (grid: string) =>
  grid
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))

/** The steps that a role may take in a status, read from the written grid. */
const takenBy = (initial: string, rows: string[][], column: number) =>
  rows.filter(([, to, ...cells]) => to !== '=' && cells[column]?.includes(initial)).map(([name]) => name)

const refused = <S extends string, G extends State<S>, N extends string, A extends string>(
  flow: Flow<S, G, N, A>,
  name: N | A,
  state: G,
  role: Role,
) => {
  try {
    mayTake(flow, name, state, [role])
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
