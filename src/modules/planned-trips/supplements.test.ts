import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as } = home
const { trip, book } = await bookingFixtures(home)
const [op, sales] = [as('op'), as('sales')]
const totalOf = async (id: number) => (await sales.get(`/bookings/${id}`)).data.total
const titles = async () =>
  (await sales.get('/notifications?sort=id')).data
    .filter(({ event }: { event: string }) => event.startsWith('room-supplement'))
    .map(({ title }: { title: string }) => title)

/** A booking of two who share a room, on a trip with one hotel and a single supplement of 4,000. */
const roomed = async () => {
  const { id: on } = await trip(9, { price_overrides: { adult: 30000, single_supplement: 4000 } })
  const { id, booking_number, travelers } = await book(on, ['甲', '乙'])
  const { data: cities } = await op.get('/cities')
  const hotel_id = done(await op.post('/hotels', { name: `飯店 ${on}`, city_id: cities[0].id })).id
  const dates = { check_in: '2099-03-10', check_out: '2099-03-12', status: 'confirmed' }
  const stay = done(await op.post(`/planned-trips/${on}/stays`, { hotel_id, ...dates })).id
  const [first, second] = travelers.map((one: { id: number }) => one.id)
  const save = (rooms: number[][], more: object = {}) =>
    op.put(`/planned-trips/${on}/stays/${stay}/rooms`, {
      rooms: rooms.map((traveler_ids) => ({ type: traveler_ids.length > 1 ? 'twin' : 'single', traveler_ids })),
      ...more,
    })
  const off = async () =>
    done(await op.get(`/planned-trips/${on}/stays/${stay}/supplements`)).travelers.map(
      ({ name, difference }: Record<string, unknown>) => [name, difference],
    )
  return { id: id as number, on, stay, booking_number, first, second, save, off }
}

test('rooms that change a single supplement need a decision, and the price follows if the answer says so', async () => {
  const { id, booking_number, first, second, save } = await roomed()
  const { status, body } = await save([[first], [second]])
  assert.deepEqual(
    [status, body.errors],
    [
      422,
      {
        supplements: [
          'These rooms change single supplements: 甲 pays NT$4,000 more, 乙 pays NT$4,000 more. Say whether the prices follow the rooms, or stay as they are.',
        ],
      },
    ],
  )
  assert.deepEqual(
    body.supplements.map(({ name, difference }: Record<string, unknown>) => [name, difference]),
    [
      ['甲', 4000],
      ['乙', 4000],
    ],
  )
  assert.equal(await totalOf(id), 60000)
  done(await save([[first], [second]], { supplements: 'charge' }))
  assert.equal(await totalOf(id), 68000)
  done(await save([[second], [first]]))
  assert.deepEqual((await save([[first, second]])).body.errors.supplements, [
    'These rooms change single supplements: 甲 pays NT$4,000 less, 乙 pays NT$4,000 less. Say whether the prices follow the rooms, or stay as they are.',
  ])
  done(await save([[first, second]], { supplements: 'charge' }))
  assert.equal(await totalOf(id), 60000)
  assert.deepEqual(await titles(), [
    `${booking_number} Single supplement charged: NT$4,000`,
    `${booking_number} Single supplement charged: NT$4,000`,
    `${booking_number} Single supplement removed: NT$4,000`,
    `${booking_number} Single supplement removed: NT$4,000`,
  ])
})

test('a single room can be given without a charge, which notifies sales and is not asked again', async () => {
  const { id, booking_number, first, second, save } = await roomed()
  done(await save([[first]], { supplements: 'keep' }))
  assert.equal(await totalOf(id), 60000)
  assert.equal((await titles()).at(-1), `${booking_number} A room alone without the supplement`)
  done(await save([[first]]))
  done(await save([[first, second]]))
})

test('a price that was kept by mistake is corrected at the rooms, which stay as they are', async () => {
  const { id, on, stay, booking_number, first, second, save, off } = await roomed()
  assert.deepEqual(await off(), [])
  done(await save([[first], [second]], { supplements: 'keep' }))
  assert.deepEqual(
    [await totalOf(id), await off()],
    [
      60000,
      [
        ['甲', 4000],
        ['乙', 4000],
      ],
    ],
  )
  assert.equal((await sales.get(`/planned-trips/${on}/stays/${stay}/supplements`)).status, 403)
  done(await save([[first], [second]]))
  done(await save([[first], [second]], { supplements: 'keep' }))
  assert.equal(await totalOf(id), 60000)
  done(await save([[first], [second]], { supplements: 'charge' }))
  assert.deepEqual([await totalOf(id), await off()], [68000, []])
  assert.equal((await titles()).at(-1), `${booking_number} Single supplement charged: NT$4,000`)
  done(await save([[first, second]], { supplements: 'keep' }))
  assert.deepEqual(await off(), [
    ['甲', -4000],
    ['乙', -4000],
  ])
  done(await save([[first, second]], { supplements: 'charge' }))
  assert.equal(await totalOf(id), 60000)
})
