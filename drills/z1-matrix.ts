import { accessMatrix } from '../test/access-matrix.ts'
import { catalogOf } from './kit/catalog.ts'
import { type Answer, askUntilFree } from './kit/client.ts'
import { inParallel } from './kit/concurrency.ts'
import type { Query } from './kit/database.ts'
import { drill, printFaults } from './kit/drill.ts'
import { openIds } from './kit/ids.ts'
import { type Operation, operationsOf } from './kit/operations.ts'
import { type Caller, everybody, openAccount, type People } from './kit/people.ts'

export default drill({
  id: 'Z1',
  title: 'role × route, expired and suspended among them',
  target: 'every cell asserted, 0 wrong, no route absent',
  run: async (context) => {
    const service = await context.start()
    const ask = askUntilFree(service.ask)
    const operations = await operationsOf(ask)
    const matrix = accessMatrix()
    const callers = [...everybody.map((caller) => asOne(caller, context.people)), ...(await holders(context.query))]
    const ids = await openIds(context.query, await catalogOf(context.query))
    const wrong = operations.filter(({ id }) => !matrix.has(id)).map(({ id }) => `${id} is not in docs/access.md`)

    const cells = operations.flatMap((operation) => callers.map((caller) => ({ operation, caller })))
    await inParallel(cells.length, 8, async (n) => {
      const { operation, caller } = cells[n] ?? {}
      if (!operation || !caller) return
      const path = ids.pathWithIds(context.random, operation, 1) + stopFor(operation)
      const answer = await ask(operation.method, path, { token: caller.token, ...bodyFor(operation) })
      const mayEnter = caller.columns.some((column) => matrix.get(operation.id)?.includes(column))
      if (!isAsAgreed(answer, mayEnter, caller.outside))
        wrong.push(
          `${caller.name} ${operation.method} ${path}: ${answer.status} ${answer.body?.code}, ${mayEnter ? 'in' : 'out'} is agreed`,
        )
    })
    printFaults(context, wrong)
    return {
      value: `${wrong.length} wrong of ${cells.length} cells, ${operations.length} routes`,
      pass: wrong.length === 0,
    }
  },
})

/** A caller, the columns of the matrix that are open to it, and the refusal at other routes. */
const asOne = (caller: Caller, people: People) => ({
  name: caller as string,
  token: people[caller].token,
  columns: [dead[caller] ? 'stranger' : people[caller].role],
  outside: dead[caller] ?? 'forbidden',
})

/** Accounts with several roles have the rights of each role. */
const holders = async (query: Query) => {
  const made = []
  for (const columns of several)
    made.push({
      name: columns.join(' and '),
      token: (await openAccount(query, columns)).token,
      columns,
      outside: 'forbidden',
    })
  return made
}
const several = [
  ['sales', 'finance'],
  ['manager', 'department'],
  ['finance', 'leader'],
]

/** The refusal that callers without a valid session get. */
const dead: Partial<Record<Caller, string>> = {
  stranger: 'unauthenticated',
  expired: 'token_expired',
  idle: 'token_expired',
  suspended: 'unauthenticated',
}

// Reads are sent unchanged. Writes get an unknown query key, which stops them after the access check, so that nothing is written.
const stopFor = ({ method, inQuery }: Operation) => {
  if (method !== 'GET') return '?no_such_key=1'
  const needed = inQuery
    .filter(({ required }) => required)
    .map(({ name, schema }) => [name, String(schema.examples?.[0] ?? schema.enum?.[0] ?? '2027-01-01')])
  return needed.length ? `?${new URLSearchParams(Object.fromEntries(needed))}` : ''
}
const bodyFor = ({ body }: Operation) => (body?.media === 'application/json' ? { body: {} } : {})

const isAsAgreed = ({ status, body }: Answer, mayEnter: boolean, outside: string) =>
  mayEnter ? status < 500 && ![401, 405].includes(status) && !isAtTheDoor(status, body) : body?.code === outside

// After the access check a rule about the record may still answer 403. Only the access check names the roles.
const isAtTheDoor = (status: number, body: { roles?: unknown } | undefined) => status === 403 && !!body?.roles
