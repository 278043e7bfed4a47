import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, ids } = home
const there = await fixtures(home)
const { asked } = conversation(home, there)

// The requests of `seat` are those of ticketing, the requests of `sim` those of operations.
const [seat, sim] = [await asked(there.seat), await asked(there.sim)]
const both = { role: 'department', departments: ['ticketing', 'op'] }
const waiting = async () => {
  const { data } = await as('ticketing').get('/addon-requests?next_action_by=me&sort=id')
  return data.map(({ id }: { id: number }) => id)
}

test('an account of one department sees the turns of that department, and may not take those of another', async () => {
  assert.deepEqual(await waiting(), [seat.id])
  const refused = await as('ticketing').post(`${sim.at}/department-final`, { final_price: 350 })
  assert.deepEqual([refused.status, refused.body.department], [403, 'op'])
  assert.deepEqual((await as('ticketing').get(`/addon-requests/${sim.id}/possible-turns`)).data, [])
})

test('an account of both departments takes the turns and gets the notices of both, and can be the assignee of either', async () => {
  assert.equal((await as('admin').put(`/users/${ids.ticketing}`, both)).status, 200)
  assert.deepEqual(await waiting(), [seat.id, sim.id])
  assert.deepEqual((await as('ticketing').get(`/addon-requests/${sim.id}/possible-turns`)).data, [
    'department-quote',
    'department-decline',
    'department-final',
  ])
  const heard = async () => (await as('ticketing').get('/notifications/unread-count')).data.unread
  const before = await heard()
  const another = await asked(there.sim)
  assert.equal(await heard(), before + 1)
  const taken = await as('sales').put(`/addon-requests/${another.id}`, { assignee_id: ids.ticketing })
  assert.equal(taken.status, 200)
  for (const request of [sim, another])
    assert.equal((await as('ticketing').post(`${request.at}/department-final`, { final_price: 350 })).status, 201)
  assert.equal((await as('ticketing').post(`${seat.at}/department-quote`, { quoted_price: 900 })).status, 201)
})

test('an account that leaves a department may not take its turns, from the next request on', async () => {
  const third = await asked(there.sim)
  await as('admin').put(`/users/${ids.ticketing}`, { departments: ['ticketing'] })
  assert.deepEqual(await waiting(), [])
  await as('admin').put(`/users/${ids.ticketing}`, { departments: ['op'] })
  assert.deepEqual(await waiting(), [third.id])
  await as('admin').put(`/users/${ids.ticketing}`, { departments: ['ticketing'] })
  assert.equal((await as('ticketing').post(`${third.at}/department-final`, { final_price: 350 })).status, 403)
})
