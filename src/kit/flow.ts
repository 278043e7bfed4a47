import { refuse } from './errors.ts'
import type { Role } from './http/server/guard.ts'
import { wordsOf } from './words/code-words.ts'
import type { Words } from './words/words.ts'

/** The status of a record, and the other facts that the conditions of its flow need. */
export type State<S extends string> = { status: S }

/** An action on a record: the roles that may do it, and the statuses in which it is possible. Modules add their own fields. */
export type Act<S extends string, G extends State<S> = State<S>> = {
  /** The roles of its route, in the order in which a 403 lists them. Empty if only the system does it. */
  by: readonly Role[]
  from: readonly S[]
  /** Roles that may do it only from some of these statuses. */
  only?: { readonly [R in Role]?: readonly S[] }
  /** A condition besides the status. */
  when?: (state: G) => boolean
}

/** An action that sets the status: always to the same one, or to one for each answer. */
export type Step<S extends string, G extends State<S> = State<S>> = Act<S, G> & {
  to: S | Readonly<Record<string, S>>
}

/** The statuses and steps of a record. A module's `flow.ts` exports it; `test/flows.test.ts` finds and checks all flows. */
export type Flow<
  S extends string,
  G extends State<S> = State<S>,
  N extends string = string,
  A extends string = string,
> = {
  statuses: readonly S[]
  /** Initial statuses, and final ones, which need no step out. */
  starts: readonly S[]
  ends: readonly S[]
  steps: Readonly<Record<N, Step<S, G>>>
  /** Actions that keep the status. They are refused like steps, but are never listed as possible. */
  acts?: Readonly<Record<A, Act<S, G>>>
  words: FlowWords
}

/** The lists with the names of the statuses and steps of a flow. Actions are in the list `act`. */
export type FlowWords = { status: string; step: string }

/** Returns if one of the roles may take the step or do the action now; otherwise refuses with the steps that are possible. */
export function mayTake<S extends string, G extends State<S>, N extends string, A extends string = never>(
  flow: Flow<S, G, N, A>,
  name: NoInfer<N | A>,
  state: G,
  roles: readonly Role[],
) {
  const { steps, acts, words }: Flow<S, G> = flow
  const row = steps[name] ?? acts?.[name]
  if (row && isOpen(row, state, roles)) return
  const others = steps[name] ? possibleSteps(flow, state, roles).filter((step) => step !== name) : []
  refuseStep(name, state.status, others, words)
}

/** The steps that these roles may take now, in the order of the table. */
export function possibleSteps<S extends string, G extends State<S>, N extends string>(
  { steps }: Pick<Flow<S, G, N>, 'steps'>,
  state: G,
  roles: readonly Role[],
): N[] {
  return namesOf(steps).filter((name) => isOpen(steps[name], state, roles))
}

/** The keys of a table, with their type. */
export function namesOf<N extends string>(rows: Readonly<Record<N, unknown>>) {
  return Object.keys(rows) as N[]
}

/** The roles that may take at least one of the steps: the access of a route that serves all of them. */
export function whoTakes(steps: Readonly<Record<string, Pick<Step<string>, 'by'>>>): Role[] {
  return [...new Set(Object.values(steps).flatMap(({ by }) => by))]
}

/** Answers 409 `step_not_possible`. Every refusal of a step is made here. */
export function refuseStep(step: string, from: string, possible: readonly string[], words: FlowWords): never {
  const [is, does] = [wordsOf(words.status, from) ?? [from, from], stepWords(words, step)]
  const others = possible.map((other) => stepWords(words, other))
  const [zh, en] = others.length
    ? [
        `；目前可行：${others.map(([one]) => one).join('、')}`,
        `; possible now: ${others.map(([, one]) => one).join(', ')}`,
      ]
    : ['', '']
  return refuse('step_not_possible', {
    detail: [
      `狀態為「${is[0]}」時不能進行「${does[0]}」${zh}。`,
      `“${does[1]}” is not possible while the status is “${is[1]}”${en}.`,
    ],
    also: { step, from, possible },
  })
}
const stepWords = ({ step: list }: FlowWords, step: string): Words =>
  wordsOf(list, step) ?? wordsOf('act', step) ?? [step, step]

/** The status after a step; `answer` is needed if the step leads to one status for each answer. */
export function outcome<S extends string>({ to }: { to: S | Readonly<Record<string, S>> }, answer = ''): S {
  const status = typeof to === 'string' ? to : to[answer]
  if (status === undefined) throw new Error(`a step without an outcome for ${answer}`)
  return status
}

/**
 * The faults of a flow, for the test of all flows: statuses that no step reaches, statuses that are not final but have no step out,
 * and rows whose `only` contradicts them.
 */
export function faults<S extends string, G extends State<S>>(flow: Flow<S, G>) {
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

const isOpen = <S extends string, G extends State<S>>(row: Act<S, G>, state: G, roles: readonly Role[]) =>
  roles.some((role) => row.by.includes(role) && (row.only?.[role] ?? row.from).includes(state.status)) &&
  (row.when?.(state) ?? true)

// `only` contains only roles of `by` and statuses of `from`.
const contradicts = <S extends string, G extends State<S>>({ by, from, only = {} }: Act<S, G>) =>
  by.filter((role) => only[role]?.some((status) => !from.includes(status))).length > 0 ||
  Object.keys(only).some((role) => !by.some((one) => one === role))
