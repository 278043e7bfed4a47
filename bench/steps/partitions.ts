import type { pg } from '../../src/kit/db/driver.ts'
import { openCluster, withClient } from '../dataset/cluster.ts'
import { median } from '../measure/rounds.ts'
import type { Options } from '../options.ts'
import { showProgress } from '../progress.ts'

const DATABASE = 'bench_partitions'
const MONTHS = 24
const TIMES = 1_000

/** What partitions by month bring and cost a table that only grows, at one and at ten million rows: conversations of five entries, over two years. */
export const partitions = async ({ database }: Options) => {
  const cluster = await openCluster(database)
  const run = (text: string) => withClient(cluster.connectionTo('postgres'), (client) => client.query(text))
  print('rows', 'table', 'timeline ms', 'pages', 'insert ms', 'vacuum after 1 % more s', 'oldest month removed s')
  try {
    for (const millions of [1, 10]) {
      await run(`drop database if exists ${DATABASE}`)
      await run(`create database ${DATABASE}`)
      await withClient(cluster.connectionTo(DATABASE), async (client) => {
        for (const table of [whole, parted]) await measured(client, table, millions)
      })
    }
  } finally {
    await run(`drop database if exists ${DATABASE}`)
    await cluster.stop()
  }
}

const columns =
  'id bigint not null, request integer not null, author integer not null, said text not null, at timestamptz not null'
const start = (month: number) => `date_trunc('month', now()) - interval '${MONTHS - 1 - month} months'`

type Table = { name: string; create: string; newest: string; removeOldest: string }
const whole: Table = {
  name: 'whole',
  create: `create table whole (${columns}, primary key (id))`,
  newest: 'whole',
  removeOldest: `delete from whole where at < ${start(1)}`,
}
// The key contains the month, so that no other table can refer to an entry by its id.
const parted: Table = {
  name: 'parted',
  create: `create table parted (${columns}, primary key (id, at)) partition by range (at);
    do $$ begin for month in 0..${MONTHS - 1} loop
      execute format('create table month_%s partition of parted for values from (%L) to (%L)', month,
        ${start(0)} + month * interval '1 month', ${start(0)} + (month + 1) * interval '1 month');
    end loop; end $$`,
  newest: `month_${MONTHS - 1}`,
  removeOldest: 'drop table month_0',
}

const measured = async (client: pg.Client, { name, create, newest, removeOldest }: Table, millions: number) => {
  showProgress(`${name}: ${millions} million rows are written`)
  const rows = millions * 1_000_000
  // A thousand conversations go on at the same time.
  await client.query(create)
  await client.query(`insert into ${name} (id, request, author, said, at)
    select i, i / 5000 * 1000 + i % 1000, i % 500, repeat('客人想再考慮一下。', 1 + i % 5), ${start(0)} + i / ${rows}::float8 * (now() - (${start(0)}))
      from generate_series(0, ${rows - 1}) i`)
  await client.query(
    `create index ${name}_request on ${name} (request, id); create index ${name}_author on ${name} (author)`,
  )
  await client.query(`vacuum analyze ${name}`)

  const anyRequest = () => [Math.floor((Math.random() * rows) / 5)]
  const timeline = { name: `read ${name}`, text: `select * from ${name} where request = $1 order by id` }
  const insert = {
    name: `insert ${name}`,
    text: `insert into ${name} values (${rows} + nextval('ids'), $1, 1, repeat('客人想再考慮一下。', 3), now())`,
  }
  await client.query(`set plan_cache_mode = force_generic_plan; create sequence if not exists ids`)
  const read = await medianOf(() => client.query({ ...timeline, values: anyRequest() }))
  const inserted = await medianOf(() => client.query({ ...insert, values: anyRequest() }))
  await client.query(
    `insert into ${name} select ${2 * rows} + i, i, 1, 'x', now() from generate_series(1, ${rows / 100}) i`,
  )
  const vacuumed = await timed(() => client.query(`vacuum analyze ${newest}`))
  const pages = await pagesOf(client, name, anyRequest())
  const removed = await timed(() => client.query(removeOldest))
  const seconds = [vacuumed, removed].map((ms) => (ms / 1_000).toFixed(2))
  print(`${millions} million`, name, read.toFixed(2), pages, inserted.toFixed(2), ...seconds)
}

const pagesOf = async (client: pg.Client, name: string, [request]: number[]) => {
  const { rows } = await client.query(
    `explain (analyze, buffers, format json) select * from ${name} where request = ${request} order by id`,
  )
  const { Plan } = rows[0]['QUERY PLAN'][0]
  return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
}

const medianOf = async (work: () => Promise<unknown>) => {
  const times: number[] = []
  while (times.length < TIMES) times.push(await timed(work))
  return median(times)
}
const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}
const print = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)
