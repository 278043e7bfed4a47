import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sellable } from '../../../../test/fixtures/packages.ts'
import { house, type Person } from '../../../../test/house.ts'

const { as, ids } = await house()
const [admin, sales, op, leader] = [as('admin'), as('sales'), as('op'), as('leader')]
const { package_id } = await sellable(as)
const { data: trip } = await op.post('/planned-trips', { package_id, departure_date: '2091-03-10' })
const at = `/planned-trips/${trip.id}/handover`
const hand = (who: typeof op, kind: string, more: object = {}) => who.put(at, { kind, ...more })

test('a handover from sales to operations has a checklist, and its required items must be done before it is accepted', async () => {
  const { status, data } = await hand(sales, 'sales_to_op', { to_user_id: ids.op, note: '請協助' })
  assert.deepEqual([status, data.status, data.from_user, data.to_user], [200, 'pending', '業務小陳', 'OP 小黃'])
  assert.deepEqual(
    data.items.map(({ key, required, done }: Record<string, unknown>) => [key, required, done]),
    [
      ['name_list', true, false],
      ['payments', true, false],
      ['requests', true, false],
      ['contracts', false, false],
    ],
  )
  const refused = await hand(op, 'sales_to_op', { status: 'accepted' })
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.open_items],
    [409, 'step_not_possible', ['name_list', 'payments', 'requests']],
  )
  assert.equal((await hand(as('ticketing'), 'sales_to_op', { status: 'accepted' })).status, 403)
  const items = ['name_list', 'payments', 'requests'].map((key) => ({ key, label: key, done: true }))
  const ticked = await hand(op, 'sales_to_op', { items: items.slice(1) })
  const accept = (version: number) =>
    op.put(at, { kind: 'sales_to_op', status: 'accepted', items }, { 'if-match': `"${version}"` })
  const outdated = await accept(data.version)
  assert.deepEqual([outdated.status, outdated.body.version], [412, ticked.data.version])
  const accepted = await accept(ticked.data.version)
  assert.deepEqual([accepted.data.status, accepted.data.decided_by], ['accepted', ids.op])
  assert.equal((await accept(ticked.data.version)).body.version, accepted.data.version)
  assert.equal((await hand(op, 'sales_to_op', { status: 'returned' })).body.code, 'step_not_possible')
  const heard = await sales.get('/notifications?event=trip-handover.accepted', { 'accept-language': 'zh-TW' })
  assert.equal(heard.data.length, 1)
})

test('the leader accepts with their own account, and hands back', async () => {
  const items = [
    { key: 'vouchers', label: '憑證' },
    { key: 'cash', label: '備用金', required: false },
  ]
  const stranger = await hand(op, 'op_to_leader', { to_user_id: ids.leader, items })
  assert.deepEqual(stranger.body.errors, { to_user_id: ['Does not lead this trip.'] })
  const { data: profile } = await admin.post('/tour-leaders', {
    name: '阿明',
    user_id: ids.leader,
    licenses: [{ type: '外語領隊執業證' }],
  })
  await op.put(`/planned-trips/${trip.id}/assigned-leader`, { tour_leader_id: profile.id })
  assert.equal((await hand(op, 'op_to_leader', { to_user_id: ids.leader, items })).status, 200)
  assert.equal((await hand(leader, 'op_to_leader', { status: 'returned', note: '缺憑證' })).data.status, 'returned')
  assert.equal((await hand(op, 'op_to_leader', { to_user_id: ids.leader, items })).data.status, 'pending')
  // The receiver of a handover cannot remove items from its checklist.
  assert.equal((await hand(leader, 'op_to_leader', { status: 'accepted', items: [] })).status, 409)
  const accepted = await hand(leader, 'op_to_leader', {
    status: 'accepted',
    items: [{ key: 'vouchers', label: 'x', done: true }],
  })
  assert.deepEqual(
    [accepted.data.status, accepted.data.items[0]],
    ['accepted', { key: 'vouchers', label: '憑證', required: true, done: true }],
  )

  assert.equal((await hand(leader, 'leader_to_op', { to_user_id: ids.op })).data.status, 'pending')
  assert.equal((await hand(leader, 'sales_to_op', { to_user_id: ids.op })).status, 403)
  const seen = (who: typeof op) => who.get(`/planned-trips/${trip.id}/handovers`)
  const kinds = ({ data }: { data: { kind: string }[] }) => data.map(({ kind }) => kind)
  assert.deepEqual(kinds(await seen(leader)), ['leader_to_op', 'op_to_leader', 'op_to_leader'])
  assert.deepEqual(kinds(await seen(sales)), ['leader_to_op', 'op_to_leader', 'op_to_leader', 'sales_to_op'])
})

