import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainDay } from 'guidon-design/formats'
import { sql } from 'kysely'
import { notifyOfRefunds } from '../../src/modules/bookings/refunds.ts'
import { daysFromToday } from '../days.ts'
import { tellPayments } from '../fixtures/payments.ts'
import { columns, done, office } from './office.ts'

const { as, ids, package_id, japan, news, mail, post, database, db } = await office()
const [op, sales, finance] = [as('op'), as('sales', { 'accept-language': 'en' }), as('finance')]
const [lines, leader, customer, stranger] = [as('line_control'), as('leader'), as('customer'), as()]
const people = { op_user_id: ids.op, sales_user_id: ids.sales, ticketing_user_id: ids.ticketing }
const licenses = [{ type: '領隊人員執業證（外語）' }]
done(await lines.post('/tour-leaders', { name: '陳志明', user_id: ids.leader, licenses, min_rest_days: 0 }))
done(await lines.post('/tour-leaders', { name: '林美華', email: 'hua@example.com', licenses }))

/** A trip led by 陳志明, with a confirmed booking of two. */
const sold = async (departure_date: string, more: object = {}) => {
  const trip = { package_id, departure_date, status: 'open', capacity: 8, ...people, ...more }
  const { id: planned_trip_id } = done(await op.post('/planned-trips', trip))
  const [ming] = done(await lines.get('/tour-leaders?q=陳志明'))
  done(await lines.put(`/planned-trips/${planned_trip_id}/assigned-leader`, { tour_leader_id: ming.id }))
  const party = {
    contact: { name: '王大明', phone: '0912345678', email: 'customer@example.com' },
    travelers: [
      { name: '王大明', birth_date: '1980-01-01', gender: 'male' },
      { name: '林美玲', birth_date: '1982-01-01', gender: 'female' },
    ],
    ...{
      payment_method: 'bankTransfer',
      travel_purpose: 'family',
      marketing_source: 'referral',
      privacy_consent: true,
    },
  }
  const booking = done(await sales.post('/bookings', { planned_trip_id, customer_user_id: ids.customer, ...party }))
  done(await sales.post(`/bookings/${booking.id}/confirm`))
  for (const person of ['sales', 'op', 'ticketing', 'leader', 'customer'] as const) await news(person)
  return `/planned-trips/${planned_trip_id}`
}
const pay = async (amount: number, more: object = {}) => {
  const [{ id }] = done(await finance.get('/bookings?sort=-id'))
  const payment = { amount, method: 'bankTransfer', received_at: '2026-01-05T10:00+08:00', ...more }
  const answer = await finance.post(`/bookings/${id}/payments`, payment)
  await tellPayments({ database, db })
  return answer
}

test('leader ill: the leave waits until somebody else leads the trip, and everyone is notified of the new leader', async () => {
  const at = await sold('2099-06-05', { min_pax: 4 })
  const sick = { type: 'sick', starts_on: '2099-06-03', ends_on: '2099-06-10', reason: '住院' }
  assert.equal(done(await leader.post('/leader-unavailabilities', sick)).status, 'requested')
  assert.deepEqual(await news('line_control'), ['請假待核准'])
  const [leave] = done(await lines.get('/leader-unavailabilities?status=requested'))
  assert.deepEqual(columns(leave.conflicts, 'title', 'title_en', 'clash'), [
    ['HKD990605A 北海道三日', 'HKD990605A Hokkaido, three days', 'overlap'],
  ])
  const approve = () => lines.post(`/leader-unavailabilities/${leave.id}/approve`, {})
  const early = await approve()
  assert.deepEqual([early.status, early.body.code], [409, 'leader_conflict'])

  const [best] = done(await lines.get(`${at}/leader-candidates`))
  assert.deepEqual([best.tour_leader.name, best.is_blocked], ['林美華', false])
  const instead = { tour_leader_id: best.tour_leader.id, reason: '原領隊住院', tell_travelers: true }
  done(await lines.put(`${at}/assigned-leader`, instead))
  assert.equal(done(await approve()).status, 'approved')
  assert.deepEqual(await news('leader'), ['您不再帶領此團', '請假已核准'])
  assert.deepEqual(done(await leader.get('/planned-trips')), [])
  for (const person of ['sales', 'op'] as const) assert.deepEqual(await news(person), ['HKD990605A 領隊：林美華'])
  assert.deepEqual(await news('customer'), ['HKD990605A 行程通知：領隊'])
  const { text } = await mail('hua@example.com', '您已被指派帶團')
  assert.match(text, /林美華 您好：\n\nHKD990605A 北海道三日 2099\/6\/5（五）– 6\/7（日）/)
  assert.doesNotMatch(text, /https?:/, 'without an account she has no page to open')
  assert.deepEqual(columns(done(await op.get(`${at}/leader-history`)), 'leader_name', 'reason'), [
    ['林美華', '原領隊住院'],
    ['陳志明', null],
  ])
})

