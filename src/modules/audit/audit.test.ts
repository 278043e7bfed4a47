import assert from 'node:assert/strict'
import { test } from 'node:test'
import { house } from '../../../test/house.ts'

const { as, ids } = await house()
const season = { code: 'AUDIT', name: '稽核季', starts_on: '2027-03-01', ends_on: '2027-05-31' }

test('the database writes down who changed what, before and after, under the request it came in', async () => {
  const made = (await as('op').post('/seasons', season, { 'x-request-id': 'first-request' })).data
  await as('admin').put(`/seasons/${made.id}`, { name: '新名稱', level: 'peak' }, { 'x-request-id': 'second-request' })
  const { data } = await as('sales').get(`/audit?table_name=seasons&record_id=${made.id}`)
  assert.deepEqual(
    data.map(({ action, actor_id, actor_name, request_id }: Record<string, unknown>) => [
      action,
      actor_id,
      actor_name,
      request_id,
    ]),
    [
      ['changed', ids.admin, '管理員', 'second-request'],
      ['created', ids.op, 'OP 小黃', 'first-request'],
    ],
  )
  assert.deepEqual(data[0].changes, { name: ['稽核季', '新名稱'], level: ['shoulder', 'peak'] })
  assert.deepEqual(data[1].changes.code, [null, 'AUDIT'])
})

test('accounts are for administrators, and passwords are never shown', async () => {
  const made = (
    await as('admin').post('/users', {
      name: '新人',
      email: 'new@example.com',
      role: 'sales',
      password: 'a long enough one',
    })
  ).data
  const { data } = await as('admin').get(`/audit?table_name=users&record_id=${made.id}`)
  assert.deepEqual(data[0].changes.password_hash, ['•••', '•••'])
  assert.equal((await as('sales').get(`/audit?table_name=users&record_id=${made.id}`)).status, 403)
  assert.equal((await as('sales').get('/audit')).status, 403)
  assert.equal((await as('customer').get('/audit')).status, 403)
})
