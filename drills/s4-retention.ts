import { setTimeout as pause } from 'node:timers/promises'
import type { Catalog } from './kit/catalog.ts'
import { stopTheClock } from './kit/clock.ts'
import type { Context } from './kit/context.ts'
import { type Query, runStatement } from './kit/database.ts'
import { drill, printFaults } from './kit/drill.ts'
import { endings } from './kit/endings.ts'
import { populated } from './kit/populate.ts'

/** The clock is advanced by these hours, step by step: six years in total. */
const STEPS = [0, 2, 71, 9 * 24, 35 * 24, 100 * 24, 400 * 24, 5 * 365 * 24]

export default drill({
  id: 'S4',
  title: 'retention: every row that expires, while the clock is moved on',
  target: 'no row outlives its time, no other row is deleted',
  run: async (context) => {
    const { service, catalog } = await populated(context)
    await stopTheClock(context)
    const faults = uncovered(catalog)
    await plant(context)
    const gone = new Map<string, number>()
    for (const hours of STEPS) {
      await turnBack(context, catalog, hours)
      await stopSending(context)
      const [before, others] = [await standing(context.query), await idsOfOthers(context.query, catalog)]
      await runJob(context)
      const after = await standing(context.query)
      faults.push(...compare(before, after, gone).map((fault) => `after ${hours} hours more: ${fault}`))
      faults.push(...(await vanished(context.query, others)))
    }
    const { text } = await service.ask('GET', '/metrics')
    if (!/^guidon_retention_last_run_timestamp_seconds \d/m.test(text)) faults.push('/metrics shows no run')
    for (const what of Object.keys(endings)) if (!gone.get(what)) faults.push(`no row of ${what} was ever deleted`)
    printFaults(context, faults)
    const rows = [...gone.values()].reduce((sum, n) => sum + n, 0)
    return {
      value: `${faults.length} wrong; ${rows} rows of ${gone.size} kinds deleted in ${STEPS.length} runs over six years`,
      pass: faults.length === 0,
    }
  },
})

/** A new table whose rows expire is found by the name of a column, and must then be added to `endings`. */
const uncovered = ({ tables }: Catalog) => {
  const stay = ['bookings', 'cancelled_bookings', 'payment_reminders', 'person_keys', 'traveler_documents', 'webhooks']
  return [...tables.values()]
    .filter(
      ({ name, columns }) =>
        /_(notices|reminders)$/.test(name) ||
        columns.some(({ name }) => /(expires|used|deleted|revoked|purged)_at$/.test(name)),
    )
    .filter(({ name }) => !endings[name] && !stay.includes(name))
    .map(({ name }) => `endings does not say when rows of ${name} expire`)
}

/** Adds rows of all ages, from an hour to seven years; half of them are younger than ten days. */
const plant = async ({ query, random, times }: Context) => {
  for (const { plant } of Object.values(endings)) {
    const ages = Array.from({ length: times(300) }, () => Math.floor(Math.exp(random.next() * 11)))
    if (plant) await query(plant, [ages])
  }
}

/** Moves the timestamps of these rows back, and those of the trips and sessions to which pictures and guests belong. */
const turnBack = async ({ connection }: Context, { tables }: Catalog, hours: number) => {
  if (hours === 0) return
  const moved = [...Object.keys(endings), 'planned_trips', 'seminar_sessions'].flatMap((name) => tables.get(name) ?? [])
  const statements = moved.map(({ name, columns }) => {
    const set = columns.flatMap(({ name, type, isGenerated }) => {
      if (isGenerated) return []
      if (type === 'date') return [`${name} = ${name} - ${Math.floor(hours / 24)}`]
      return type === 'timestamp with time zone' ? [`${name} = ${name} - interval '${hours} hours'`] : []
    })
    return `update ${name} set ${set.join(', ')}`
  })
  const jobs = `update jobs.job set completed_on = completed_on - interval '${hours} hours' where completed_on is not null`
  await runStatement(
    connection,
    ['set session_replication_role = replica', 'set statement_timeout = 0', ...statements, jobs].join(';'),
  )
}

// A delivery that is tried again after years gives up. If it did so between the count and the job, it would seem deleted too early.
const stopSending = ({ query }: Context) =>
  query(`delete from jobs.job where name = 'webhooks.deliver' and state in ('created', 'retry')`)

type Standing = Map<string, { key: string; isOver: boolean; isSoonOver: boolean }[]>

const standing = async (query: Query): Promise<Standing> => {
  const all: Standing = new Map()
  for (const [what, { from, key, isOver }] of Object.entries(endings)) {
    const asked = (now: string) => `coalesce(${isOver.replaceAll(':now', now)}, false)`
    all.set(
      what,
      await query(
        `select (${key})::text as key, ${asked('now()')} as "isOver", ${asked(`(now() + interval '2 minutes')`)} as "isSoonOver"
           from ${from} where (${key}) is not null`,
      ),
    )
  }
  return all
}

const compare = (before: Standing, after: Standing, gone: Map<string, number>) => {
  const faults: string[] = []
  for (const [what, rows] of before) {
    const there = new Set(after.get(what)?.map(({ key }) => key))
    const outlived = rows.filter(({ key, isOver }) => isOver && there.has(key))
    const early = rows.filter(({ key, isSoonOver }) => !isSoonOver && !there.has(key))
    gone.set(what, (gone.get(what) ?? 0) + rows.filter(({ key }) => !there.has(key)).length)
    if (outlived.length)
      faults.push(`${outlived.length} of ${what} outlived their time, the first is ${outlived[0]?.key}`)
    if (early.length) faults.push(`${early.length} of ${what} were deleted too early, the first is ${early[0]?.key}`)
  }
  return faults
}

/** The ids of all other rows. */
const idsOfOthers = async (query: Query, { tables }: Catalog) => {
  const others = new Map<string, number[]>()
  for (const { name, columns } of tables.values()) {
    if (endings[name] || !columns.some((column) => column.name === 'id')) continue
    others.set(
      name,
      (await query<{ id: number }>(`select id from ${name}`)).map(({ id }) => id),
    )
  }
  return others
}

const vanished = async (query: Query, others: Map<string, number[]>) => {
  const faults: string[] = []
  for (const [name, ids] of others) {
    const there = new Set((await query<{ id: number }>(`select id from ${name}`)).map(({ id }) => id))
    const missing = ids.filter((id) => !there.has(id))
    if (missing.length)
      faults.push(`${missing.length} rows of ${name}, which never expire, were deleted, the first is ${missing[0]}`)
  }
  return faults
}

/** Starts the job now, and the deletion of finished jobs by pg-boss; both run hourly. */
const runJob = async ({ query }: Context) => {
  const [last] = await query<{ id: number }>('select coalesce(max(id), 0) as id from retention_runs')
  await query('update jobs.queue set maintain_on = null')
  await query(`insert into jobs.job (name, data) values ('retention', '{}')`)
  const finished = `
    select id from retention_runs where id > $1 and ended_at is not null
       and not exists (select from jobs.queue where maintain_on is null)`
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(100))
    if ((await query(finished, [last?.id])).length) return
  throw new Error('the job did not run')
}