test('trip cancelled: the preview shows what each booking gets back, and everyone is notified', async () => {
  done(await pay(79800))
  const [{ id }] = done(await op.get('/planned-trips?q=HKD990605A'))
  const at = `/planned-trips/${id}`
  const foreseen = done(await op.get(`${at}/cancellation?cause=below_minimum&official_fees=1600`))
  assert.deepEqual(columns(foreseen, 'booking_number', 'paid', 'fee', 'penalty', 'refund'), [
    ['HKD990605A-001', 79800, 3200, 0, 76600],
  ])
  await news('customer')
  await news('sales')
  const end = { status: 'cancelled', reason: '未達最低人數', cause: 'below_minimum', costs: { official_fees: 1600 } }
  const cancelled = done(await op.put(`${at}/status`, end))
  assert.deepEqual([cancelled.status, cancelled.guarantee_state, cancelled.possible], ['cancelled', 'failed', []])
  for (const person of ['sales', 'ticketing'] as const) assert.deepEqual(await news(person), ['HKD990605A 取消出團'])
  assert.deepEqual(await news('customer'), ['HKD990605A-001 行程取消通知'])
  const { text } = await mail('customer@example.com', 'HKD990605A-001 行程取消通知')
  assert.match(
    text,
    /\n取消結算 {2}−NT\$76,600\n合計：NT\$3,200\n已付：NT\$79,800\n[\s\S]*取消費：NT\$3,200\n應退：NT\$76,600\n取消原因：未達最低人數/,
  )
  await mail('hua@example.com', 'HKD990605A 取消出團')
  assert.deepEqual(done(await stranger.get('/public/trips')), [])
})

test('trip refunded: finance is notified of what is owed, pays it, and nothing stays open', async () => {
  for (let n = 0; n < 2; n++) await notifyOfRefunds(database)
  assert.deepEqual(await news('finance'), ['HKD990605A-001 應退款 NT$76,600'], 'once')
  const told = await mail('finance@example.com', 'HKD990605A-001 應退款 NT$76,600')
  assert.match(
    told.text,
    /HKD990605A 北海道三日\n訂單聯絡人：王大明\n原因：取消\n\n請到財務的「應退款項」辦理退款。\n\n開啟訂單：\S+\/desk\/bookings\/\d+\n/,
  )
  const [due] = done(await finance.get('/money/refunds-due'))
  assert.deepEqual([due.booking.booking_number, due.open_amount, due.cause], ['HKD990605A-001', 76600, 'cancellation'])
  const refund = (amount: number) => pay(amount, { kind: 'refund', received_at: '2026-01-06T10:00+08:00' })
  assert.deepEqual((await refund(80000)).body.errors, {
    amount: ['The refund due on this booking is NT$76,600, and no more can be refunded.'],
  })
  const order = done(await finance.post('/refund-orders', { obligation_id: due.id, payee: '王大明' }))
  assert.equal((await refund(due.open_amount)).status, 422, 'a manager has not approved it')
  done(await as('manager').post(`/refund-orders/${order.id}/approve`, {}))
  done(await refund(due.open_amount))
  assert.deepEqual(await news('customer'), ['HKD990605A-001 已退款 NT$76,600'])
  assert.deepEqual(await news('sales'), ['HKD990605A-001 退款 NT$76,600'])
  assert.deepEqual(done(await finance.get('/money/refunds-due')), [])
  assert.deepEqual(columns(done(await customer.get('/bookings')), 'status', 'total', 'paid', 'balance'), [
    ['cancelled', 3200, 3200, 0],
  ])
})