test('invalid handovers are refused', async () => {
  assert.equal((await hand(op, 'sales_to_op', { to_user_id: ids.op })).status, 403)
  assert.deepEqual(Object.keys((await hand(sales, 'sales_to_op')).body.errors), ['to_user_id'])
  const wrong = await hand(sales, 'sales_to_op', { to_user_id: ids.customer })
  assert.deepEqual(wrong.body.errors, { to_user_id: ['Must be of the role “Department”.'] })
  assert.equal((await as('customer').put(at, { kind: 'sales_to_op' })).status, 403)
})

test('the receiver ticks items by their keys before deciding; a cancelled trip cannot be handed over', async () => {
  const { data: trip } = await op.post('/planned-trips', { package_id, departure_date: '2091-11-10', status: 'open' })
  const at = `/planned-trips/${trip.id}/handover`
  const give = { kind: 'sales_to_op', to_user_id: ids.op }
  assert.equal((await sales.put(at, give)).status, 200)
  const ticked = await op.put(at, { kind: 'sales_to_op', items: [{ key: 'name_list' }] })
  type Item = { key: string; label: string; done: boolean }
  assert.deepEqual(
    [
      ticked.data.status,
      ticked.data.from_user_id,
      ticked.data.items.map(({ key, label, done }: Item) => [key, label, done])[0],
    ],
    ['pending', ids.sales, ['name_list', '旅客名單', true]],
  )
  const unknown = await op.put(at, { kind: 'sales_to_op', items: [{ key: 'tickets_x' }] })
  assert.deepEqual([unknown.status, Object.keys(unknown.body.errors)], [422, ['items.0.key']])
  const items = [{ key: 'payments' }, { key: 'requests', done: true }]
  const accepted = await op.put(at, { kind: 'sales_to_op', status: 'accepted', items })
  assert.deepEqual([accepted.status, accepted.data.status], [200, 'accepted'])
  const added = await sales.put(at, { ...give, items: [{ key: 'contracts' }, { key: 'other' }] })
  assert.deepEqual([added.status, Object.keys(added.body.errors)], [422, ['items.1.label']])

  assert.equal((await sales.put(at, give)).status, 200)
  assert.equal((await serialsToTake('op')).includes(trip.serial), true)
  await op.put(`/planned-trips/${trip.id}/status`, { status: 'cancelled', reason: '未達人數' })
  const late = await sales.put(at, give)
  assert.deepEqual([late.status, late.body.code], [409, 'step_not_possible'])
  assert.equal((await serialsToTake('op')).includes(trip.serial), false)
})

test('a handover waits for the leader only while it leads the trip', async () => {
  const { data: trip } = await op.post('/planned-trips', { package_id, departure_date: '2091-06-10', status: 'open' })
  const leads = (tour_leader_id: number) => op.put(`/planned-trips/${trip.id}/assigned-leader`, { tour_leader_id })
  const [mine] = (await admin.get('/tour-leaders?q=阿明')).data
  const { data: other } = await admin.post('/tour-leaders', { name: '阿華', licenses: [{ type: '外語領隊執業證' }] })
  assert.equal((await leads(mine.id)).status, 200)
  const give = { kind: 'op_to_leader', to_user_id: ids.leader }
  assert.equal((await op.put(`/planned-trips/${trip.id}/handover`, give)).status, 200)
  assert.deepEqual(await serialsToTake('leader'), [trip.serial])
  assert.equal((await leads(other.id)).status, 200)
  assert.deepEqual(await serialsToTake('leader'), [])
})

const serialsToTake = async (who: Person): Promise<string[]> => {
  const { data } = await as(who).get('/work')
  const waiting = data.find(({ key }: { key: string }) => key === 'handovers_to_take')
  return waiting?.items.map(({ record }: { record: { number: string } }) => record.number) ?? []
}
