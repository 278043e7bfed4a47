import { accessMatrix } from '../test/access-matrix.ts'
import { catalogOf } from './kit/catalog.ts'
import { type Answer, askUntilFree } from './kit/client.ts'
import { inParallel } from './kit/concurrency.ts'
import { drill, printFaults } from './kit/drill.ts'
import { openIds } from './kit/ids.ts'
import { type Operation, operationsOf } from './kit/operations.ts'
import { type Caller, everybody } from './kit/people.ts'

export default drill({
  id: 'Z1',
  title: 'role × route, expired and suspended among them',
  target: 'every cell asserted, 0 wrong, no route absent',
  run: async (context) => {
    const service = await context.start()
    const ask = askUntilFree(service.ask)
    const operations = await operationsOf(ask)
    const matrix = accessMatrix()
    const ids = await openIds(context.query, await catalogOf(context.query))
    const wrong = operations.filter(({ id }) => !matrix.has(id)).map(({ id }) => `${id} is not in docs/access.md`)

    const cells = operations.flatMap((operation) => everybody.map((caller) => ({ operation, caller })))
    await inParallel(cells.length, 8, async (n) => {
      const { operation, caller } = cells[n] ?? {}
      if (!operation || !caller) return
      const person = context.people[caller]
      const path = ids.pathWithIds(context.random, operation, 1) + stopFor(operation)
      const answer = await ask(operation.method, path, { token: person.token, ...bodyFor(operation) })
      const mayEnter = matrix.get(operation.id)?.includes(dead[caller] ? 'stranger' : person.role) ?? false
      if (!isAsAgreed(answer, mayEnter, dead[caller] ?? 'forbidden'))
        wrong.push(
          `${caller} ${operation.method} ${path}: ${answer.status} ${answer.body?.code}, ${mayEnter ? 'in' : 'out'} is agreed`,
        )
    })
    printFaults(context, wrong)
    return {
      value: `${wrong.length} wrong of ${cells.length} cells, ${operations.length} routes`,
      pass: wrong.length === 0,
    }
  },
})

/** The refusal that callers without a valid session get. */
const dead: Partial<Record<Caller, string>> = {
  stranger: 'unauthenticated',
  expired: 'token_expired',
  idle: 'token_expired',
  suspended: 'unauthenticated',
}

// Reads are sent as they are. Writes are stopped after the access check by a query key that no route knows, so that nothing is written.
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

// After the access check a rule about the record may still answer 403; only the access check names the roles.
const isAtTheDoor = (status: number, body: { roles?: unknown } | undefined) => status === 403 && !!body?.roles
