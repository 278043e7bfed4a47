import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as } = home
const { trip, book } = await bookingFixtures(home)
const [sales, manager] = [as('sales'), as('manager')]
const read = async (id: number) => (await sales.get(`/bookings/${id}`)).data
const discount = (unit_price: number) => ({ kind: 'discount', description: '團體優惠', unit_price })
const confirmed = async (names: (string | object)[], more: object = {}) => {
  const booking = await book((await trip(30, more)).id, names)
  done(await sales.post(`/bookings/${booking.id}/confirm`))
  return booking
}

test('a discount that was right for twenty does not carry two for nothing', async () => {
  const names = Array.from({ length: 20 }, (_, i) => `旅客${i + 1}`)
  const { id, booking_number, travelers } = await book((await trip(30)).id, names)
  done(await sales.post(`/bookings/${id}/price-lines`, discount(79_800)))
  const { status, body } = await sales.post(`/travelers/${travelers[0].id}/cancel`)
  assert.deepEqual(
    [status, body.detail, body.roles, body.booking_id, body.approval],
    [
      403,
      `The total of the booking ${booking_number} would change from TWD 718,200 to TWD 678,300. Discounts and reductions that nobody approved would be TWD 79,800, more than 10 % of the price of its trip, TWD 75,810. Ask a manager or an administrator to approve it, with a reason.`,
      ['manager', 'admin'],
      id,
      'traveler_cancelled',
    ],
  )
  for (const { id: traveler } of travelers.slice(2)) await sales.post(`/travelers/${traveler}/cancel`)
  assert.deepEqual([(await read(id)).total, (await read(id)).party_size], [718_200, 20])
  const asked = done(
    await sales.post('/approvals/traveler-cancelled', {
      booking_id: id,
      reason: '一人住院，其餘十九人照常參團',
      params: { traveler_id: travelers[0].id },
    }),
  )
  assert.deepEqual([asked.price_before, asked.price_after], [718_200, 678_300])
  done(await manager.post(`/approvals/${asked.id}/approve`, {}))
  assert.deepEqual([(await read(id)).total, (await read(id)).party_size], [678_300, 19])
  assert.equal((await sales.post(`/travelers/${travelers[1].id}/cancel`)).status, 403, 'one approval is for one act')
})

test('a surcharge is no base for a discount', async () => {
  const { id } = await book((await trip(5)).id, ['甲'])
  done(await sales.post(`/bookings/${id}/price-lines`, { kind: 'surcharge', description: '簽證', unit_price: 100_000 }))
  assert.equal((await sales.post(`/bookings/${id}/price-lines`, discount(3990.01))).status, 403)
  done(await sales.post(`/bookings/${id}/price-lines`, discount(3990)))
})

test('a change of a traveler that lowers a confirmed price tells both prices, and asks a manager above the limit', async () => {
  const { id, booking_number, travelers } = await confirmed(['甲', { name: '乙', bed_type: 'single' }])
  const before = (await read(id)).total
  done(await manager.get(`/bookings/${id}`))
  const { status, body } = await sales.delete(`/travelers/${travelers[1].id}`)
  assert.equal(status, 403, JSON.stringify(body))
  assert.ok(body.detail.startsWith(`The total of the booking ${booking_number} would change from TWD `), body.detail)
  assert.deepEqual([body.roles, (await read(id)).total], [['manager', 'admin'], before])
})

test('the fee of a cancelled traveler is waived with a reason, and above the limit by a manager', async () => {
  const { id, planned_trip_id, travelers } = await confirmed(['甲', '乙'])
  await sql`update planned_trips set departure_date = today() + 20, return_date = today() + 22
     where id = ${planned_trip_id}`.execute(home.db)
  done(await sales.post(`/travelers/${travelers[1].id}/cancel`))
  const fee = (await read(id)).price_lines.at(-1)
  assert.deepEqual([fee.kind, fee.amount, (await read(id)).total], ['cancellation', 7980, 47_880])
  const at = `/bookings/${id}/price-lines/${fee.id}`
  assert.deepEqual((await sales.delete(at)).body.errors, {
    reason: ['The terms made this line; give a reason to remove it.'],
  })
  const refused = await sales.delete(`${at}?reason=${encodeURIComponent('客人抱怨')}`)
  assert.deepEqual([refused.status, refused.body.roles, (await read(id)).total], [403, ['manager', 'admin'], 47_880])
  const asked = done(
    await sales.post('/approvals/fee-waived', { booking_id: id, reason: '住院', params: { line_id: fee.id } }),
  )
  done(await manager.post(`/approvals/${asked.id}/approve`, {}))
  assert.equal((await read(id)).total, 39_900)
  const lower = await sales.post(`/bookings/${id}/cancel`, { reason: '家人住院', fee: 0 })
  assert.equal(lower.status, 403, 'an agreed fee below the terms counts too')
  done(await sales.post(`/bookings/${id}/cancel`, { reason: '家人住院', fee: 4000 }))
})

test("the agency's fault as cause of one booking needs a manager, and pays a share of the package's price alone", async () => {
  const { id } = await confirmed(['甲'])
  done(
    await sales.post(`/bookings/${id}/price-lines`, { kind: 'surcharge', description: '升等', unit_price: 9_999_999 }),
  )
  const fault = { reason: '訂房錯誤', cause: 'house_fault' }
  const { status, body } = await sales.post(`/bookings/${id}/cancel`, fault)
  assert.deepEqual([status, body.roles, (await read(id)).status], [403, ['manager', 'admin'], 'confirmed'])
  const shown = done(await sales.post(`/bookings/${id}/cancel`, { ...fault, dry_run: true }))
  assert.equal(shown.status, 'confirmed', 'sales see what it would cost')
  const asked = done(
    await sales.post('/approvals/booking-cancelled', { booking_id: id, reason: '訂房錯誤', params: fault }),
  )
  done(await manager.post(`/approvals/${asked.id}/approve`, {}))
  // Long before the departure the agency owes 5 % of 39,900 and nothing of the surcharge.
  assert.deepEqual([(await read(id)).cancellation.penalty, (await read(id)).status], [1995, 'cancelled'])
})
