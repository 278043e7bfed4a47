import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isListed } from '../../src/kit/list/filters.ts'
import { lists } from '../../src/kit/list/list.ts'
import { demoHouse } from '../fixtures/demo.ts'
import { statementsOf } from '../statements.ts'

// The lists are found from their declarations and from the routes, so that a new list is tested without being named here.
const { app, database, as } = await demoHouse()
const admin = as('admin')

type Parameter = { enum?: unknown[]; type?: string; items?: Parameter; separator?: string }
const routes = app.catalogue.flatMap(({ methods, path, query }) => {
  const parameters = (query?.properties ?? {}) as Record<string, Parameter>
  if (!methods.includes('GET') || !parameters.per_page) return []
  return [{ path: path.replace(/^\/api/, '').replace(/[:{]\w+\}?/g, '1'), parameters }]
})

test('every filter by an enum or an id takes several values', () => {
  const single = lists.flatMap(({ of, filters = {} }) =>
    Object.entries(filters)
      .filter(([name, { schema, whereAny }]) => isListed(schema) && !whereAny && name !== 'group')
      .map(([name]) => `${of}.${name}`),
  )
  assert.deepEqual(single, [])
})

test('every such filter is answered with several values, and names its parameter in a refusal', async () => {
  const wrong: string[] = []
  for (const { path, parameters } of routes)
    for (const [name, { separator, items }] of Object.entries(parameters)) {
      // The columns of a file are no filter.
      if (separator !== ',' || name === 'columns') continue
      const values = items?.enum ? items.enum.slice(0, 2) : [1, 2]
      const { status } = await admin.get(`${path}?${name}=${values.join(',')}`)
      if (status !== 200 && status !== 404) wrong.push(`${path}?${name} is ${status}`)
      const refused = await admin.get(`${path}?${name}=${values[0]},%20`)
      assert.deepEqual([refused.status, Object.keys(refused.body.errors ?? {})], [422, [name]], `${path} ${name}`)
    }
  assert.deepEqual(wrong, [])
})

test('several values find the rows of each of them, in one order', async () => {
  const all = await admin.get('/planned-trips?per_page=100')
  const count = (...statuses: string[]) =>
    all.data.filter(({ status }: { status: string }) => statuses.includes(status)).map(({ id }: { id: number }) => id)
  const open = await admin.get('/planned-trips?per_page=100&status=open,guaranteed')
  assert.deepEqual(
    open.data.map(({ id }: { id: number }) => id),
    count('open', 'guaranteed'),
  )
  assert.ok(count('open').length > 0 && count('guaranteed').length > 0)
  const done = await admin.get('/planned-trips?per_page=100&group=done')
  assert.deepEqual(
    done.data.map(({ id }: { id: number }) => id),
    count('settled', 'cancelled'),
  )
  assert.equal(done.body.meta.total, count('settled', 'cancelled').length)
})

/** What a list cannot be asked without. */
const needed: Record<string, string> = {
  '/money/results': 'by=trip&from=2020-01-01&to=2099-12-31&',
  '/money/results/bookings': 'by=trip&from=2020-01-01&to=2099-12-31&',
}

type Node = { 'Parent Relationship'?: string; 'Actual Loops': number; Plans?: Node[] }
/** How often a column that is a query of its own was computed: the most of all such columns. */
const computed = (node: Node): number =>
  node['Parent Relationship'] === 'SubPlan'
    ? node['Actual Loops']
    : Math.max(0, ...(node.Plans ?? []).map((inner) => computed(inner)))

for (const { path } of routes)
  test(`later pages of ${path} are the rows after the first, and skipped rows are not computed`, async () => {
    const { status, data, body } = await admin.get(`${path}?${needed[path] ?? ''}per_page=12`)
    if (status === 404) return
    const pages: unknown[] = []
    const statements = await statementsOf([database.slowDb], async () => {
      for (const page of [2, 3, 4])
        pages.push(...(await admin.get(`${path}?${needed[path] ?? ''}per_page=3&page=${page}`)).data)
    })
    assert.deepEqual(pages, data.slice(3, 12))
    const asked = statements.filter(({ sql }) => / offset /.test(sql))
    assert.ok(asked.length > 0, 'no page was read')
    if (body.meta.total < 12) return
    for (const { sql, ...others } of asked) {
      const plan = await database.db.executeQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>({
        ...others,
        sql: `explain (analyze, format json) ${sql}`,
      })
      const [row] = plan.rows
      assert.ok(row && computed(row['QUERY PLAN'][0].Plan) <= 3, JSON.stringify(row, null, 1))
    }
  })