/** A package of one day, so that a trip departs and returns today. */
const dayTrip = async () => {
  const day = { package_code: 'DAY', name: '一日遊', days: 1, min_pax: 1, max_pax: 8 }
  const made = done(await op.post('/packages', { ...day, countries: [{ country_id: japan, nights: 0 }] }))
  const segments = [{ day_from: 1, title: '一日', lunch: 'included', transport: 'coach' }]
  done(await op.put(`/packages/${made.id}/segments`, { segments }))
  done(await op.post(`/packages/${made.id}/prices`, { adult: 2000, infant: 0, deposit: 0 }))
  done(await op.post(`/packages/${made.id}/publish`))
  return sold(daysFromToday(0), { package_id: made.id })
}

test('leader back and settled: a trip is settled only when money and documents are complete', async () => {
  const at = await dayTrip()
  const { serial } = done(await op.get(at))
  const hand = async (who: typeof op, kind: string, more: object) =>
    done(await who.put(`${at}/handover`, { kind, ...more }))
  const items = [{ key: 'papers', label: '文件' }]
  const accepted = { status: 'accepted', items: [{ key: 'papers', done: true }] }
  await hand(sales, 'sales_to_op', { to_user_id: ids.op, items })
  await hand(op, 'sales_to_op', accepted)
  await hand(op, 'op_to_leader', { to_user_id: ids.leader, items })
  assert.deepEqual(await news('leader'), [`${serial} OP 交接領隊：待接手`])
  await hand(leader, 'op_to_leader', accepted)
  const enter = (status: string) => op.put(`${at}/status`, { status })
  done(await enter('guaranteed'))
  assert.deepEqual(await news('customer'), [`${serial} 行程通知：領隊、確定出發`])
  for (const status of ['closed', 'departed', 'returned']) done(await enter(status))
  assert.deepEqual(await news('leader'), [
    `${serial} 確定出團`,
    `${serial} 關團`,
    `${serial} 已出發`,
    `${serial} 已返國`,
  ])
  assert.deepEqual(await news('customer'), [])

  await hand(leader, 'leader_to_op', { to_user_id: ids.op, items })
  done(await op.post(`${at}/costs`, { kind: 'land', actual: 1500, supplier: '遊覽車行', invoice_number: 'AB-1' }))
  const early = await enter('settled')
  assert.deepEqual(
    [early.status, ...columns(early.body.broke, 'kind', 'says')],
    [
      422,
      ['balances', 'Bookings are not fully paid'],
      ['handover', 'Never handed over: from the leader back to operations'],
    ],
  )
  await hand(op, 'leader_to_op', accepted)
  done(await pay(4000, { method: 'cash' }))
  assert.equal(done(await enter('settled')).status, 'settled')

  const money = done(await finance.get(`${at}/money`))
  assert.deepEqual(
    [money.sold, money.paid, money.owed, money.costs.actual, money.margin.amount, money.margin.percent],
    [4000, 4000, 0, 1500, 2500, 62.5],
  )
  assert.deepEqual(columns(done(await customer.get('/bookings?sort=-id')), 'status', 'balance')[0], ['completed', 0])
  const steps = done(await op.get(`${at}/status-history`))
  assert.deepEqual(columns(steps, 'to_status', 'in_spite_of'), [
    ['settled', []],
    ['returned', []],
    ['departed', []],
    ['closed', []],
    ['guaranteed', []],
  ])
})

