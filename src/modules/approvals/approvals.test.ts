import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as } = home
const { trip, book } = await bookingFixtures(home)
const [sales, finance, manager, admin] = [as('sales'), as('finance'), as('manager'), as('admin')]
const total = async (id: number) => (await sales.get(`/bookings/${id}`)).data.total
const discount = (booking_id: number, unit_price: number, reason = '老客戶第三次參團') => ({
  booking_id,
  reason,
  params: { description: '老客戶優惠', unit_price },
})
const titles = async (who: 'sales' | 'manager', event: string, language = 'zh-TW') =>
  (await as(who).get(`/notifications?event=${event}`, { 'accept-language': language })).data.map(
    ({ title, body }: Record<string, string>) => [title, body],
  )

test('sales ask for a discount above the limit, and a manager gives exactly that', async () => {
  const { id, booking_number } = await book((await trip(5)).id, ['甲'])
  const asked = done(await sales.post('/approvals/discount', discount(id, 5000)))
  const { created_at, updated_at, ...shown } = asked
  assert.deepEqual(shown, {
    id: asked.id,
    kind: 'discount',
    booking_id: id,
    params: { description: '老客戶優惠', unit_price: 5000 },
    birth_date: null,
    reason: '老客戶第三次參團',
    currency: 'TWD',
    price_before: 39900,
    price_after: 34900,
    status: 'waiting',
    asked_by: home.ids.sales,
    decided_by: null,
    decided_at: null,
    note: null,
    booking: {
      id,
      booking_number,
      contact_name: '王小美',
      planned_trip_id: shown.booking.planned_trip_id,
      serial: shown.booking.serial,
    },
    about: null,
    asker: { id: home.ids.sales, name: '業務小陳', name_en: null },
    decider: null,
    possible: ['withdraw'],
    version: 1,
  })
  assert.equal(await total(id), 39900, 'nothing is given before it is approved')
  assert.deepEqual((await titles('manager', 'approval.asked'))[0], [
    `${booking_number} 待核准：超過上限的優惠`,
    '業務小陳為 王小美 的訂單申請：超過上限的優惠\n訂單總價：NT$39,900 → NT$34,900\n原因：老客戶第三次參團',
  ])
  const [waiting] = (await manager.get(`/approvals?status=waiting&booking_id=${id}`)).data
  assert.deepEqual(waiting.possible, ['approve', 'decline'])
  const toDecide = async (who: typeof sales) =>
    (await who.get(`/approvals?to_decide=true&booking_id=${id}`)).data.map(({ id }: { id: number }) => id)
  assert.deepEqual(
    [await toDecide(manager), await toDecide(admin), await toDecide(finance), await toDecide(sales)],
    [[asked.id], [asked.id], [], []],
  )
  const [shownToFinance] = (await finance.get(`/approvals?status=waiting&booking_id=${id}`)).data
  assert.deepEqual(shownToFinance.possible, [], 'finance does not decide discounts')
  assert.equal((await sales.post(`/approvals/${asked.id}/approve`, {})).status, 403)
  const refused = await finance.post(`/approvals/${asked.id}/approve`, {})
  assert.deepEqual([refused.status, refused.body.roles], [403, ['manager', 'admin']])

  const approved = done(await manager.post(`/approvals/${asked.id}/approve`, { note: '可再給一次' }))
  assert.deepEqual([approved.status, approved.decider.name, approved.note], ['approved', '主管老周', '可再給一次'])
  const { price_lines } = (await sales.get(`/bookings/${id}`)).data
  assert.deepEqual([price_lines.at(-1).amount, price_lines.at(-1).override_reason], [-5000, '老客戶第三次參團'])
  assert.deepEqual(await titles('sales', 'approval.approved', 'en'), [
    [
      `${booking_number} Approved: Discount above the limit`,
      '主管老周 has approved it for 王小美, and it is done: Discount above the limit\nTotal of the booking: NT$39,900 → NT$34,900\nNote: 可再給一次',
    ],
  ])
  const again = await admin.post(`/approvals/${asked.id}/approve`, {})
  assert.deepEqual([again.status, again.body.code], [409, 'step_not_possible'])
  assert.equal(await total(id), 34900)
})

test('a decider declines with a note, and whoever asked takes a request back', async () => {
  const { id } = await book((await trip(5)).id, ['甲'])
  const first = done(await sales.post('/approvals/discount', discount(id, 6000)))
  assert.deepEqual(Object.keys((await manager.post(`/approvals/${first.id}/decline`, {})).body.errors), ['note'])
  assert.equal(
    done(await manager.post(`/approvals/${first.id}/decline`, { note: '本團毛利已不足' })).status,
    'declined',
  )
  assert.match((await titles('sales', 'approval.declined'))[0].join(), /未核准：超過上限的優惠.*說明：本團毛利已不足/s)
  const second = done(await sales.post('/approvals/discount', discount(id, 7000)))
  assert.equal((await manager.post(`/approvals/${second.id}/withdraw`)).status, 409)
  assert.equal(done(await sales.post(`/approvals/${second.id}/withdraw`)).status, 'withdrawn')
  assert.equal((await manager.post(`/approvals/${second.id}/approve`, {})).status, 409)
  assert.equal(await total(id), 39900)
})

