import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as } = home
const { trip, book } = await bookingFixtures(home)
const [sales, manager, op] = [as('sales'), as('manager'), as('op')]
const read = async (id: number) => (await sales.get(`/bookings/${id}`)).data
const discount = (unit_price: number) => ({ kind: 'discount', description: '團體優惠', unit_price })
const surcharge = (unit_price: number, more: object = {}) => ({
  ...{ kind: 'surcharge', description: '簽證', unit_price, ...more },
})
const approved = { override: true, reason: '包機自付額' }
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
      `The total of the booking ${booking_number} would change from NT$718,200 to NT$678,300. Discounts and reductions that nobody approved would be NT$79,800, more than 10 % of the price of its trip, NT$75,810. Ask a manager or an administrator to approve it, with a reason.`,
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
  done(await as('admin').post(`/bookings/${id}/price-lines`, surcharge(100_000, approved)))
  assert.equal((await sales.post(`/bookings/${id}/price-lines`, discount(3991))).status, 403)
  done(await sales.post(`/bookings/${id}/price-lines`, discount(3990)))
})

test('a change of a traveler that lowers a confirmed price tells both prices, and asks a manager above the limit', async () => {
  const { id, booking_number, travelers } = await confirmed(['甲', { name: '乙', bed_type: 'single' }])
  const before = (await read(id)).total
  done(await manager.get(`/bookings/${id}`))
  const { status, body } = await sales.delete(`/travelers/${travelers[1].id}`)
  assert.equal(status, 403, JSON.stringify(body))
  assert.ok(body.detail.startsWith(`The total of the booking ${booking_number} would change from NT$`), body.detail)
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
  done(await as('admin').post(`/bookings/${id}/price-lines`, surcharge(9_999_999, approved)))
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

test('surcharges that nobody approved are within the limit; above it a manager adds them, or approves what sales ask for', async () => {
  const { id } = await confirmed(['甲'])
  const at = `/bookings/${id}/price-lines`
  done(await sales.post(at, surcharge(3000)))
  const { status, body } = await sales.post(at, surcharge(991))
  assert.deepEqual(
    [status, body.detail, body.roles, body.booking_id, body.approval],
    [
      403,
      'The surcharges of this booking would be NT$3,991, and sales add at most 10 % of its price, NT$3,990. Ask a manager or an administrator, who may add more with a reason.',
      ['manager', 'admin'],
      id,
      'surcharge',
    ],
  )
  assert.equal((await sales.post(at, surcharge(991, approved))).status, 403, 'sales cannot override')
  assert.deepEqual((await as('admin').post(at, surcharge(991))).body.errors, {
    override: [
      'The surcharges of this booking would be NT$3,991, more than 10 % of its price, NT$3,990: confirm it, and give a reason.',
    ],
  })
  const params = { description: '商務艙升等', unit_price: 20_000 }
  const asked = done(await sales.post('/approvals/surcharge', { booking_id: id, reason: '客人要商務艙', params }))
  assert.deepEqual([asked.price_before, asked.price_after, (await read(id)).total], [42_900, 62_900, 42_900])
  done(await manager.post(`/approvals/${asked.id}/approve`, {}))
  const line = (await read(id)).price_lines.at(-1)
  assert.deepEqual([line.kind, line.amount, line.override_reason], ['surcharge', 20_000, '客人要商務艙'])
  done(await sales.post(at, surcharge(990)))
  done(await manager.post(at, surcharge(5000, approved)))
  assert.equal((await manager.post(at, surcharge(1))).status, 403, 'a manager does not do the daily work')
})

test('a bed that costs less, and rooms that cost less, count as a discount above the limit', async () => {
  const { id, booking_number, travelers } = await confirmed([{ name: '甲', bed_type: 'single' }], {
    price_overrides: { single_supplement: 6000 },
  })
  const { status, body } = await sales.put(`/travelers/${travelers[0].id}`, { bed_type: 'twin' })
  assert.deepEqual(
    [status, body.detail, body.roles, body.approval],
    [
      403,
      `The total of the booking ${booking_number} would change from NT$45,900 to NT$39,900. Discounts and reductions that nobody approved would be NT$6,000, more than 10 % of the price of its trip, NT$3,990. Ask a manager or an administrator to approve it, with a reason.`,
      ['manager', 'admin'],
      'traveler_changed',
    ],
  )
  assert.equal((await read(id)).total, 45_900)
  const two = await confirmed([{ name: '甲', bed_type: 'single' }, '乙'], {
    price_overrides: { single_supplement: 6000 },
  })
  done(await sales.put(`/travelers/${two.travelers[0].id}`, { bed_type: 'twin' }))
  assert.equal((await read(two.id)).total, 79_800, 'within the limit of 7,980')

  const on = await trip(9, { price_overrides: { single_supplement: 6000 } })
  const party = await book(on.id, ['丙', '丁'])
  const { data: cities } = await op.get('/cities')
  const hotel_id = done(await op.post('/hotels', { name: '札幌大飯店', city_id: cities[0].id })).id
  const dates = { check_in: '2099-03-10', check_out: '2099-03-12', status: 'confirmed' }
  const stay = done(await op.post(`/planned-trips/${on.id}/stays`, { hotel_id, ...dates })).id
  const [first, second] = party.travelers.map((one: { id: number }) => one.id)
  const save = (rooms: number[][], supplements: string) =>
    op.put(`/planned-trips/${on.id}/stays/${stay}/rooms`, {
      rooms: rooms.map((traveler_ids) => ({ type: traveler_ids.length > 1 ? 'twin' : 'single', traveler_ids })),
      supplements,
    })
  done(await save([[first], [second]], 'charge'))
  done(await sales.post(`/bookings/${party.id}/confirm`))
  const refused = await save([[first, second]], 'charge')
  assert.deepEqual(
    [refused.status, refused.body.detail, refused.body.roles, refused.body.approval],
    [
      403,
      `The total of the booking ${party.booking_number} would change from NT$91,800 to NT$79,800. Discounts and reductions that nobody approved would be NT$12,000, more than 10 % of the price of its trip, NT$7,980. Ask a manager or an administrator to approve it, with a reason.`,
      ['manager', 'admin'],
      undefined,
    ],
  )
  done(await save([[first, second]], 'keep'))
  assert.equal((await read(party.id)).total, 91_800)
})

test('who was cancelled keeps the age and bed of the fee, and a cancelled booking its price', async () => {
  const { id, travelers } = await confirmed(['甲', '乙'], { departure_date: daysFromToday(20) })
  const second = `/travelers/${travelers[1].id}`
  done(await sales.post(`${second}/cancel`))
  const infant = { birth_date: daysFromToday(-100, -1) }
  const { status, body } = await sales.put(second, infant)
  assert.deepEqual([status, body.code], [409, 'step_not_possible'])
  assert.ok(body.detail.endsWith('is cancelled, so the age, bed and ticket stay. Restore the traveler first.'))
  done(await sales.put(second, { name: '乙乙' }))
  done(await sales.post(`${second}/restore`))
  done(await sales.post(`/bookings/${id}/cancel`, { reason: '家人住院' }))
  const settled = (await read(id)).total
  const closed = await sales.put(second, infant)
  assert.deepEqual([closed.status, closed.body.code, (await read(id)).total], [409, 'step_not_possible', settled])
  assert.equal((await sales.delete(second)).status, 409)
})

test('a cause that costs the customer nothing counts as a reduction, and needs a manager above the limit', async () => {
  const { id, planned_trip_id } = await confirmed(['甲'])
  await sql`update planned_trips set departure_date = today() + 20, return_date = today() + 22
     where id = ${planned_trip_id}`.execute(home.db)
  const other = { reason: '客戶改變主意', cause: 'other' }
  const { status, body } = await sales.post(`/bookings/${id}/cancel`, other)
  assert.deepEqual([status, body.roles, body.approval], [403, ['manager', 'admin'], 'booking_cancelled'])
  const asked = done(
    await sales.post('/approvals/booking-cancelled', { booking_id: id, reason: '颱風', params: { ...other } }),
  )
  done(await manager.post(`/approvals/${asked.id}/approve`, {}))
  assert.equal((await read(id)).total, 0)
})

test('the history says what a manager or an administrator has lowered, by how much, by which act and why', async () => {
  const { id, travelers } = await confirmed([{ name: '甲', bed_type: 'single' }], {
    departure_date: daysFromToday(20),
    price_overrides: { single_supplement: 6000 },
  })
  const params = { traveler_id: travelers[0].id, bed_type: 'twin' }
  const asked = done(await sales.post('/approvals/traveler-changed', { booking_id: id, reason: '與同事同房', params }))
  done(await manager.post(`/approvals/${asked.id}/approve`, {}))
  done(await as('admin').put(`/travelers/${travelers[0].id}`, { birth_date: daysFromToday(-100, -6), bed: false }))
  const history = done(await sales.get(`/bookings/${id}/history`))
  const reductions = history.filter(({ change }: Happened) => change?.table_name === 'booking_concessions')
  assert.deepEqual(
    reductions.map(({ by, change }: Happened) => {
      const [amount, act, reason] = ['amount', 'act', 'reason'].map((name) => change?.changes[name]?.[1] ?? null)
      return [by, amount, act, reason]
    }),
    [
      ['管理員', 5000, 'traveler_changed', null],
      ['主管老周', 6000, 'traveler_changed', '與同事同房'],
    ],
  )
  const { data } = await as('admin').get(
    `/audit?table_name=booking_concessions&record_id=${reductions[0].change.record_id}`,
  )
  assert.deepEqual([data.length, data[0]?.action], [1, 'created'])
})
type Happened = {
  by: string
  change: { table_name: string; record_id: number; changes: Record<string, [unknown, unknown]> } | null
}
