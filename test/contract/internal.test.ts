import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoHouse } from '../fixtures/demo.ts'

const { app, as } = await demoHouse()

/** Lists with notes that customers or leaders read too, from the routes. */
const lists = app.catalogue.flatMap(({ methods, path, access, returns }) => {
  const row = returns.schema.properties?.data?.items?.properties ?? {}
  const isOpen = access === 'signed-in' || (Array.isArray(access) && access.includes('customer'))
  return methods.includes('GET') && isOpen && 'notes' in row && !path.includes('{') ? [path.slice(4)] : []
})
type Row = { id: number; notes: string | null; controller_user_id?: number | null }
const noted = (rows: Row[]) => rows.filter(({ notes, controller_user_id }) => notes ?? controller_user_id)

test('customers and leaders do not read the internal notes on reference data, nor the people in charge of areas', async () => {
  assert.ok(lists.length > 8, `only ${lists.length} lists were found`)
  let found = 0
  for (const path of lists) {
    const [first] = noted((await as('op').get(`${path}?per_page=100`)).data)
    if (first) found += 1
    for (const role of ['customer', 'leader'] as const) {
      const read = await as(role).get(`${path}?per_page=100`)
      if (read.status === 403) continue
      assert.deepEqual(noted(read.data), [], `${role} ${path}`)
      const one = first && (await as(role).get(`${path}/${first.id}`))
      if (one?.status === 200) assert.deepEqual(noted([one.data]), [], `${role} ${path}`)
    }
  }
  assert.ok(found >= 4, `the demo has notes in ${found} lists only`)
})

test('a caller who cannot read a field cannot filter by it', async () => {
  for (const path of ['/geographical-areas', '/geographical-areas/list/options']) {
    const refused = await as('customer').get(`${path}?controller_user_id=1`)
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['controller_user_id']])
    assert.equal((await as('op').get(`${path}?controller_user_id=1`)).status, 200)
  }
})
