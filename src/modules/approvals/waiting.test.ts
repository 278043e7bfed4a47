import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house, type Person } from '../../../test/house.ts'

const home = await house()
const { as } = home
const there = await fixtures(home)
const { asked } = conversation(home, there)
const { trip, book } = await bookingFixtures(home)
const licenses = [{ type: '外語領隊執業證', number: 'A1', issued_on: '2020-01-01', expires_on: '2089-01-01' }]
const leader = done(await as('admin').post('/tour-leaders', { name: '陳志明', user_id: home.ids.leader, licenses })).id
const [sales, manager, finance, line] = [as('sales'), as('manager'), as('finance'), as('line_control')]

type Named = { name: string; name_en: string | null }
type Shown = {
  title: string
  title_en: string
  about: Named
  number: string
  subject: { type: string }
  reason: string | null
  asker: Named | null
  due_on: string | null
}
type Row = { source: string; id: number; possible: string[] }
const waiting = async (who: Person, query = ''): Promise<Row[]> =>
  done(await as(who).get(`/approvals/waiting${query}`)).map(({ source, id, possible }: Row) => ({
    source,
    id,
    possible,
  }))
const leaveOn = async (starts_on: string, ends_on: string) =>
  done(
    await as('leader').post('/leader-unavailabilities', {
      type: 'annual_leave',
      starts_on,
      ends_on,
      reason: '家庭旅遊',
    }),
  ).id
const both = ['approve', 'decline']

test('one list holds what waits for a decision, whatever it is about, and each reader sees what it may decide or has asked', async () => {
  const booking = await book((await trip(5)).id, ['甲'])
  const discount = done(
    await sales.post('/approvals/discount', {
      booking_id: booking.id,
      reason: '老客戶第三次參團',
      params: { description: '老客戶優惠', unit_price: 5000 },
    }),
  ).id
  const addon = (await asked(there.guarded, { message: '想要輪椅', needed_by: '2083-01-30' })).id
  const free = await leaveOn('2027-03-01', '2027-03-05')
  const { id: led } = await trip(5, { departure_date: '2027-04-04' })
  done(await line.put(`/planned-trips/${led}/assigned-leader`, { tour_leader_id: leader }))
  const busy = await leaveOn('2027-04-01', '2027-04-05')

  const ofBooking = { source: 'approval', id: discount }
  const ofAddon = { source: 'addon_request', id: addon }
  const [freeLeave, busyLeave] = [free, busy].map((id) => ({ source: 'leader_unavailability', id }))
  assert.deepEqual(await waiting('admin'), [
    { ...ofBooking, possible: both },
    { ...ofAddon, possible: both },
    { ...freeLeave, possible: both },
    { ...busyLeave, possible: both },
  ])
  assert.deepEqual(
    await waiting('manager'),
    [
      { ...ofBooking, possible: both },
      { ...ofAddon, possible: both },
      { ...busyLeave, possible: ['approve'] },
    ],
    'a manager decides days off only where they conflict',
  )
  assert.deepEqual(await waiting('line_control'), [
    { ...freeLeave, possible: both },
    { ...busyLeave, possible: both },
  ])
  assert.deepEqual(await waiting('sales'), [
    { ...ofBooking, possible: ['withdraw'] },
    { ...ofAddon, possible: [] },
  ])
  assert.deepEqual(await waiting('sales', '?to_decide=true'), [], 'whoever asked does not decide')
  assert.deepEqual(await waiting('finance'), [])
  for (const who of ['leader', 'customer'] as const) assert.equal((await as(who).get('/approvals/waiting')).status, 403)

  const shown = done(await as('admin').get('/approvals/waiting'))
  const texts = shown.map(({ title, title_en, about, number, subject, reason, asker, due_on }: Shown) => [
    title,
    title_en,
    about.name,
    subject.type,
    number,
    reason,
    asker?.name,
    due_on,
  ])
  const { request_number } = (await sales.get(`/addon-requests/${addon}`)).data
  const { leader_number } = (await line.get(`/tour-leaders/${leader}`)).data
  assert.deepEqual(texts.slice(0, 3), [
    [
      ...['超過上限的優惠', 'Discount above the limit', '王小美', 'booking', booking.booking_number],
      ...['老客戶第三次參團', '業務小陳', null],
    ],
    [
      ...['加購：T_GUARDED', 'Add-on: T_GUARDED', '王小美', 'addon_request', request_number],
      ...['想要輪椅', '業務小陳', '2083-01-30'],
    ],
    [
      ...['請假：特休', 'Days off: Annual leave', '陳志明', 'tour_leader', leader_number],
      ...['家庭旅遊', '領隊阿明', '2027-03-01'],
    ],
  ])
  const own = shown.map((row: Record<string, { id: number } | null>) =>
    ['approval', 'addon_request', 'leader_unavailability'].map((source) => row[source]?.id ?? null),
  )
  assert.deepEqual(own, [
    [discount, null, null],
    [null, addon, null],
    [null, null, free],
    [null, null, busy],
  ])

  // The route of each module decides, and what is decided waits no longer.
  done(await manager.post(`/approvals/${discount}/approve`, {}))
  assert.equal(done(await manager.post(`/addon-requests/${addon}/approve`, { message: '可以' })).status, 'open')
  done(await line.post(`/leader-unavailabilities/${free}/decline`, { reason: '人手不足' }))
  const forced = { override: true, reason: '由同仁代班' }
  assert.equal(done(await manager.post(`/leader-unavailabilities/${busy}/approve`, forced)).status, 'approved')
  assert.deepEqual(await waiting('admin'), [])
})

test('a manager is told of an add-on that waits for approval, and declines it with a reason', async () => {
  const { id } = await asked(there.guarded)
  const told = (await manager.get('/notifications?event=addon-request.created')).data
  assert.deepEqual([told.length > 0, told[0]?.subject.id], [true, id])
  assert.equal((await sales.post(`/addon-requests/${id}/approve`, {})).status, 403)
  assert.equal((await finance.post(`/addon-requests/${id}/approve`, {})).status, 403)
  const mine = (await manager.get('/addon-requests?next_action_by=me')).data
  assert.deepEqual(
    mine.map((request: { id: number }) => request.id),
    [id],
  )
  const declined = done(await manager.post(`/addon-requests/${id}/decline`, { reason: '成本過高' }))
  assert.deepEqual([declined.status, declined.cancel_reason], ['cancelled', '成本過高'])
})
