import type { Answer } from './kit/client.ts'
import { inParallel } from './kit/concurrency.ts'
import { drill, printFaults } from './kit/drill.ts'
import { mayUse } from './kit/operations.ts'
import type { Caller } from './kit/people.ts'
import { populated } from './kit/populate.ts'
import { probesFor } from './kit/probes.ts'

export default drill({
  id: 'Z2',
  title: "every route with an id × own, other's, missing, another kind's, 0, -1, 2^31, text",
  target: "0 leaks; other's and missing byte-equal",
  run: async (context) => {
    const { service, operations, catalog, owners } = await populated(context)

    const leaks: string[] = []
    const unmapped: string[] = []
    const count = { asked: 0, own: 0, foreign: 0, reached: 0 }
    const probes = operations.flatMap((operation) =>
      outsiders
        .filter((caller) => mayUse(operation, caller, context.people))
        .flatMap((caller) => probesFor({ context, catalog, owners, operation, caller, unmapped })),
    )
    await inParallel(probes.length, 4, async (n) => {
      const probe = probes[n]
      if (!probe) return
      const { operation, caller, missing, others } = probe
      const { token } = context.people[caller]
      const ask = async (path: string) => {
        count.asked += 1
        return service.ask(operation.method, path, { token, body: probe.body, headers: { 'x-request-id': 'same' } })
      }
      const reference = await ask(missing)
      if (reference.status === 404) count.reached += 1
      for (const { path, kind } of others) {
        const answer = await ask(path)
        if (kind === 'own') count.own += answer.status < 300 ? 1 : 0
        else if (kind === "other's") count.foreign += 1
        if (kind === 'own' || kind === 'shared') continue
        const difference =
          kind === 'no id' && reference.status !== 404
            ? !isMissing(answer) && `${answer.status}`
            : differs(answer, reference)
        if (difference) leaks.push(`${caller} ${operation.method} ${path} (${kind}): ${difference}`)
      }
    })
    printFaults(context, [...unmapped, ...leaks])
    context.print(
      `${count.asked} asked, ${count.own} own shown, ${count.foreign} of others, ${count.reached} of ${probes.length} probes got as far as the record`,
    )
    return {
      value: `${leaks.length} leaks, ${unmapped.length} unmapped; ${count.foreign} of others asked for in ${probes.length} probes`,
      pass: leaks.length + unmapped.length === 0 && count.own > 0 && count.foreign > 0,
    }
  },
})

const outsiders: Caller[] = ['customer', 'other_customer', 'leader']

// A wrong body is refused before the record is looked up, and a text that is not an id matches no route.
const isMissing = ({ status, body }: Answer) => status === 404 && body.code === 'not_found'

const differs = (answer: Answer, missing: Answer) => {
  const [one, other] = [answer, missing].map(({ status, headers: { date, ...headers }, text }) =>
    JSON.stringify({ status, headers, text }),
  )
  return one === other
    ? undefined
    : `${answer.status} ${answer.text.slice(0, 200)} instead of ${missing.status} ${missing.text.slice(0, 200)}`
}
