import { refuse } from './errors.ts'

/** A row of a flow: from where, to where. It ends in one status, or in one for each answer given. The rest of a row belongs to its module. */
export type Step<Status extends string> = { from: readonly Status[]; to: Status | Readonly<Record<string, Status>> }
type Steps<S extends string> = Readonly<Record<string, Step<S>>>

/** Lets a step begin, or refuses and says what was possible instead. */
export const mayTake = <S extends string>(steps: Steps<S>, name: string, from: S, alsoNeeded = true) => {
  if (alsoNeeded && steps[name]?.from.includes(from)) return
  refuseStep(
    name,
    from,
    possible(steps, from).filter((step) => step !== name),
  )
}

export const refuseStep = (step: string, from: string, possible: string[]): never => {
  const others = possible.join(', ')
  return refuse('step_not_possible', {
    detail: [
      `狀態 ${from} 不能進行 ${step}；目前可行：${others || '無'}。`,
      `${step} is not possible in status ${from}; possible now: ${others || 'nothing'}.`,
    ],
    also: { step, from, possible },
  })
}

/** The steps that can be taken from a status. */
export const possible = <S extends string>(steps: Steps<S>, from: S): string[] =>
  Object.keys(steps).filter((name) => steps[name]?.from.includes(from))

/** Where a step leads; with an answer where it asks for one. */
export const outcome = <S extends string>({ to }: Step<S>, answer = ''): S => {
  const status = typeof to === 'string' ? to : to[answer]
  if (status === undefined) throw new Error(`a step without an outcome for ${answer}`)
  return status
}

/** For a module's test: states no step can reach, and states (other than the ends) that no step leaves. */
export const faults = <S extends string>(
  steps: Steps<S>,
  all: readonly S[],
  starts: readonly S[],
  ends: readonly S[],
) => {
  const seen = new Set<S>(starts)
  for (let before = -1; before !== seen.size; ) {
    before = seen.size
    for (const { from, to } of Object.values(steps))
      if (from.some((status) => seen.has(status)))
        for (const status of typeof to === 'string' ? [to] : Object.values<S>(to)) seen.add(status)
  }
  return {
    unreachable: all.filter((status) => !seen.has(status)),
    stuck: all.filter((status) => !ends.includes(status) && possible(steps, status).length === 0),
  }
}
