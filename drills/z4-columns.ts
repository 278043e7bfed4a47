import { catalogOf } from './kit/catalog.ts'
import { stopTheClock } from './kit/clock.ts'
import { inParallel } from './kit/concurrency.ts'
import { digestOf } from './kit/digest.ts'
import { drill, printFaults } from './kit/drill.ts'
import { encodeBody } from './kit/encode.ts'
import { fieldsIn, isNamed, withValue } from './kit/fields.ts'
import { mostPrivileged, type Operation, operationsOf, plainPath, type Schema } from './kit/operations.ts'

export default drill({
  id: 'Z4',
  title: 'every column of the database that a body does not take, sent in that body',
  target: '422 naming it, no row changed',
  run: async (context) => {
    const service = await context.start()
    const operations = (await operationsOf(service.ask)).filter(({ body }) => body)
    const catalog = await catalogOf(context.query)
    await stopTheClock(context)
    const columns = [...new Set([...catalog.tables.values()].flatMap((table) => table.columns.map(({ name }) => name)))]
    const before = await digestOf(context.query, catalog)

    const wrong: string[] = []
    let sent = 0
    const tries = operations.flatMap((operation) => triesFor(operation, columns))
    await inParallel(tries.length, 8, async (n) => {
      const { operation, at, names } = tries[n] ?? {}
      if (!operation || !at || !names) return
      const body = names.reduce<unknown>(
        (whole, name) => withValue(whole, [...at, name], standIn(name)),
        operation.body?.example ?? {},
      )
      const caller = mostPrivileged(operation, context.people)
      const path = plainPath(operation)
      const answer = await service.ask(operation.method, path, {
        ...(await encodeBody(operation, body)),
        token: context.people[caller].token,
      })
      const silent = names.filter((name) => !isNamed(answer.body?.errors, [...at, name]))
      sent += names.length
      // A path with an unknown link answers 404 before the body is checked.
      const isLost = answer.status === 404 && operation.inPath.some(({ schema }) => schema.type !== 'integer')
      if (!isLost && (answer.status !== 422 || silent.length))
        wrong.push(`${operation.id} at ${at.join('.') || 'the body'}: ${answer.status}, not named: ${silent.join(' ')}`)
    })
    const after = Object.entries(await digestOf(context.query, catalog))
    const changed = after.filter(([table, digest]) => digest !== before[table])
    printFaults(context, [...wrong, ...changed.map(([table]) => `rows of ${table} have changed`)])
    return {
      value: `${wrong.length} wrong, ${changed.length} tables changed; ${sent} columns sent to ${operations.length} operations`,
      pass: wrong.length + changed.length === 0,
    }
  },
})

// In several requests, because the number of faults in one answer is limited.
const triesFor = (operation: Operation, columns: string[]) => {
  const schema = operation.body?.schema ?? {}
  const isForm = operation.body?.media !== 'application/json'
  const inner = isForm
    ? []
    : fieldsIn(schema).flatMap(({ path, schema: { items, ...own } }) => objectsAt(path, items, own))
  return [{ at: [], object: schema }, ...inner].flatMap(({ at, object }) => {
    const foreign = [...columns, 'sender_type', 'role'].filter((name) => !(name in (object.properties ?? {})))
    const part = isForm ? 10 : 200
    return Array.from({ length: Math.ceil(foreign.length / part) }, (_, i) => ({
      operation,
      at,
      names: foreign.slice(i * part, (i + 1) * part),
    }))
  })
}

const objectsAt = (path: (string | number)[], items: Schema | undefined, own: Schema) => {
  if (items?.properties) return [{ at: [...path, 0], object: items }]
  return own.properties ? [{ at: path, object: own }] : []
}

// A value that is certainly not stored, because fields that equal the stored ones are accepted.
const standIn = (name: string) =>
  /(_id|^id|version)$/.test(name) ? 2_000_000_001 : name === 'role' ? 'manager' : 'admin'
