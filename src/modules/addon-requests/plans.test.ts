import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Kysely, sql } from 'kysely'
import { fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house } from '../../../test/house.ts'
import { pg } from '../../kit/db/client.ts'
import { dialectOver } from '../../kit/db/execute.ts'
import type { Db, Tables } from '../../kit/db/tables.ts'
import { actingOf } from '../users/reader.ts'
import { oneRequest, readRequests } from './read.ts'
import { entryReaderOf, pendingPage, timeline } from './timeline.ts'

const home = await house()
const there = await fixtures(home)
const { ids } = home
// The planner uses one generic plan for all values, as on the shared connections for reading.
const client = new pg.Client({ ...home.settings, options: '-c plan_cache_mode=force_generic_plan' })
home.atEnd(() => client.end())

// Enough rows that a plan with a full scan or a full sort costs more than one with an index.
const REQUESTS = 12_000
const rows = `
  set session_replication_role = replica;
  insert into bookings (booking_number, planned_trip_id, contact_name, customer_user_id)
    select 'B' || i, ${there.trip_id}, 'x', case when i % 300 = 0 then ${ids.customer} end from generate_series(1, ${REQUESTS / 4}) i;
  insert into travelers (booking_id, name) select id, '旅客' || id from bookings where booking_number like 'B%';
  insert into addon_requests (type_id, traveler_id, booking_id, planned_trip_id, status, public_status, department, sales_user_id, created_by,
      currency, customer_response, response_deadline, cancel_reason, completed_at, created_at)
    select ${there.seat}, v.id, v.booking_id, ${there.trip_id}, s, s, 'ticketing', ${ids.sales}, ${ids.sales}, 'TWD',
           case when s = 'offered' then 'pending' end, case when s = 'offered' then now() + i % 999 * interval '1 hour' end,
           case when s = 'cancelled' then 'x' end, case when s = 'completed' then now() end, now() - (${REQUESTS} - i) * interval '1 minute'
      from (select i, (array['open', 'offered', 'inquiring', 'quoted', 'cancelled', 'confirmed', 'pending_approval', 'completed'])[least(1 + i % 16, 8)] as s
              from generate_series(1, ${REQUESTS}) i) r
      join travelers v on v.id = (select min(id) from travelers where name like '旅客%') + i % ${REQUESTS / 4} order by i;
  insert into addon_communications (addon_request_id, sender_type, message_type, message, is_internal, requires_customer_response,
      customer_response, quoted_price, customer_response_deadline, created_at)
    select r.id, 'system', 'note', 'x', n <> 4, n = 4 and r.status = 'offered', case when n = 4 and r.status = 'offered' then 'pending' end,
           100, case when n = 4 then r.response_deadline end, r.created_at
      from addon_requests r, generate_series(1, 5) n order by r.id, n;
  update addon_requests r set offer_id = c.id from addon_communications c where c.addon_request_id = r.id and c.requires_customer_response;
  set session_replication_role = default;
  analyze`
before(async () => {
  await client.connect()
  await home.fill((db) => sql.raw(rows).execute(db))
})

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Parent Relationship'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Node[]
}

/** The plans of the statements of a read. The count of a list is left out, because it has a limit of its own. */
const planOf = async (ask: (db: Db) => Promise<unknown>) => {
  const nodes: Node[] = []
  const walk = (node: Node) => {
    nodes.push(node)
    for (const inner of node.Plans ?? []) if (inner['Parent Relationship'] !== 'InitPlan') walk(inner)
  }
  const execute = async (text: string, parameters: readonly unknown[] = []) => {
    if (text.startsWith('explain')) return client.query(text, [...parameters])
    await client.query(`prepare asked as ${text}`)
    const plan = await client.query(`explain (analyze, format json) execute asked${valuesOf(parameters)}`)
    await client.query('deallocate asked')
    walk(plan.rows[0]['QUERY PLAN'][0].Plan)
    return client.query(text, [...parameters])
  }
  await ask(new Kysely<Tables>({ dialect: dialectOver(execute) }))
  return nodes
}

const valuesOf = (parameters: readonly unknown[]) => {
  const literals = parameters.map((value) => (value === null ? 'null' : client.escapeLiteral(String(value))))
  return literals.length ? `(${literals.join()})` : ''
}

const person = (role: 'sales' | 'customer', id: number) =>
  ({
    id,
    roles: [role],
    name: '',
    departments: [],
    locale: 'en',
    tour_leader_id: null,
    token_id: 0,
    must_enrol: false,
  }) as const
const [sales, customer] = [person('sales', ids.sales), person('customer', ids.customer)]
const idOf = async (condition = sql`true`) => {
  const { rows } = await sql<{
    id: number
  }>`select max(r.id) as id from addon_requests r join bookings b on b.id = r.booking_id where ${condition}`.execute(
    home.db,
  )
  return rows[0]?.id ?? 0
}
const own = () => idOf(sql`b.customer_user_id = ${ids.customer}`)
const PAGE = 20

const reads: [what: string, ask: (db: Db) => Promise<unknown>][] = [
  ['the list', (db) => readRequests(db, sales, paged({}))],
  ['the list by a common status', (db) => readRequests(db, sales, paged({ status: 'completed' }))],
  ['the list by a rare status', (db) => readRequests(db, sales, paged({ status: 'pending_approval' }))],
  ['the list by cursor', (db) => readRequests(db, sales, paged({ status: 'completed', cursor: '' }))],
  ['the most urgent ones', (db) => readRequests(db, sales, paged({ sort: 'priority' }))],
  ['what the reader has not read', (db) => readRequests(db, sales, paged({ unread: true }))],
  ['what the reader is in charge of', (db) => readRequests(db, sales, paged({ mine: true }))],
  ['a customer’s list', (db) => readRequests(db, customer, paged({}))],
  ['a request', async (db) => oneRequest(db, { ...actingOf(sales), id: await idOf() })],
  ['a customer’s request', async (db) => oneRequest(db, { ...actingOf(customer), id: await own() })],
  ['a timeline', async (db) => timeline(db, { ...entryReaderOf(sales, 'en', 'UTC'), id: await idOf() })],
  ['a customer’s timeline', async (db) => timeline(db, { ...entryReaderOf(customer, 'en', 'UTC'), id: await own() })],
  ['what is pending', (db) => pendingPage(db, entryReaderOf(sales, 'en', 'UTC'), paged({}))],
  ['what is overdue', (db) => pendingPage(db, entryReaderOf(sales, 'en', 'UTC'), paged({ overdue: true }))],
  ['what is pending, by cursor', (db) => pendingPage(db, entryReaderOf(sales, 'en', 'UTC'), paged({ cursor: '' }))],
]
const paged = (query: object) => ({ ...query, per_page: PAGE })

for (const [what, ask] of reads)
  test(`${what} scans no whole table and sorts no more than it shows`, async () => {
    const nodes = await planOf(ask)
    const large = ['addon_requests', 'addon_communications', 'bookings', 'travelers']
    const whole = nodes.filter(
      (node) => node['Node Type'] === 'Seq Scan' && large.includes(node['Relation Name'] ?? ''),
    )
    assert.deepEqual(
      whole.map((node) => node['Relation Name']),
      [],
    )
    const sorted = nodes
      .filter((node) => /Sort/.test(node['Node Type']))
      .flatMap((node) => (node.Plans ?? []).map((from) => from['Actual Rows']))
    assert.ok(Math.max(0, ...sorted) <= 2 * PAGE, `it sorts ${sorted}`)
  })
