import { chartOf } from './chart.ts'
import { openIds } from './ids.ts'
import { comeBack, keeper } from './keeper.ts'
import { mayUse, type Operation, operationsOf } from './operations.ts'
import { ownersIn } from './owners.ts'
import type { Caller } from './people.ts'
import { inTurns } from './pool.ts'
import { sendable } from './sending.ts'
import type { Service } from './service.ts'
import type { Site } from './site.ts'
import { valueFor } from './values.ts'

/** A running service whose database has rows of every kind, with its operations, its tables and the owners of the rows. */
export const populated = async (site: Site) => {
  const service = await site.start()
  const operations = await operationsOf(service.ask)
  await populate(site, service, operations)
  const chart = await chartOf(site.query)
  return { service, operations, chart, owners: await ownersIn(site.query, chart) }
}

/** Calls every creating operation in every role that may use it, so that there are rows of every kind. */
export const populate = async (site: Site, service: Service, operations: Operation[], rounds = 3) => {
  const { random, people } = site
  const ids = await openIds(site.query, await chartOf(site.query))
  const restore = await keeper(site)
  const making = operations.filter(({ method, path }) => ['POST', 'PUT'].includes(method) && !/log(in|out)/.test(path))
  for (let round = 0; round < rounds; round += 1) {
    const calls = making.flatMap((operation) =>
      makers.filter((caller) => mayUse(operation, caller, people)).map((caller) => ({ operation, caller })),
    )
    await inTurns(calls.length, 8, async (n) => {
      const { operation, caller } = calls[n] ?? {}
      if (!operation || !caller) return
      const sent = await sendable(
        operation,
        operation.body && valueFor(random, ids.forFields(random), operation.body.schema),
      )
      const path = ids.addressed(random, operation, 1)
      const { status } = await service.ask(operation.method, path, { ...sent, token: people[caller].token })
      if (status === 401) await comeBack(site, people[caller])
    })
    await restore()
    await ids.look()
  }
  await restore()
  for (const caller of makers) await comeBack(site, people[caller])
}

const makers: Caller[] = ['admin', 'sales', 'op', 'leader', 'customer', 'other_customer']
