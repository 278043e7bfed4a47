import { catalogOf } from './catalog.ts'
import { inParallel } from './concurrency.ts'
import type { Context } from './context.ts'
import { encodeBody } from './encode.ts'
import { openIds } from './ids.ts'
import { mayUse, type Operation, operationsOf } from './operations.ts'
import { ownersIn } from './owners.ts'
import type { Caller } from './people.ts'
import { accountRestorer, signInAgain } from './restore-accounts.ts'
import type { Service } from './service.ts'
import { valueFor } from './values.ts'

/** A running service whose database has rows of every kind, with its operations, its tables and the owners of the rows. */
export const populated = async (context: Context) => {
  const service = await context.start()
  const operations = await operationsOf(service.ask)
  await populate(context, service, operations)
  await handOver(context)
  const catalog = await catalogOf(context.query)
  return { service, operations, catalog, owners: await ownersIn(context.query, catalog) }
}

/** Gives a booking to another customer, with a conversation to which the former customer has written. */
const handOver = async ({ query, people }: Context) => {
  const handed = await query(
    `with spoken as (insert into addon_communications (addon_request_id, user_id, sender_type, message_type, message, is_internal)
       select r.id, b.customer_user_id, 'customer', 'note', 'said before', false
         from addon_requests r join bookings b on b.id = r.booking_id where b.customer_user_id = $1
        order by r.id limit 1 returning addon_request_id)
     update bookings set customer_user_id = $2
      where id = (select r.booking_id from spoken join addon_requests r on r.id = spoken.addon_request_id) returning id`,
    [people.other_customer.id, people.customer.id],
  )
  if (!handed.length) throw new Error('no booking of the other customer has a request')
}

/** Calls every creating operation in every role that may use it, so that there are rows of every kind. */
export const populate = async (context: Context, service: Service, operations: Operation[], rounds = 3) => {
  const { random, people } = context
  const ids = await openIds(context.query, await catalogOf(context.query))
  const restore = await accountRestorer(context)
  const making = operations.filter(({ method, path }) => ['POST', 'PUT'].includes(method) && !/log(in|out)/.test(path))
  for (let round = 0; round < rounds; round += 1) {
    const calls = making.flatMap((operation) =>
      makers.filter((caller) => mayUse(operation, caller, people)).map((caller) => ({ operation, caller })),
    )
    await inParallel(calls.length, 8, async (n) => {
      const { operation, caller } = calls[n] ?? {}
      if (!operation || !caller) return
      const sent = await encodeBody(
        operation,
        operation.body && valueFor(random, ids.forFields(random), operation.body.schema),
      )
      const path = ids.pathWithIds(random, operation, 1)
      const { status } = await service.ask(operation.method, path, { ...sent, token: people[caller].token })
      if (status === 401) await signInAgain(context, people[caller])
    })
    await restore()
    await ids.refresh()
  }
  await restore()
  for (const caller of makers) await signInAgain(context, people[caller])
}

const makers: Caller[] = ['admin', 'sales', 'op', 'leader', 'customer', 'other_customer']
