import assert from 'node:assert/strict'
import { test } from 'node:test'
import { span } from 'guidon-design/formats'
import { sql } from 'kysely'
import { fixtures } from '../../../test/fixtures/leader-calendar.ts'
import { house } from '../../../test/house.ts'
import { toldWhere } from '../../../test/told.ts'

const home = await house()
const { as, db, ids } = home
const { leader, trip, assign, own } = await fixtures(home)
const [office, self, sales] = [as('line_control'), as('leader'), as('sales')]
const [mine, other] = [await own(), await leader('怡君')]

const without = (body: { request_id: string }) => ({ ...body, request_id: '' })
const asked = async (starts_on: string, ends_on: string) => {
  const made = await self.post('/leader-unavailabilities', { type: 'annual_leave', starts_on, ends_on, reason: '旅遊' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  return made.data
}
const toldOf = async (event: string) => {
  const rows = await toldWhere(db, sql`n.event = ${event}`)
  await db.deleteFrom('notifications').execute()
  return rows.map(({ user_id, title, body }) => ({ user_id, title, body }))
}

test('a leader requests days off, staff approve, and both are notified', async () => {
  const request = await asked('2027-03-01', '2027-03-05')
  assert.deepEqual([request.status, request.tour_leader_id, request.decided_by], ['requested', mine, null])
  assert.deepEqual(await toldOf('leader-unavailability.requested'), [
    {
      user_id: ids.line_control,
      title: '請假待核准',
      body: `陳志明：特休 ${span('2027-03-01', '2027-03-05', 'zh-TW')}`,
    },
  ])
  const approve = (version: number) =>
    as('op').post(
      `/leader-unavailabilities/${request.id}/approve`,
      { reason: '祝旅途愉快' },
      { 'if-match': `"${version}"` },
    )
  assert.equal((await approve(request.version + 1)).status, 412)
  const approved = await approve(request.version)
  assert.deepEqual([approved.status, approved.data.status, approved.data.decided_by], [200, 'approved', ids.op])
  assert.deepEqual(
    (await toldOf('leader-unavailability.approve')).map(({ user_id, title, body }) => [user_id, title, body]),
    [ids.line_control, ids.leader].map((id) => [
      id,
      '請假已核准',
      `陳志明：特休 ${span('2027-03-01', '2027-03-05', 'zh-TW')}\n（祝旅途愉快）`,
    ]),
  )
  assert.equal((await assign(await trip('2027-03-03', '2027-03-04'), mine)).status, 409)
})

test('a request does not block, and its approval over a trip needs an override', async () => {
  const request = await asked('2027-04-01', '2027-04-05')
  const led = await assign(await trip('2027-04-04', '2027-04-08'), mine)
  assert.deepEqual([led.status, led.data.conflicts[0].blocks], [200, false])
  const refused = await office.post(`/leader-unavailabilities/${request.id}/approve`, {})
  assert.deepEqual([refused.status, refused.body.conflicts[0].kind], [409, 'trip'])
  const silent = await office.post(`/leader-unavailabilities/${request.id}/approve`, { override: true })
  assert.deepEqual([silent.status, Object.keys(silent.body.errors)], [422, ['reason']])
  const forced = await office.post(`/leader-unavailabilities/${request.id}/approve`, {
    override: true,
    reason: '由同仁代班',
  })
  assert.deepEqual([forced.status, forced.data.is_override, forced.data.conflicts.length], [200, true, 1])
})

test('a request is declined with a reason or withdrawn, and decided only once', async () => {
  const [one, two] = [await asked('2027-05-01', '2027-05-02'), await asked('2027-05-03', '2027-05-04')]
  assert.equal((await office.post(`/leader-unavailabilities/${one.id}/decline`, {})).status, 422)
  const declined = await office.post(`/leader-unavailabilities/${one.id}/decline`, { reason: '人手不足' })
  assert.deepEqual([declined.data.status, declined.data.decision_note], ['rejected', '人手不足'])
  const again = await office.post(`/leader-unavailabilities/${one.id}/approve`, {})
  assert.deepEqual([again.status, again.body.possible], [409, []])
  const changed = await self.put(`/leader-unavailabilities/${two.id}`, { ends_on: '2027-05-05' })
  assert.deepEqual([changed.status, changed.data.ends_on], [200, '2027-05-05'])
  assert.equal((await self.post(`/leader-unavailabilities/${two.id}/cancel`, {})).data.status, 'cancelled')
  const three = await asked('2027-05-10', '2027-05-11')
  await office.post(`/leader-unavailabilities/${three.id}/approve`, {})
  const late = await self.post(`/leader-unavailabilities/${three.id}/cancel`, {})
  assert.deepEqual([late.status, late.body.code], [409, 'step_not_possible'])
  assert.equal((await self.put(`/leader-unavailabilities/${three.id}`, { ends_on: '2027-05-12' })).status, 409)
  assert.equal(
    (await office.post(`/leader-unavailabilities/${three.id}/cancel`, { reason: '取消' })).data.status,
    'cancelled',
  )
})

test('a leader sees and makes only their own requests, and decides nothing', async () => {
  const foreign = (
    await office.post('/leader-unavailabilities', {
      tour_leader_id: other,
      type: 'sick',
      starts_on: '2027-06-01',
      ends_on: '2027-06-02',
    })
  ).data
  const path = `/leader-unavailabilities/${foreign.id}`
  const missing = '/leader-unavailabilities/999999'
  assert.deepEqual(without((await self.get(path)).body), without((await self.get(missing)).body))
  assert.deepEqual(
    without((await self.put(path, { ends_on: '2027-06-03' })).body),
    without((await self.put(missing, { ends_on: '2027-06-03' })).body),
  )
  assert.deepEqual(
    without((await self.post(`${path}/cancel`, {})).body),
    without((await self.post(`${missing}/cancel`, {})).body),
  )
  const { data } = await self.get('/leader-unavailabilities?per_page=100')
  assert.deepEqual([...new Set(data.map(({ tour_leader_id }: { tour_leader_id: number }) => tour_leader_id))], [mine])
  assert.deepEqual((await self.get(`/leader-unavailabilities?tour_leader_id=${other}`)).data, [])
  const body = { type: 'sick', starts_on: '2027-07-01', ends_on: '2027-07-02' }
  const [theirs, nobody] = [
    await self.post('/leader-unavailabilities', { ...body, tour_leader_id: other }),
    await self.post('/leader-unavailabilities', { ...body, tour_leader_id: 999999 }),
  ]
  assert.deepEqual([theirs.status, without(theirs.body)], [422, without(nobody.body)])
  assert.equal((await self.post('/leader-unavailabilities/check', { ...body, tour_leader_id: other })).status, 422)
  for (const name of ['approve', 'decline'])
    assert.equal((await self.post(`${path}/${name}`, { reason: 'x' })).status, 403)
  assert.equal((await sales.post('/leader-unavailabilities', { ...body, tour_leader_id: other })).status, 403)
  assert.equal((await sales.get(path)).status, 200)
  for (const who of [as('customer'), as()])
    assert.ok([401, 403].includes((await who.get('/leader-unavailabilities')).status))
})