test('nobody approves what they asked for, and nothing is approved after the booking has changed', async () => {
  const { id, travelers } = await book((await trip(5)).id, ['甲', '乙'])
  const own = done(await admin.post('/approvals/discount', discount(id, 9000)))
  const refused = await admin.post(`/approvals/${own.id}/approve`, {})
  assert.deepEqual(
    [refused.status, refused.body.detail],
    [403, 'Nobody decides what they asked for themselves: let a colleague decide it, or withdraw it.'],
  )
  done(await sales.post(`/travelers/${travelers[1].id}/cancel`))
  const { status, body } = await manager.post(`/approvals/${own.id}/approve`, {})
  assert.deepEqual(
    [status, body.detail],
    [
      409,
      'The booking has changed since this was asked (its total was NT$79,800 and is NT$39,900 now), so it cannot be approved. Decline it with a note, and let it be asked again.',
    ],
  )
  assert.equal(await total(id), 39900)
})

test('what is not possible is refused when it is asked', async () => {
  const { id } = await book((await trip(5)).id, ['甲'])
  assert.deepEqual((await sales.post('/approvals/discount', discount(id, 40000))).body.errors, {
    unit_price: ['The total would be −NT$100, and cannot be below zero: give less.'],
  })
  assert.equal(
    (await sales.post('/approvals/fee-waived', { booking_id: id, reason: 'x', params: { line_id: 999_999 } })).status,
    404,
  )
  const other = await book((await trip(5)).id, ['乙'])
  const foreign = { booking_id: id, reason: 'x', params: { traveler_id: other.travelers[0].id, bed: false } }
  assert.equal((await sales.post('/approvals/traveler-changed', foreign)).status, 404)
  assert.deepEqual((await manager.get(`/approvals?booking_id=${id}`)).data, [])
})

test('what is asked names the traveler, the other trip or the line that it is about', async () => {
  const { id, travelers } = await book((await trip(5)).id, ['甲', '乙'])
  done(await sales.post(`/bookings/${id}/confirm`))
  const ask = async (kind: string, params: object) => {
    const asked = done(await sales.post(`/approvals/${kind}`, { booking_id: id, reason: '客戶要求', params }))
    done(await sales.post(`/approvals/${asked.id}/withdraw`))
    return asked.about
  }
  const named = { name: '乙', name_en: null }
  assert.deepEqual(await ask('traveler-changed', { traveler_id: travelers[1].id, bed: false }), named)
  assert.deepEqual(await ask('traveler-cancelled', { traveler_id: travelers[1].id }), named)
  const { id: planned_trip_id } = await trip(5)
  const { serial, name, name_en } = (await sales.get(`/planned-trips/${planned_trip_id}`)).data
  const about = await ask('booking-transferred', { planned_trip_id })
  assert.deepEqual(about, { name: `${serial} ${name}`, name_en: `${serial} ${name_en ?? name}` })
})

test('other systems are told that an approval was asked for and given, without its words', async () => {
  const hook = done(
    await admin.post('/webhooks', { name: '內部系統', url: 'https://hooks.example.com', events: ['approval.changed'] }),
  )
  const { id } = await book((await trip(5)).id, ['甲'])
  const asked = done(await sales.post('/approvals/discount', discount(id, 5000)))
  done(await manager.post(`/approvals/${asked.id}/approve`, {}))
  const { rows } = await sql<{ data: object }>`
    select data from webhook_deliveries where webhook_id = ${hook.id} order by id`.execute(home.db)
  assert.deepEqual(
    rows.map(({ data }) => data),
    [
      { id: asked.id, what: 'asked' },
      { id: asked.id, what: 'approved' },
    ],
  )
})

test('a birth date that is asked for is sealed, and applied when it is approved', async () => {
  const { id, travelers } = await book((await trip(5)).id, ['甲', '乙'])
  done(await sales.post(`/bookings/${id}/confirm`))
  const asked = done(
    await sales.post('/approvals/traveler-changed', {
      booking_id: id,
      reason: '護照出生日期為 2098 年',
      params: { traveler_id: travelers[1].id, birth_date: '2020-05-05' },
    }),
  )
  assert.deepEqual(asked.params, { traveler_id: travelers[1].id })
  assert.ok(!JSON.stringify(asked).includes('2020-05'))
  const { rows } = await sql<{ text: string }>`
    select row_to_json(a)::text as text from approvals a where id = ${asked.id}`.execute(home.db)
  assert.ok(!rows[0]?.text.includes('2020-05'))
  done(await manager.post(`/approvals/${asked.id}/approve`, {}))
  const revealed = await sales.post(`/travelers/${travelers[1].id}/reveal`, { fields: ['birth_date'], reason: '核對' })
  assert.equal(revealed.data.birth_date, '2020-05-05')
})
