import { type Answer, askUntilFree } from './kit/client.ts'
import { inParallel } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { fieldsIn, isNamed, takesJson, withValue } from './kit/fields.ts'
import { hostileFor } from './kit/hostile.ts'
import { hostileInAddress } from './kit/hostile-address.ts'
import { hostileHeaders, isOfHeaders } from './kit/hostile-headers.ts'
import { mayUse, type Operation, operationsOf, plainPath } from './kit/operations.ts'
import { type Caller, everybody } from './kit/people.ts'
import { accountRestorer, signInAgain } from './kit/restore-accounts.ts'

export default drill({
  id: 'H4',
  title: 'named hostile values × every writable field and parameter × hostile headers',
  target: '≥ 5,000 cases: 0 × 5xx, 0 wrong 2xx, each refused at its field',
  run: async (context) => {
    const service = await context.start({ LOG_LEVEL: 'error' })
    const ask = askUntilFree(service.ask)
    const operations = await operationsOf(ask)
    const all = operations.flatMap((operation) => [...inBodies(operation), ...hostileInAddress(operation)])
    const cases = context.random.shuffled(all).slice(0, context.times(8_000))
    const wrong: string[] = []
    const restore = await accountRestorer(context)
    await inParallel(cases.length, context.atOnce(8), async (n) => {
      const each = cases[n]
      if (!each) return
      if (n % 300 === 0) await restore()
      const person = context.people[callerFor(context, each.operation)]
      const headers = context.random.chance(0.5) ? hostileHeaders(context.random) : {}
      const asked = () => ask(each.operation.method, each.path, { token: person.token, body: each.body, headers })
      let answer = await asked()
      if (answer.status === 429) {
        await context.query('delete from throttles')
        answer = await asked()
      }
      const fault = each.fault(answer)
      if (fault)
        wrong.push(
          `${each.operation.method} ${each.path} ${each.at}: ${JSON.stringify(each.value)?.slice(0, 80)} ${JSON.stringify(headers).slice(0, 300)} → ${fault} ${answer.text.slice(0, 250)}`,
        )
      if (answer.status === 401) await signInAgain(context, person)
    })
    printFaults(context, wrong)
    return {
      value: `${wrong.length} wrong of ${cases.length} cases (there are ${all.length})`,
      pass: wrong.length === 0,
    }
  },
})

const callerFor = ({ people, random }: Context, operation: Operation): Caller =>
  random.pick(everybody.filter((caller) => mayUse(operation, caller, people)))

const inBodies = (operation: Operation) => {
  const { body } = operation
  if (!body || !takesJson(operation)) return []
  return fieldsIn(body.schema).flatMap(({ path: at, schema }) =>
    hostileFor(schema).map(({ value, verdict }) => ({
      operation,
      path: plainPath(operation),
      at: at.join('.'),
      value,
      body: withValue(body.example, at, value),
      fault: (answer: Answer) => (verdict === 'never' ? refusedAt(answer, at) : keptAsIs(operation, answer, at, value)),
    })),
  )
}

// A body that is too large is refused before its fields are read, and a key named `__proto__` is a JSON syntax error.
const refusedAt = (answer: Answer, at: (string | number)[]) => {
  const { status, body } = answer
  if (isOfHeaders(answer) || status === 413 || status === 404 || body?.code === 'malformed_json') return undefined
  if (isToldAtCell(answer, at)) return undefined
  if (status !== 422) return `${status}`
  return isNamed(body?.errors, at) ? undefined : 'refused, but not at its field:'
}

/** A pasted list is answered line by line: nothing of it is written, and the fault stands at its cell. */
const isToldAtCell = ({ status, body }: Answer, [rows, line, cell]: (string | number)[]) =>
  status === 200 &&
  rows === 'rows' &&
  body?.data?.imported === false &&
  body.data.lines?.[Number(line)]?.errors?.[String(cell)]?.length > 0

// Personal data is shown masked.
const isMasked = (shown: string) => shown.includes('•')

// A record returns the values that were sent; another action may store them under another name.
const keptAsIs = (
  { method, path }: Operation,
  { status, body }: Answer,
  [name = '', deeper]: (string | number)[],
  value: unknown,
) => {
  if (status >= 500) return `${status}`
  const isRecord = method === 'POST' ? !path.includes('{') : path.endsWith('}')
  const shown = isRecord && deeper === undefined ? body?.data?.[name] : undefined
  if (status >= 300 || typeof shown !== 'string' || shown === value || isMasked(shown)) return undefined
  return `kept as ${JSON.stringify(shown)}`
}
