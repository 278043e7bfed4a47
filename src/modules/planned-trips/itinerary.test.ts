import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sellable } from '../../../test/fixtures/packages.ts'
import { house } from '../../../test/house.ts'

const { as } = await house()
const op = as('op')
const { package_id, sapporo } = await sellable(as)
const planned = async (departure_date: string) => {
  const { data } = await op.post('/planned-trips', { package_id, departure_date })
  const at = `/planned-trips/${data.id}`
  return { ...data, at, days: (await op.get(`${at}/segments`)).data }
}
const fieldsOf = ({ status, body }: { status: number; body: { errors?: object } }) => [
  status,
  Object.keys(body.errors ?? {}),
]

test('one day and one leg are changed separately, and each has its own version', async () => {
  const { at, days } = await planned('2091-03-10')
  const [first] = days
  const day = await op.put(`${at}/segments/${first.id}`, { title: '抵達札幌', city_ids: [] })
  assert.deepEqual([day.data.title, day.data.city_ids, day.data.legs.length], ['抵達札幌', [], 3])
  assert.equal((await op.get(`${at}/segments`)).data[1].title, days[1].title)
  const nowhere = [
    { starts_on: '2091-03-10', city_ids: [first.city_ids[0], 999999] },
    { starts_on: '2091-03-11', city_ids: [999999] },
  ]
  const refused = await op.put(`${at}/segments`, { segments: nowhere.map((each) => ({ ...each, title: '無此城市' })) })
  assert.deepEqual(fieldsOf(refused), [422, ['segments.0.city_ids.1', 'segments.1.city_ids.0']])
  const [leg] = first.legs
  const changed = await op.put(`${at}/legs/${leg.id}`, { supplier: '長榮', status: 'confirmed' })
  assert.deepEqual([changed.data.supplier, changed.data.type, changed.data.sequence], ['長榮', leg.type, 1])
  assert.equal((await op.put(`${at}/legs/${leg.id}`, { notes: 'x' }, { 'if-match': '"1"' })).status, 412)
  const tag = changed.headers.etag ?? ''
  assert.equal((await op.put(`${at}/legs/${leg.id}`, { notes: 'x' }, { 'if-match': tag })).status, 200)
  const other = await planned('2091-03-20')
  assert.equal((await op.put(`${other.at}/legs/${leg.id}`, { notes: 'x' })).status, 404)
  assert.equal((await op.put(`${other.at}/segments/${first.id}`, { title: 'x' })).status, 404)
})

test('the ETag of days and legs is that of their trip', async () => {
  const { at, days } = await planned('2091-04-10')
  for (const part of ['segments', 'legs']) {
    const tag = (await op.get(`${at}/${part}`)).headers.etag ?? ''
    const body =
      part === 'legs' ? { legs: [] } : { segments: [{ id: days[0].id, starts_on: '2091-04-10', title: '一' }] }
    assert.equal((await op.put(`${at}/${part}`, body, { 'if-match': tag })).status, 200, part)
    assert.equal((await op.put(`${at}/${part}`, body, { 'if-match': tag })).status, 412, part)
  }
})

test('days and legs outside their trip are refused at their row', async () => {
  const { at, days } = await planned('2091-05-10')
  const wrong = [
    { id: days[0].id, starts_on: '2091-05-10', title: '一' },
    { starts_on: '2091-05-13', title: '四' },
    { starts_on: '2091-05-11', ends_on: '2091-05-14', title: '二' },
  ]
  assert.deepEqual(fieldsOf(await op.put(`${at}/segments`, { segments: wrong })), [
    422,
    ['segments.1.starts_on', 'segments.2.ends_on'],
  ])
  assert.deepEqual(fieldsOf(await op.put(`${at}/segments/${days[0].id}`, { starts_on: '2091-05-09' })), [
    422,
    ['starts_on'],
  ])
  const leg = { segment_id: days[0].id, type: 'coach' }
  const legs = [leg, { ...leg, starts_at: '2091-05-08T10:00', ends_at: '2091-06-10T10:00' }]
  assert.deepEqual(fieldsOf(await op.put(`${at}/legs`, { legs })), [422, ['legs.1.starts_at', 'legs.1.ends_at']])
})

test('a leg has the local time of its city, and keeps it when the trip moves across a change to summer time', async () => {
  const admin = as('admin')
  const { data: paris } = await admin.post('/cities', {
    country_id: (await op.get(`/cities/${sapporo}`)).data.country_id,
    name: '巴黎',
    timezone: 'Europe/Paris',
  })
  const { at, days } = await planned('2091-03-20')
  const leg = { segment_id: days[1].id, type: 'train', from_city_id: paris.id, to_city_id: sapporo }
  const { data } = await op.put(`${at}/legs`, {
    legs: [{ ...leg, starts_at: '2091-03-21T09:00', ends_at: '2091-03-22T11:00' }],
  })
  assert.deepEqual(
    [data[0].starts_at, data[0].starts_local, data[0].ends_at, data[0].ends_local],
    ['2091-03-21T08:00:00+00:00', '2091-03-21T09:00', '2091-03-22T02:00:00+00:00', '2091-03-22T11:00'],
  )
  assert.equal((await op.put(at, { departure_date: '2091-03-27' })).status, 200)
  const [moved] = (await op.get(`${at}/legs`)).data
  assert.deepEqual(
    [moved.starts_at, moved.starts_local, moved.ends_local],
    ['2091-03-28T07:00:00+00:00', '2091-03-28T09:00', '2091-03-29T11:00'],
  )
})
