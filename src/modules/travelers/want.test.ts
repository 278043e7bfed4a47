import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtures } from '../../../test/fixtures/travelers.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as } = home
const sales = as('sales')
const { trip, book, enter } = await fixtures(home)
const osaka = await trip('2083-03-01', '2083-03-05', { status: 'open', capacity: 20 })
const booking = await book(osaka, 'customer', 'confirmed')
const [mei, tung] = [(await enter(booking, '王小美')).id, (await enter(booking, '李大同')).id]
const want = (body: object, caller = sales) => caller.post('/readiness/bulk/want', body)
const papersOf = async (traveler_id: number) =>
  (await sales.get(`/traveler-documents?traveler_id=${traveler_id}`)).data
    .map(({ kind }: { kind: string }) => kind)
    .sort()

test('papers are requested of many travelers at once; what is requested already is left out', async () => {
  await sales.post('/traveler-documents/wanted', { traveler_id: mei, kinds: ['passport'] })
  const wanted = { filter: { planned_trip_id: osaka }, kinds: ['passport', 'photo'] }
  const tried = await want({ ...wanted, dry_run: true })
  assert.equal(tried.status, 200, JSON.stringify(tried.body))
  assert.deepEqual(tried.data, [
    { traveler_id: mei, name: '王小美', status: 'would_change', faults: [], requested: 1 },
    { traveler_id: tung, name: '李大同', status: 'would_change', faults: [], requested: 2 },
  ])
  assert.deepEqual(await papersOf(tung), [])
  const done = await want(wanted)
  assert.deepEqual(done.body.meta, { dry_run: false, created: 0, changed: 2 })
  assert.deepEqual(
    [await papersOf(mei), await papersOf(tung)],
    [
      ['passport', 'photo'],
      ['passport', 'photo'],
    ],
  )
  assert.deepEqual(
    (await want({ ...wanted, filter: undefined, ids: [tung] })).data.map(({ status }: { status: string }) => status),
    ['unchanged'],
  )
})

test('a traveler who is not about to travel is refused, and then nobody is asked', async () => {
  const refused = await want({ ids: [tung, 999_999], kinds: ['visa'] })
  assert.equal(refused.status, 422)
  assert.deepEqual(
    refused.body.rows.map(({ status }: { status: string }) => status),
    ['would_change', 'refused'],
  )
  assert.deepEqual(await papersOf(tung), ['passport', 'photo'])
  assert.equal((await want({ ids: [tung], kinds: ['visa'] }, as('op'))).status, 403)
})
