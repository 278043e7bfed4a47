import { readFileSync, statSync } from 'node:fs'
import { answerChecker } from './answer-checker.ts'
import { catalogOf } from './catalog.ts'
import { askUntilFree, type RequestOptions } from './client.ts'
import { inParallel } from './concurrency.ts'
import type { Context } from './context.ts'
import { runStatement } from './database.ts'
import { encodeBody } from './encode.ts'
import { garbled, withBrokenEscape } from './garble.ts'
import { hostileHeaders } from './hostile-headers.ts'
import { openIds } from './ids.ts'
import { mutated } from './mutate.ts'
import { documentOf, mayUse, type Operation, operationsIn } from './operations.ts'
import { type Caller, everybody } from './people.ts'
import type { Random } from './random.ts'
import { accountRestorer, signInAgain } from './restore-accounts.ts'
import { type Ids, valueFor } from './values.ts'

export type Fuzzed = {
  requests: number
  /** Number of answers by status. */
  statuses: Map<number, number>
  /** Operations that succeeded at least once. */
  done: number
  operations: number
  broken: string[]
  outside: string[]
  /** Values that validation accepted and PostgreSQL refused. */
  letThrough: string[]
}

/** Calls every operation in every role with bodies generated from the service's schemas. */
export const fuzz = async (context: Context, requests: number): Promise<Fuzzed> => {
  const { random, query, people, connection, cluster } = context
  await runStatement(connection, `alter database ${connection.database} set log_min_messages = 'error'`)
  await runStatement(connection, `alter database ${connection.database} set log_error_verbosity = 'verbose'`)
  const from = statSync(cluster.log).size
  const service = await context.start({ LOG_LEVEL: 'error' })
  const ask = askUntilFree(service.ask)
  const document = await documentOf(ask)
  const operations = operationsIn(document)
  const outsideOf = answerChecker(document)
  const ids = await openIds(query, await catalogOf(query))
  const restore = await accountRestorer(context)

  const statuses = new Map<number, number>()
  const done = new Set<string>()
  const broken: string[] = []
  const outside: string[] = []
  await inParallel(requests, context.atOnce(12), async (n) => {
    if (n % 400 === 0) await Promise.all([ids.refresh(), restore()])
    const operation = operations[n % operations.length] ?? random.pick(operations)
    const caller = callerFor(random, operation, people)
    const asking = await askingFor(random, ids.forFields(random), operation)
    const whole = ids.pathWithIds(random, operation)
    const path =
      (random.chance(0.01) ? withBrokenEscape(whole) : whole) + queryFor(random, ids.forFields(random), operation)
    const answer = await ask(operation.method, path, { ...asking, token: people[caller].token }).catch((error) => error)
    const told = () => `${caller} ${operation.method} ${path} ${JSON.stringify(asking.body)?.slice(0, 1500)}`
    if (answer instanceof Error) return void broken.push(`no answer (${answer.message}): ${told()}`)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    if (answer.status < 300) done.add(operation.id)
    if (answer.status >= 500) broken.push(`${answer.status} ${answer.body?.request_id}: ${told()}`)
    const fault = outsideOf(operation, answer)
    if (fault) outside.push(`${fault}: ${told()} → ${answer.text.slice(0, 300)}`)
    if (answer.status === 401 && mayUse(operation, caller, people)) await signInAgain(context, people[caller])
  })
  await service.stop()
  const log = readFileSync(cluster.log).subarray(from).toString()
  return {
    requests,
    statuses,
    done: done.size,
    operations: operations.length,
    broken,
    outside,
    letThrough: letThroughIn(log, service.log()),
  }
}

const callerFor = (random: Random, operation: Operation, people: Context['people']): Caller => {
  return (
    (random.chance(0.75) && random.maybe(everybody.filter((caller) => mayUse(operation, caller, people)))) ||
    random.pick(everybody)
  )
}

const askingFor = async (random: Random, ids: Ids, operation: Operation): Promise<RequestOptions> => {
  const value = operation.body && valueFor(random, ids, operation.body.schema)
  const isGarbled = operation.method !== 'GET' && random.chance(0.05)
  const { body, headers } = isGarbled
    ? garbled(random)
    : await encodeBody(operation, random.chance(0.35) ? mutated(random, value) : value)
  const beside = {
    ...(random.chance(0.1) && { 'idempotency-key': `k${random.int(1, 40)}` }),
    ...(random.chance(0.05) && { 'if-match': `"${random.int(1, 3)}"` }),
    ...(random.chance(0.05) && { 'if-none-match': random.pick(['*', '"1"', 'x']) }),
    ...(random.chance(0.1) && { 'accept-language': random.pick(['zh-TW', 'fr', '*;q=0', 'en;q=x']) }),
    // A body that no operation can read is sent with and without strange headers, so that each meets each.
    ...(random.chance(isGarbled ? 0.7 : 0.1) && hostileHeaders(random)),
    ...headers,
  }
  return { body, headers: beside, timeout: 30_000 }
}

const queryFor = (random: Random, ids: Ids, { inQuery }: Operation) => {
  const chosen = inQuery.filter(({ required }) => (required ? random.chance(0.9) : random.chance(0.15)))
  if (!chosen.length) return ''
  const pairs = chosen.map(({ name, schema }) => [name, String(valueFor(random, ids, schema, name))] as const)
  return `?${new URLSearchParams(Object.fromEntries(pairs))}`
}

// SQLSTATE classes 22 and 23, without the violations that are ordinary refusals: unique, foreign key, exclusion.
const letThroughIn = (log: string, service: string) => [
  ...[...log.matchAll(/ERROR: {2}(22\w{3}|23502): .*\n(?:.*\n){0,4}?.*STATEMENT: .*/g)].map(([lines]) =>
    lines.slice(0, 600),
  ),
  ...[...service.matchAll(/"code":"(2[23]\w{3})".*/g)].map(([line]) => line.slice(0, 400)),
]
