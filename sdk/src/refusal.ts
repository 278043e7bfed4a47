import type { CommonCode, Problem } from './generated/records.ts'

export type { CommonCode, Problem }

/** A refusal of the service: a code that never changes, and a sentence in the caller's language that says what to do. */
export class Refusal<Code extends string = string> extends Error {
  override readonly name = 'Refusal'
  readonly code: Code | 'unknown'
  readonly status: number
  /** The whole answer, with all members besides the code, such as `possible` or `retry_after`. */
  readonly problem: Partial<Problem> & Record<string, unknown>

  /** The path of the request that was refused, such as `/api/bookings/9`. */
  readonly path: string

  /** The version that was sent with the refused write. */
  readonly version: number | undefined

  constructor(problem: Partial<Problem>, path = '', version?: number) {
    super(problem.message ?? `The service answered ${problem.status}.`)
    this.code = (problem.code as Code | undefined) ?? 'unknown'
    this.status = problem.status ?? 0
    this.problem = problem
    this.path = path
    this.version = version
  }

  /** The faults of each wrong field. */
  get errors(): Record<string, string[]> {
    return this.problem.errors ?? {}
  }
}
