import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { house } from '../../../test/house.ts'

const { as, db, ids } = await house()
const view = { list: 'planned-trips', name: '下個月缺領隊', filters: { missing_leader: true, from: '2027-01-01' } }
type View = { id: number; name: string }
const namesFor = async (person: Parameters<typeof as>[0], query = '') =>
  (await as(person).get(`/views${query}`)).data.map(({ name }: View) => name)

test('a view is saved with the filters of its list, changed and removed', async () => {
  const made = await as('op').post('/views', { ...view, sort: '-departure_date', columns: ['serial', 'seats'] })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, owner, created_at: _at, updated_at: _then, ...shown } = made.data
  assert.deepEqual(shown, {
    ...view,
    sort: '-departure_date',
    columns: ['serial', 'seats'],
    shared_with: null,
    is_own: true,
    version: 1,
  })
  assert.equal(owner.name, 'OP 小黃')
  const changed = await as('op').patch(`/views/${id}`, { filters: { area_id: 3 } }, { 'if-match': '"1"' })
  assert.deepEqual([changed.status, changed.data.filters, changed.data.version], [200, { area_id: 3 }, 2])
  assert.equal((await as('op').put(`/views/${id}`, { name: '別的' }, { 'if-match': '"1"' })).status, 412)
  assert.equal((await as('op').delete(`/views/${id}`)).status, 200)
  assert.deepEqual(await namesFor('op'), [])
})

test('a view is visible to its owner, and to the part of staff that it is shared with', async () => {
  const own = await as('sales').post('/views', { ...view, name: '我的' })
  await as('sales').post('/views', { ...view, name: 'OP 用', shared_with: 'op' })
  await as('sales').post('/views', { ...view, list: 'bookings', name: '大家', shared_with: 'staff' })
  assert.deepEqual(await namesFor('sales'), ['OP 用', '大家', '我的'])
  assert.deepEqual(await namesFor('op'), ['OP 用', '大家'])
  assert.deepEqual(await namesFor('op', '?list=planned-trips'), ['OP 用'])
  assert.deepEqual(await namesFor('finance'), ['大家'])
  assert.deepEqual([await namesFor('customer'), await namesFor('leader')], [[], []])
  assert.equal((await as('op').get(`/views/${own.data.id}`)).status, 404)
  assert.equal((await as('op').delete(`/views/${own.data.id}`)).status, 404)
})

test('only its owner and administrators change a shared view', async () => {
  const { data } = await as('op').post('/views', { ...view, name: '共用', shared_with: 'staff' })
  const refused = await as('sales').patch(`/views/${data.id}`, { name: '我來改' })
  assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden'])
  assert.equal((await as('admin').patch(`/views/${data.id}`, { name: '公用' })).data.name, '公用')
  assert.equal((await as('admin').delete(`/views/${data.id}`)).status, 200)
})

test('an unknown list, a name that exists already, and sharing by a customer are refused at their fields', async () => {
  const refused = async (person: 'op' | 'customer', given: object) => {
    const { status, body } = await as(person).post('/views', { ...view, ...given })
    return [status, Object.keys(body.errors)]
  }
  assert.deepEqual(await refused('op', { list: 'moons' }), [422, ['list']])
  assert.deepEqual(await refused('op', { list: 'words' }), [422, ['list']])
  assert.equal((await as('op').post('/views', view)).status, 201)
  assert.deepEqual(await refused('op', {}), [409, ['name']])
  assert.deepEqual(await refused('customer', { list: 'bookings', shared_with: 'staff' }), [422, ['shared_with']])
  assert.equal((await as('customer').post('/views', { ...view, list: 'bookings' })).status, 201)
})

test('an account can have at most two hundred views', async () => {
  await sql`delete from saved_views where user_id = ${ids.ticketing}`.execute(db)
  await sql`insert into saved_views (user_id, list, name, filters)
    select ${ids.ticketing}, 'bookings', '檢視 ' || n, '{}' from generate_series(1, 199) n`.execute(db)
  const save = (name: string) => as('ticketing').post('/views', { ...view, name })
  assert.equal((await save('第二百個')).status, 201)
  const refused = await save('第二百零一個')
  assert.deepEqual(
    [refused.status, refused.body.errors],
    [422, { name: ['An account has at most 200 saved views; remove those no longer in use.'] }],
  )
  assert.equal((await as('op').post('/views', { ...view, name: '別人的' })).status, 201)
})
