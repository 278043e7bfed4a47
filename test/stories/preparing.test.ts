import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columns, done, office } from './office.ts'

const { as, ids, package_id, asia, sapporo, news, mail } = await office()
const [op, sales, ticketing, admin] = [
  as('op'),
  as('sales', { 'accept-language': 'zh-TW' }),
  as('ticketing'),
  as('admin'),
]
const [lines, leader, customer] = [as('line_control'), as('leader'), as('customer')]
const people = { op_user_id: ids.op, sales_user_id: ids.sales, ticketing_user_id: ids.ticketing }
const trip = async (who = op) => `/planned-trips/${done(await who.get('/planned-trips'))[0].id}`

/** A trip with a leader and a confirmed couple, and the records that its flights need. */
const sold = async () => {
  const taiwan = done(await admin.post('/countries', { continent_id: asia, iso_alpha2: 'TW', name: '台灣' }))
  const taipei = { country_id: taiwan.id, name: '台北', iata_code: 'TPE', timezone: 'Asia/Taipei' }
  done(await admin.post('/cities', taipei))
  done(await ticketing.post('/airlines', { iata_code: 'BR', name: '長榮航空' }))
  const licenses = [{ type: '領隊人員執業證（外語）' }]
  const flies = {
    name_en: 'CHEN CHIH-MING',
    gender: 'male',
    birth_date: '1980-05-21',
    nationality: 'TW',
    passport_number: '309876543',
    passport_expires_on: '2109-02-01',
  }
  const ming = done(await lines.post('/tour-leaders', { name: '陳志明', user_id: ids.leader, licenses, ...flies }))
  const departure = { package_id, departure_date: '2099-03-10', status: 'open', min_pax: 1, capacity: 5 }
  const { id: planned_trip_id } = done(await op.post('/planned-trips', { ...departure, ...people }))
  done(await lines.put(`/planned-trips/${planned_trip_id}/assigned-leader`, { tour_leader_id: ming.id }))
  const passport = { nationality: 'TW', passport_number: '312345678', passport_expires_on: '2109-01-01' }
  const wang = {
    name: '王大明',
    surname_en: 'WANG',
    given_name_en: 'TA-MING',
    gender: 'male',
    birth_date: '1980-01-01',
  }
  const lin = { name: '林美玲', gender: 'female', birth_date: '1982-01-01' }
  const party = {
    contact: { name: '王大明', phone: '0912345678', email: 'customer@example.com' },
    travelers: [
      { ...wang, ...passport, meal_requirement: 'vegetarian', bed_type: 'double', roommate_group: 'A' },
      { ...lin, bed_type: 'double', roommate_group: 'A' },
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
}
await sold()

test('a flight moved: ticketing changes it, staff and the leader are notified, and the travelers if the change says so', async () => {
  const [airline] = done(await ticketing.get('/airlines?q=長榮'))
  const common = { airline_id: airline.id, seats_blocked: 5, status: 'confirmed' }
  const out = { ...common, direction: 'outbound', flight_number: 'BR116', origin: 'TPE', destination: 'CTS' }
  const back = { ...common, direction: 'inbound', flight_number: 'BR115', origin: 'CTS', destination: 'TPE' }
  const flights = [
    { ...out, departs_at: '2099-03-10T09:30', arrives_at: '2099-03-10T14:05' },
    { ...back, departs_at: '2099-03-12T15:30', arrives_at: '2099-03-12T19:05' },
  ]
  const at = await trip(ticketing)
  done(await ticketing.put(`${at}/flights/bulk`, { flights }))
  for (const person of ['sales', 'op', 'leader', 'customer'] as const) assert.deepEqual(await news(person), [], person)

  const [first] = done(await ticketing.get(`${at}/flights`))
  const earlier = { departs_at: '2099-03-10T07:10', arrives_at: '2099-03-10T11:45' }
  done(await ticketing.put(`/planned-trip-flights/${first.id}`, earlier))
  for (const person of ['sales', 'op', 'leader'] as const)
    assert.deepEqual(await news(person), ['HKD990310A 異動：航班'])
  assert.deepEqual([await news('ticketing'), await news('customer')], [[], []])
  const { text } = await mail('leader@example.com', 'HKD990310A 異動：航班')
  assert.match(text, /航班 BR116 TPE–CTS：2099\/3\/10 09:30–14:05 → 2099\/3\/10 07:10–11:45/)
  const flown = done(await leader.get(`${await trip(leader)}/flights`))
  assert.deepEqual(columns(flown, 'flight_number', 'departs_local', 'arrives_local'), [
    ['BR116', '2099-03-10T07:10', '2099-03-10T11:45'],
    ['BR115', '2099-03-12T15:30', '2099-03-12T19:05'],
  ])

  const later = { departs_at: '2099-03-10T07:40', arrives_at: '2099-03-10T12:15', tell_travelers: true }
  done(await ticketing.put(`/planned-trip-flights/${first.id}`, later))
  assert.deepEqual(await news('customer'), ['HKD990310A 行程通知：航班、領隊'])
  const words = { title: '集合時間提早', words: '航班提早起飛，請於 05:30 在第二航廈集合。' }
  const preview = done(await op.post(`${at}/messages`, { ...words, dry_run: true }))
  assert.deepEqual(columns(preview.recipients, 'booking_number', 'name', 'by'), [
    ['HKD990310A-001', '王大明', 'account'],
  ])
  done(await op.post(`${at}/messages`, words))
  assert.deepEqual(await news('customer'), ['HKD990310A 集合時間提早'])
  assert.match((await mail('customer@example.com', 'HKD990310A 集合時間提早')).text, /請於 05:30 在第二航廈集合。/)
})

test('briefing evening: the party is invited, accepts, is notified of the new place, and the leader checks it in', async () => {
  const talk = { kind: 'pre_departure', title: '行前說明會', status: 'open' }
  const [{ id }] = done(await op.get('/planned-trips'))
  const seminar = done(await op.post('/seminars', { ...talk, planned_trip_ids: [id] }))
  const evening = { starts_at: '2099-03-03T19:00', ends_at: '2099-03-03T20:30', venue: '台北總公司', capacity: 10 }
  const session = done(await op.post(`/seminars/${seminar.id}/sessions`, { ...evening, status: 'open' }))
  assert.deepEqual(done(await op.post(`/sessions/${session.id}/invitations`)), { invited: 2, unreached: [] })
  assert.deepEqual(await news('customer'), ['邀請您參加說明會：行前說明會'])
  const { text } = await mail('customer@example.com', '邀請您參加說明會：行前說明會')
  assert.match(text, /2099[\s\S]*19:00[\s\S]*台北總公司/)

  const [booking] = done(await customer.get('/bookings'))
  const briefings = async () => done(await customer.get(`/bookings/${booking.id}/briefings`))
  const [wang, lin] = await briefings()
  const answer = (attendance: number, is_coming: boolean) =>
    customer.put(`/bookings/${booking.id}/briefings/${attendance}`, { is_coming })
  done(await answer(wang.id, true))
  done(await answer(lin.id, false))
  done(await op.put(`/sessions/${session.id}`, { venue: '高雄分公司' }))
  assert.deepEqual(await news('customer'), ['說明會時間或地點變更：行前說明會'])
  assert.deepEqual(columns(await briefings(), 'traveler_name', 'status', 'venue'), [
    ['王大明', 'registered', '高雄分公司'],
    ['林美玲', 'absent', '高雄分公司'],
  ])

  const [seen] = done(await leader.get('/sessions'))
  const list = done(await leader.get(`/sessions/${seen.id}/attendances?status=registered`))
  assert.deepEqual(columns(list, 'traveler')[0], [
    { id: list[0].traveler.id, name: '王大明', booking_number: 'HKD990310A-001', planned_trip_id: id },
  ])
  assert.deepEqual(done(await leader.post(`/sessions/${seen.id}/check-in`, { attendance_ids: [list[0].id] })), {
    checked_in: 1,
  })
  assert.deepEqual(columns(done(await op.get(`/sessions/${session.id}/attendances?sort=id`)), 'status'), [
    ['attended'],
    ['absent'],
  ])
})

test('airline list: one call with a reason returns the lines for the airline, and lists incomplete travelers', async () => {
  const at = await trip(ticketing)
  const names = await ticketing.get(`${at}/name-list?format=csv`, { 'accept-language': 'zh-TW' })
  assert.equal(names.headers['content-disposition'], 'attachment; filename="HKD990310A-name-list.csv"')
  assert.deepEqual(
    names.bytes
      .toString()
      .split('\r\n')
      .slice(1, 3)
      .map((row) => row.split(',')),
    [
      ['1', '王大明', 'WANG', 'TA-MING', 'HKD990310A-001', '已確認'],
      ['2', '林美玲', '', '', 'HKD990310A-001', '已確認'],
    ],
  )
  const reason = '送長榮航空名單'
  assert.equal((await ticketing.post(`${at}/docs/reveal`, {})).status, 422)
  const docs = async () =>
    columns(done(await ticketing.post(`${at}/docs/reveal`, { reason })), 'name', 'line', 'missing')
  const ming = 'SSR DOCS BR HK1/P/TWN/309876543/TWN/21MAY80/M/01FEB09/CHEN/CHIH MING'
  const wang = 'SSR DOCS BR HK1/P/TWN/312345678/TWN/01JAN80/M/01JAN09/WANG/TA MING'
  assert.deepEqual(await docs(), [
    ['陳志明', ming, []],
    ['王大明', wang, []],
    ['林美玲', null, ['surname_en', 'given_name_en', 'nationality', 'passport_number', 'passport_expires_on']],
  ])
  const [lin] = done(await sales.get('/travelers?q=林美玲'))
  const passport = { surname_en: 'LIN', given_name_en: 'MEI-LING', passport_number: '398765432', nationality: 'TW' }
  done(await sales.put(`/travelers/${lin.id}`, { ...passport, passport_expires_on: '2108-06-30' }))
  assert.deepEqual(await docs(), [
    ['陳志明', ming, []],
    ['王大明', wang, []],
    ['林美玲', 'SSR DOCS BR HK1/P/TWN/398765432/TWN/01JAN82/F/30JUN08/LIN/MEI LING', []],
  ])
  assert.equal((await leader.post(`${at}/docs/reveal`, { reason })).status, 403)
})

test('hotel list: rooms are proposed from the party and assigned, and the dietary list shows the meals', async () => {
  const at = await trip()
  const hotel = done(await op.post('/hotels', { name: '札幌大飯店', city_id: sapporo }))
  for (const [place, hotels] of [
    [`continent_id=${asia}`, 1],
    [`continent_id=${asia + 1}`, 0],
    ['region_id=99', 0],
  ] as const)
    assert.equal(done(await op.get(`/hotels?${place}`)).length, hotels, place)
  const nights = { check_in: '2099-03-10', check_out: '2099-03-12', rooms: [{ type: 'double', count: 2 }] }
  done(await op.post(`${at}/stays`, { hotel_id: hotel.id, ...nights, status: 'confirmed' }))
  const [stay] = done(await op.get(`${at}/rooms`))
  const ofLeader = { type: 'single', held: 0, used: 1 }
  assert.deepEqual([stay.is_assigned, stay.totals], [false, [ofLeader, { type: 'double', held: 2, used: 1 }]])
  const [room] = stay.rooms
  assert.deepEqual(columns(room.travelers, 'name'), [['王大明'], ['林美玲']])
  const traveler_ids = columns(room.travelers, 'traveler_id').flat()
  done(await op.put(`${at}/stays/${stay.id}/rooms`, { rooms: [{ type: 'double', traveler_ids, notes: '近電梯' }] }))
  const list = done(await op.get(`${at}/rooming-list`))
  assert.deepEqual(columns(list.rooms, 'number', 'bed_type', 'booking_number', 'roommate_group'), [
    [1, 'double', 'HKD990310A-001', 'A'],
  ])
  assert.deepEqual(list.without_room, [])
  const printed = await op.get(`${at}/rooming-list?format=csv`, { 'accept-language': 'zh-TW' })
  assert.deepEqual(printed.bytes.toString().split('\r\n')[1]?.split(',').slice(0, 12), [
    ...[
      '札幌大飯店',
      '2099-03-10',
      '2099-03-12',
      '2',
      '1',
      '雙人大床房',
      '1',
      '王大明',
      'WANG',
      'TA-MING',
      '男',
      '大人',
    ],
  ])
  const dishes = done(await op.get(`${at}/dietary-list`, { 'accept-language': 'zh-TW' }))
  assert.deepEqual(columns(dishes.meals, 'label', 'count'), [
    ['素食', 1],
    ['無特殊需求', 1],
  ])
  const { broke, found } = done(await op.get(`${at}/readiness`))
  assert.deepEqual(columns(broke, 'kind', 'light', 'count'), [
    ['day', 'amber', 1],
    ['assembly', 'red', 1],
    ['balances', 'amber', 1],
    ['tickets', 'red', 2],
    ['deadlines', 'amber', 2],
    ['handover', 'amber', 1],
  ])
  assert.deepEqual(found, [], 'every traveler is ready')
})
