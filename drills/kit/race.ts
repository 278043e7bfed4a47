import type { Answer } from './client.ts'
import type { Context } from './context.ts'
import { type Outcome, printFaults } from './drill.ts'
import { type Fixtures, fixturesFor } from './fixtures.ts'
import type { Environment, Service } from './service.ts'

const CLIENTS = 64

export type Race = {
  /**
   * Prepares one round and returns the request of each client. `fixtures` are those of the process to which the client connects.
   */
  round: (
    n: number,
    first: Fixtures,
  ) => Promise<{ send: (client: number, fixtures: Fixtures) => Promise<Answer>; judge: Judge }>
}
/** The faults in the answers of a round; empty if there are none. */
type Judge = (answers: Answer[]) => Promise<string[]> | string[]

export const twoProcesses = async (context: Context, more?: Environment) => [
  await context.start(more),
  await context.start(more),
]

/** Strangers may take all seats of a trip. By default they hold a share of them until their mailbox is proved. */
export const allSeatsForStrangers = { UNPROVED_SEATS_PERCENT: '100' }

/** 64 clients of two processes compete in a hundred rounds; each round has one winner. */
export const race = async (context: Context, { round }: Race, started?: Service[]): Promise<Outcome> => {
  const services = started ?? (await twoProcesses(context))
  const clients = services.map(({ ask }) => fixturesFor(context, ask))
  const [first] = clients
  if (!first) throw new Error('there is no process')
  const rounds = context.times(100)
  const faults: string[] = []
  let requests = 0
  for (let n = 0; n < rounds; n += 1) {
    const { send, judge } = await round(n, first)
    const answers = await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) => send(client, clients[client % 2] ?? first)),
    )
    requests += answers.length
    for (const { status, text } of answers)
      if (status >= 500) faults.push(`round ${n}: ${status} ${text.slice(0, 200)}`)
    faults.push(...(await judge(answers)).map((fault) => `round ${n}: ${fault}`))
  }
  printFaults(context, faults)
  return { value: `${faults.length} wrong in ${rounds} rounds, ${requests} requests`, pass: faults.length === 0 }
}

export const winnersOf = (answers: Answer[]) => answers.filter(({ status }) => status < 300)

/** Every client that did not win must have been refused with one of these codes. */
export const unexpectedRefusals = (answers: Answer[], ...codes: string[]) =>
  answers
    .filter(({ status, body }) => status >= 300 && status < 500 && !codes.includes(body?.code))
    .map(({ status, text }) => `refused with ${status} ${text.slice(0, 160)}`)

export const countIs = (what: string, seen: number, expected: number) =>
  seen === expected ? [] : [`${seen} ${what} instead of ${expected}`]
