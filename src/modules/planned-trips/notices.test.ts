import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { tellTripNews } from '../../../test/fixtures/news.ts'
import { tellPayments } from '../../../test/fixtures/payments.ts'
import { refundsByOne } from '../../../test/fixtures/refunds.ts'
import { house } from '../../../test/house.ts'

const home = await house()
await refundsByOne(home)
const { as, db, ids } = home
const { trip, book } = await bookingFixtures(home)

/** The sentences of the mails that wait for a person. */
const toldTo = async (person: string) => {
  const { rows } = await sql<{
    sentence: string
  }>`select sentence from deliveries where person = ${person} order by id`.execute(db)
  return rows.map(({ sentence }) => sentence)
}
const params = async (person: string, sentence: string) => {
  const { rows } = await sql<{ params: Record<string, string | null> }>`
    select params from deliveries where person = ${person} and sentence = ${sentence} order by id desc`.execute(db)
  return rows[0]?.params
}
const proved = (traveler: number) =>
  sql`update travelers set email_proved_at = now() where id = ${traveler}`.execute(db)
const party = async (more: object = {}) => {
  const { id } = await trip(9, more)
  const booking = await book(id, ['甲', { name: '乙', email: 'yi@example.com' }])
  const traveler = booking.travelers[1].id
  await proved(traveler)
  return { id, booking, contact: `contact ${booking.id}`, traveler: `traveler ${traveler}` }
}

test('a payment, a refund and a correction notify the contact and sales, except the person who recorded them', async () => {
  const { booking, contact, traveler } = await party()
  const pay = async (body: object) => {
    const payment = done(
      await as('finance').post(`/bookings/${booking.id}/payments`, {
        ...{ amount: 20000, method: 'bankTransfer', received_at: '2026-01-05T04:00:00Z' },
        ...body,
      }),
    )
    await tellPayments(home)
    return payment
  }
  await pay({ amount: 79800 })
  const discount = { kind: 'discount', description: '優惠', unit_price: 1500 }
  done(await as('sales').post(`/bookings/${booking.id}/price-lines`, discount))
  await pay({ kind: 'refund', amount: 1500 })
  done(await as('sales').post(`/bookings/${booking.id}/price-lines`, { ...discount, kind: 'surcharge' }))
  const { id } = await pay({ amount: 500 })
  done(await as('finance').post(`/bookings/${booking.id}/payments/${id}/void`, { reason: '金額輸入錯誤' }))
  assert.deepEqual(await toldTo(contact), [
    'payment.received',
    'payment.refunded',
    'payment.received',
    'payment.voided',
  ])
  assert.deepEqual(await toldTo(traveler), [], 'money is between the agency and the contact')
  const { amount, day } = (await params(contact, 'payment.voided')) ?? {}
  assert.deepEqual([amount, day], ['NT$500', '2026-01-05'])
  assert.equal((await params(contact, 'payment.refunded'))?.amount, 'NT$1,500')
  const { data } = await as('sales').get('/notifications?event=payment.received')
  assert.deepEqual(
    data.map((one: { title: string }) => one.title),
    [`${booking.booking_number} Received NT$500`, `${booking.booking_number} Received NT$79,800`],
  )
  assert.equal((await as('finance').get('/notifications?event=payment.received')).data.length, 0)
})

test('changed flights notify OP and sales, and the travelers only if the change says so', async () => {
  const { id, contact, traveler } = await party()
  const flights = (departs_at: string, more: object = {}) => ({
    flights: [
      {
        ...{ direction: 'outbound', sequence: 1, flight_number: 'BR198', origin: 'TPE', destination: 'NRT' },
        ...{ departs_at, departs_timezone: 'Asia/Taipei', arrives_timezone: 'Asia/Tokyo' },
        ...{ arrives_at: '2099-03-10T15:00:00+09:00', ...more },
      },
    ],
  })
  const put = async (body: object) => done(await as('ticketing').put(`/planned-trips/${id}/flights/bulk`, body))
  const [{ id: flight }] = await put(flights('2099-03-10T08:00:00+08:00'))
  await tellTripNews(home)
  await put(flights('2099-03-10T09:00:00+08:00', { id: flight }))
  await tellTripNews(home)
  assert.deepEqual([await toldTo(contact), await toldTo(traveler)], [[], []])
  assert.equal((await as('sales').get('/notifications?event=trip-news')).data.length, 1)
  await put({ ...flights('2099-03-10T09:30:00+08:00', { id: flight }), tell_travelers: true })
  await tellTripNews(home)
  assert.deepEqual(await toldTo(contact), ['trip-news/booked'])
  assert.deepEqual(await toldTo(traveler), ['trip-news/booked'])
  done(await as('ticketing').put(`/planned-trip-flights/${flight}`, { status: 'cancelled', tell_travelers: true }))
  await tellTripNews(home)
  assert.match(String((await params(traveler, 'trip-news/booked'))?.changes), /取消$/)
})

