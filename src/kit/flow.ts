import { refuse } from './errors.ts'
import type { Role } from './http/server/access.ts'

/** How a record stands: its status, and what else the rows of its flow ask. */
export type Standing<S extends string> = { status: S }

/** What may be done with a record, by whom and from which statuses. The rest of a row belongs to its module. */
export type Act<S extends string, G extends Standing<S> = Standing<S>> = {
  /** Roles, in the order a refusal names them; the access of its route. Nobody: the house does it by itself. */
  by: readonly Role[]
  from: readonly S[]
  /** Roles that may do it from fewer statuses. */
  only?: { readonly [R in Role]?: readonly S[] }
  /** What a status alone does not tell. */
  when?: (standing: G) => boolean
}

/** An act that ends in a status: always in the same one, or in one for each answer given. */
export type Step<S extends string, G extends Standing<S> = Standing<S>> = Act<S, G> & {
  to: S | Readonly<Record<string, S>>
}

/** All that may become of a record. A module's `flow.ts` exports it, and one test over all modules looks for its faults. */
export type Flow<
  S extends string,
  G extends Standing<S> = Standing<S>,
  N extends string = string,
  A extends string = string,
> = {
  statuses: readonly S[]
  /** Statuses a record is made in, and statuses that need not be left. */
  starts: readonly S[]
  ends: readonly S[]
  /** Roles from outside the house hear of their own steps only; everybody in the house hears of all of the house's. */
  outsiders?: readonly Role[]
  steps: Readonly<Record<N, Step<S, G>>>
  /** What is done beside the steps and leaves the status as it is: refused like a step, but never listed as possible. */
  acts?: Readonly<Record<A, Act<S, G>>>
}

/** Lets a step or an act begin, or refuses it and says which steps are possible instead. */
export const mayTake = <S extends string, G extends Standing<S>, N extends string, A extends string = never>(
  flow: Flow<S, G, N, A>,
  name: NoInfer<N | A>,
  standing: G,
  role: Role,
) => {
  const { steps, acts }: Flow<S, G> = flow
  const row = steps[name] ?? acts?.[name]
  if (row && isOpen(row, standing, role)) return
  const others = steps[name] ? possibleSteps(flow, standing, role).filter((step) => step !== name) : []
  refuseStep(name, standing.status, others)
}

/** The steps a caller hears of, in the order of the table: what its side can do with a record as it stands. */
export const possibleSteps = <S extends string, G extends Standing<S>, N extends string>(
  { steps, outsiders = [] }: Pick<Flow<S, G, N>, 'steps' | 'outsiders'>,
  standing: G,
  role: Role,
): N[] => {
  const isHeard = (by: Role) => (outsiders.includes(role) ? by === role : !outsiders.includes(by))
  const isPossible = (row: Step<S, G>) => row.by.some((by) => isHeard(by) && isOpen(row, standing, by))
  return namesOf(steps).filter((name) => isPossible(steps[name]))
}

/** The names in a table, typed. */
export const namesOf = <N extends string>(rows: Readonly<Record<N, unknown>>) => Object.keys(rows) as N[]

/** Everybody who may take one of several steps: the access of a route that serves them all. */
export const whoTakes = (steps: Readonly<Record<string, Pick<Step<string>, 'by'>>>): Role[] => [
  ...new Set(Object.values(steps).flatMap(({ by }) => by)),
]

/** The one refusal of a step. */
export const refuseStep = (step: string, from: string, possible: readonly string[]): never => {
  const others = possible.join(', ')
  return refuse('step_not_possible', {
    detail: [
      `狀態 ${from} 不能進行 ${step}；目前可行：${others || '無'}。`,
      `${step} is not possible in status ${from}; possible now: ${others || 'nothing'}.`,
    ],
    also: { step, from, possible },
  })
}

/** Where a step leads; with an answer where it asks for one. */
export const outcome = <S extends string>({ to }: { to: S | Readonly<Record<string, S>> }, answer = ''): S => {
  const status = typeof to === 'string' ? to : to[answer]
  if (status === undefined) throw new Error(`a step without an outcome for ${answer}`)
  return status
}

/** For the test of all flows: statuses no step reaches, statuses other than the ends that no step leaves, and rows that contradict themselves. */
export const faults = <S extends string, G extends Standing<S>>(flow: Flow<S, G>) => {
  const { statuses, starts, ends, steps, acts = {} } = flow
  const rows = Object.values(steps)
  const reached = new Set<S>(starts)
  for (let before = -1; before !== reached.size; ) {
    before = reached.size
    for (const { from, to } of rows)
      if (from.some((status) => reached.has(status)))
        for (const status of typeof to === 'string' ? [to] : Object.values<S>(to)) reached.add(status)
  }
  const isLeft = (status: S) => rows.some(({ from }) => from.includes(status))
  return {
    unreachable: statuses.filter((status) => !reached.has(status)),
    stuck: statuses.filter((status) => !ends.includes(status) && !isLeft(status)),
    contradicting: Object.entries({ ...acts, ...steps })
      .filter(([, row]) => contradicts(row))
      .map(([name]) => name),
  }
}

const isOpen = <S extends string, G extends Standing<S>>(row: Act<S, G>, standing: G, role: Role) =>
  row.by.includes(role) && (row.only?.[role] ?? row.from).includes(standing.status) && (row.when?.(standing) ?? true)

// Who may do it from fewer statuses may do it at all, and from none that the row itself does not name.
const contradicts = <S extends string, G extends Standing<S>>({ by, from, only = {} }: Act<S, G>) =>
  by.filter((role) => only[role]?.some((status) => !from.includes(status))).length > 0 ||
  Object.keys(only).some((role) => !by.some((one) => one === role))
