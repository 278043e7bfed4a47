import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtures } from '../../../test/fixtures/leader-calendar.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as } = home
const { leader, create, north, japan, korea, france, hokkaido } = await fixtures(home)
const office = as('line_control')
const mei = await leader('美玲')
const [regional, country] = ['/leader-regional-priorities', '/leader-country-priorities']
const ids = (data: { id: number }[]) => data.map(({ id }) => id)

test('a leader has at most one priority for an area or a region', async () => {
  const made = await office.post(regional, { tour_leader_id: mei, area_id: north, priority: 2 })
  const { id, created_at, updated_at, ...shown } = made.data
  assert.deepEqual(shown, {
    tour_leader_id: mei,
    area_id: north,
    region_id: null,
    priority: 2,
    proficiency: 'qualified',
    notes: null,
    version: 1,
  })
  const second = await office.post(regional, {
    tour_leader_id: mei,
    region_id: hokkaido,
    priority: 1,
    proficiency: 'expert',
  })
  assert.deepEqual(ids((await as('sales').get(`${regional}?tour_leader_id=${mei}`)).data), [second.data.id, id])
  assert.deepEqual(ids((await as('sales').get(`${regional}?area_id=${north}`)).data), [id])
  const wrong: [body: object, status: number, fields: string[]][] = [
    [{ tour_leader_id: mei, area_id: north, priority: 3 }, 409, ['area_id', 'tour_leader_id']],
    [{ tour_leader_id: mei, priority: 3 }, 422, ['area_id']],
    [{ tour_leader_id: mei, area_id: north, region_id: hokkaido, priority: 3 }, 422, ['area_id']],
    [{ tour_leader_id: 999999, area_id: north, priority: 3 }, 422, ['tour_leader_id']],
    [{ tour_leader_id: mei, region_id: 999999, priority: 0 }, 422, ['priority']],
  ]
  for (const [body, status, fields] of wrong) {
    const refused = await office.post(regional, body)
    assert.deepEqual([refused.status, Object.keys(refused.body.errors).sort()], [status, fields])
  }
  assert.equal((await office.put(`${regional}/${id}`, { priority: 5 })).data.priority, 5)
  assert.equal((await office.delete(`${regional}/${id}`)).status, 200)
})

test("one call sets the order of a leader's countries, with visas", async () => {
  const of = (country_id: number, priority: number) =>
    create(country, { tour_leader_id: mei, country_id, priority, visa_valid_until: '2029-01-01' })
  const [one, two, three] = [await of(japan, 1), await of(korea, 2), await of(france, 3)]
  const other = await create(country, { tour_leader_id: await leader('怡君'), country_id: japan, priority: 7 })
  const put = (ids: number[]) => office.put(`${country}/reorder`, { tour_leader_id: mei, ids })
  const ordered = await put([three, one, two])
  assert.deepEqual(
    ordered.data.map((p: { id: number; priority: number; version: number }) => [p.id, p.priority, p.version]),
    [
      [three, 1, 2],
      [one, 2, 2],
      [two, 3, 2],
    ],
  )
  for (const wrong of [[one, two], [one, two, three, other], [one, two, other], []]) {
    const refused = await put(wrong)
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['ids']])
  }
  assert.deepEqual(ids((await office.get(`${country}?tour_leader_id=${mei}`)).data), [three, one, two])
  assert.equal((await as('admin').get(`${country}/${other}`)).data.priority, 7)
  assert.equal(
    (await as('sales').put(`${country}/reorder`, { tour_leader_id: mei, ids: [one, two, three] })).status,
    403,
  )
  assert.equal((await as('leader').get(country)).status, 403)
  assert.equal((await as('sales').get(`${country}/list/options`)).status, 404)
})