test('a new leader notifies OP and sales, and the travelers only if the change says so', async () => {
  const { id, contact, traveler } = await party({ op_user_id: ids.op })
  const leader = async (leader_number: string) => {
    const made = done(await as('admin').post('/tour-leaders', { leader_number, name: `領隊${leader_number}` })).id
    const license = { type: '外語領隊', number: 'A-1', expires_on: '2099-12-31' }
    done(await as('admin').put(`/tour-leaders/${made}`, { licenses: [license], passport_expires_on: '2100-12-31' }))
    return made
  }
  const lead = async (tour_leader_id: number, more: object = {}) =>
    done(await as('line_control').put(`/planned-trips/${id}/assigned-leader`, { tour_leader_id, ...more }))
  await lead(await leader('L901'))
  await tellTripNews(home)
  assert.deepEqual([await toldTo(contact), await toldTo(traveler)], [[], []])
  await lead(await leader('L903'))
  await tellTripNews(home)
  assert.deepEqual([await toldTo(contact), await toldTo(traveler)], [[], []], 'another leader, and nothing was ticked')
  await lead(await leader('L902'), { tell_travelers: true })
  await tellTripNews(home)
  assert.deepEqual([await toldTo(contact), await toldTo(traveler)], [['trip-news/booked'], ['trip-news/booked']])
  assert.equal((await params(contact, 'trip-news/booked'))?.changes, '領隊：領隊L902')
  const titles = (await as('op').get('/notifications?event=trip-leader.named')).data.map(
    (one: { title: string }) => one.title,
  )
  assert.deepEqual(
    titles.map((title: string) => title.split(' ').slice(1).join(' ')),
    ['Tour leader: 領隊L902', 'Tour leader: 領隊L903', 'Tour leader: 領隊L901'],
  )
})

test('travelers are notified of other dates, of a cancelled trip and of their own cancellation', async () => {
  const { id, booking, contact, traveler } = await party()
  done(await as('op').put(`/planned-trips/${id}`, { departure_date: '2099-03-12' }))
  await tellTripNews(home)
  assert.deepEqual([await toldTo(contact), await toldTo(traveler)], [['trip-news/booked'], ['trip-news/booked']])
  assert.match(
    String((await params(contact, 'trip-news/booked'))?.changes),
    /^出團日期：2099\/3\/10（二）– 3\/\d\d（.） → 2099\/3\/12（四）/,
  )
  const { body } = (await as('sales').get('/notifications?event=trip-news')).data[0]
  assert.match(body, /Tue 10 Mar – \w{3} \d\d Mar 2099 → Thu 12 Mar – \w{3} \d\d Mar 2099$/)
  done(await as('sales').post(`/travelers/${booking.travelers[1].id}/cancel`, {}))
  assert.deepEqual((await toldTo(traveler)).slice(1), ['traveler.cancelled'])
  const other = await party()
  done(await as('admin').put(`/planned-trips/${other.id}/status`, { status: 'cancelled', reason: '颱風' }))
  assert.deepEqual(await toldTo(other.traveler), ['traveler.called-off'])
})

test('a step that was undone is not mailed, and the same step later is not mailed again', async () => {
  const { id, contact } = await party({ op_user_id: ids.op })
  const step = async (status: string, reason?: string) =>
    done(await as('line_control').put(`/planned-trips/${id}/status`, { status, ...(reason && { reason }) }))
  const mailed = async (person: string) => {
    const { rows } = await sql<{ sentence: string; state: string }>`
      select sentence, state from deliveries where person = ${person} and subject_type = 'planned_trip' and subject_id = ${id}
       order by id`.execute(db)
    return rows.map(({ sentence, state }) => `${sentence} ${state}`)
  }
  const op = `user ${ids.op}`
  await step('guaranteed')
  await step('open', '按錯了')
  assert.deepEqual(await mailed(op), ['planned-trip.guaranteed dropped'], 'it was undone before the mail left')
  assert.deepEqual(await mailed(contact), [])
  await step('guaranteed')
  await sql`update deliveries set state = 'sent' where state = 'waiting' and subject_id = ${id}`.execute(db)
  await step('closed', '先關')
  await sql`update deliveries set state = 'sent' where state = 'waiting' and subject_id = ${id}`.execute(db)
  await step('open', '又開放')
  await step('guaranteed')
  await step('closed', '再關')
  assert.deepEqual(await mailed(op), [
    'planned-trip.guaranteed dropped',
    'planned-trip.guaranteed sent',
    'planned-trip.closed sent',
  ])
  await tellTripNews(home)
  assert.deepEqual(await mailed(contact), ['trip-news/booked waiting'])
  const titles = (await as('op').get('/notifications?per_page=20', { 'accept-language': 'zh-TW' })).data
  const { serial } = (await as('op').get(`/planned-trips/${id}`)).data
  assert.deepEqual(
    titles
      .map(({ title }: { title: string }) => title)
      .filter((title: string) => title.startsWith(serial))
      .map((title: string) => title.slice(serial.length + 1)),
    ['關團', '確定出團', '恢復開放報名', '關團', '確定出團', '恢復開放報名', '確定出團'],
    'the app tells each step',
  )
})