test('flight earlier the day before: one call moves flight and assembly, and everybody is told both in one mail', async () => {
  const day = daysFromToday(1)
  const at = await sold(day, {
    assembly: { at: `${day}T06:00:00+08:00`, place: '桃園機場第二航廈', place_en: 'Taoyuan T2' },
  })
  const { serial } = done(await op.get(at))
  const [ticketing, letters] = [as('ticketing'), ['customer', 'leader', 'op', 'sales'] as const]
  const [booking] = done(await sales.get('/bookings?sort=-id'))
  const [, lin] = done(await sales.get(`/travelers?booking_id=${booking.id}&sort=id`))
  done(await sales.put(`/travelers/${lin.id}`, { email: 'lin@example.com' }))
  await sql`update travelers set email_proved_at = now(), language = 'en' where id = ${lin.id}`.execute(db)
  const flight = done(
    await ticketing.post(`${at}/flights`, {
      ...{ direction: 'outbound', flight_number: 'BR198', origin: 'TPE', destination: 'NRT' },
      ...{ departs_at: `${day}T08:30+08:00`, departs_timezone: 'Asia/Taipei' },
      ...{ arrives_at: `${day}T12:45+09:00`, arrives_timezone: 'Asia/Tokyo', tell_travelers: true },
    }),
  )
  // The travelers are checked again after the flight: what is missing is told once, before the rest.
  await mail('customer@example.com', `${serial} 旅客資料尚未備妥`)
  for (const person of letters) await news(person)

  const move = (departs: string, arrives: string, assembly: string) =>
    ticketing.put(`/planned-trip-flights/${flight.id}`, {
      ...{ departs_at: `${day}T${departs}`, arrives_at: `${day}T${arrives}` },
      ...{ assembly: { at: `${day}T${assembly}:00+08:00` }, tell_travelers: true },
    })
  done(await move('05:20', '09:35', '02:50'))
  const corrected = await move('05:30', '09:45', '03:00')
  assert.deepEqual(corrected.body.meta.warnings, [])
  for (const person of ['leader', 'op', 'sales'] as const)
    assert.deepEqual(await news(person), [`${serial} 異動：集合、航班`], person)
  assert.deepEqual(await news('customer'), [`${serial} 行程通知：集合、航班`])

  const onDay = { zh: plainDay(day, 'zh-TW'), en: plainDay(day, 'en') }
  const zh = [
    `集合時間：${onDay.zh} 06:00 → ${onDay.zh} 03:00`,
    '集合地點：桃園機場第二航廈',
    `航班 BR198 TPE–NRT：${onDay.zh} 08:30–12:45 → ${onDay.zh} 05:30–09:45`,
  ].join('\n')
  const toCustomer = await mail('customer@example.com', `${serial} 行程通知：集合、航班`)
  assert.ok(toCustomer.text.includes(`您的行程有以下通知（當地時間）：\n${zh}\n`), toCustomer.text)
  for (const address of ['leader@example.com', 'op@example.com', 'sales@example.com'])
    assert.ok((await mail(address, `${serial} 異動：集合、航班`)).text.includes(zh), address)
  const toLin = await mail('lin@example.com', `${serial} News of your trip: assembly, flights`)
  const en = [
    `Assembly: ${onDay.en} 06:00 → ${onDay.en} 03:00`,
    'Meeting point: Taoyuan T2',
    `Flight BR198 TPE–NRT: ${onDay.en} 08:30–12:45 → ${onDay.en} 05:30–09:45`,
  ].join('\n')
  assert.ok(toLin.text.includes(`This is new about your trip (local times):\n${en}\n`), toLin.text)
  for (const address of ['customer@example.com', 'lin@example.com'])
    assert.equal(post.to(address).filter(({ text }) => text.includes('05:30–09:45')).length, 1, address)
  assert.ok(
    post.mails.every(({ text }) => !text.includes('05:20')),
    'the correction came in time',
  )
})
