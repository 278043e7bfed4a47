import type { CommonCode, Problem } from './generated/records.ts'

export type { CommonCode, Problem }

/** A no of the service: a code that never changes, and a sentence in the caller's language that says what to do. */
export class Refusal<Code extends string = string> extends Error {
  override readonly name = 'Refusal'
  readonly code: Code | 'unknown'
  readonly status: number
  /** The whole answer, with whatever it names beside the code, such as `possible` or `retry_after`. */
  readonly problem: Partial<Problem> & Record<string, unknown>

  /** The path of the request that was refused, such as `/api/bookings/9`. */
  readonly path: string

  constructor(problem: Partial<Problem>, path = '') {
    super(problem.message ?? `The service answered ${problem.status}.`)
    this.code = (problem.code as Code | undefined) ?? 'unknown'
    this.status = problem.status ?? 0
    this.problem = problem
    this.path = path
  }

  /** What is wrong with each field, if fields are wrong. */
  get errors(): Record<string, string[]> {
    return this.problem.errors ?? {}
  }
}
