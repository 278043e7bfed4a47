import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { days, sellable } from '../../../test/fixtures/packages.ts'
import { house } from '../../../test/house.ts'
import { unmarked } from '../../../test/page-text.ts'

const { app, as } = await house()
const op = as('op')
const { package_id, sapporo } = await sellable(as)
await as('admin').put('/site', { is_on: true })

test('two hotels, 或同級 and what is eaten reach the trip and its public page', async () => {
  const [one, two, three] = days(sapporo)
  const night = { hotel_name: '札幌王子大飯店', other_hotel_name: '札幌格蘭大飯店', or_similar: true }
  const segments = [{ ...one, ...night, dinner_text: '三大螃蟹吃到飽' }, { ...two, or_similar: true }, three]
  assert.equal((await op.put(`/packages/${package_id}/segments`, { segments })).status, 200)
  const trip = (await op.post('/planned-trips', { package_id, departure_date: daysFromToday(90), status: 'open' })).data
  const [first] = (await op.get(`/planned-trips/${trip.id}/segments`)).data
  assert.deepEqual(
    [first.hotel_name, first.other_hotel_name, first.or_similar, first.dinner_text, first.lunch_text],
    ['札幌王子大飯店', '札幌格蘭大飯店', true, '三大螃蟹吃到飽', null],
  )
  for (const [path, parts] of [
    ['', ['札幌王子大飯店／札幌格蘭大飯店 或同級', '札幌大飯店 或同級', '晚餐 三大螃蟹吃到飽']],
    ['/en', ['札幌王子大飯店 / 札幌格蘭大飯店 or similar', '札幌大飯店 or similar', 'Dinner 三大螃蟹吃到飽']],
  ] as const) {
    const { body } = await app.inject({ url: `${path}/trips/${trip.serial}`, headers: { host: 'tours.example' } })
    const text = unmarked(body).replaceAll(/<[^>]+>/g, '')
    for (const part of parts) assert.ok(text.includes(part), `${part} in ${text}`)
  }
})

test('a season takes over the second hotel of its package too', async () => {
  const [trip] = (await op.get('/planned-trips')).data
  const [one, ...others] = days(sapporo)
  const segments = [{ ...one, other_hotel_name: '札幌全日空' }, ...others]
  assert.equal((await op.put(`/packages/${package_id}/segments`, { segments })).status, 200)
  assert.equal((await op.post('/planned-trips/bulk/hotels', { ids: [trip.id], dry_run: false })).status, 200)
  const [first] = (await op.get(`/planned-trips/${trip.id}/segments`)).data
  assert.deepEqual([first.hotel_name, first.other_hotel_name, first.or_similar], ['札幌大飯店', '札幌全日空', false])
})
