import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { placeOf } from '../../../test/fixtures/place.ts'
import { type Answer, house } from '../../../test/house.ts'

const home = await house()
const { app, as, database, plant } = home
const { trip, book, mailedLink, register } = await bookingFixtures(home)
const [sales, customer, stranger] = [as('sales'), as('customer'), as('other_customer')]
const { id: on, serial } = await trip(20)
const { id: later } = await trip(20, { departure_date: '2099-06-01' })
const contact = { name: '林小姐', phone: '0933 111 222', email: 'lin@example.com' }
const own = await book(on, [{ name: '林美玲', surname_en: 'LIN', given_name_en: 'MEI-LING' }], {
  contact,
  customer_user_id: home.ids.customer,
  notes: '只給同仁看',
})
const others = await book(on, ['陳大同'], { sales_user_id: home.ids.admin })
const next = await book(later, ['張三', '李四'])
const publicly = done(await register(on, ['周五']))
plant('只給同仁看', (actor) => !actor?.roles.some((role) => ['admin', 'sales', 'department'].includes(role)))

const numbersOf = async (query: string, who = sales) =>
  (await who.get(`/bookings?sort=id${query}`)).data.map(({ booking_number }: { booking_number: string }) =>
    booking_number.replace(serial, '').replace(next.booking_number, 'later'),
  )

test('the list is filtered by trip, status, source, people and days, and searched', async () => {
  assert.deepEqual(await numbersOf(`&planned_trip_id=${on}`), ['-001', '-002', '-003'])
  assert.deepEqual(await numbersOf('&source=public'), ['-003'])
  assert.deepEqual(await numbersOf('&status=confirmed'), [])
  assert.deepEqual(await numbersOf(`&sales_user_id=${home.ids.admin}`), ['-002'])
  assert.deepEqual(await numbersOf(`&customer_user_id=${home.ids.customer}`), ['-001'])
  assert.deepEqual(await numbersOf('&mine=true', as('admin')), ['-002'])
  assert.deepEqual(await numbersOf('&mine=true', customer), ['-001'])
  assert.deepEqual(await numbersOf('&departs_from=2099-05-01'), ['later'])
  assert.deepEqual(await numbersOf('&departs_to=2099-05-01&source=staff'), ['-001', '-002'])
  for (const [q, found] of [
    ['林小', '-001'],
    ['LIN@', '-001'],
    ['0933', '-001'],
    ['大同', '-002'],
    ['mei-l', '-001'],
    ['李四', 'later'],
  ])
    assert.deepEqual(await numbersOf(`&q=${encodeURIComponent(q ?? '')}`), [found], q)
  assert.deepEqual(await numbersOf(`&q=${serial.slice(-6)}-003`), ['-003'])
  const { body } = await sales.get('/bookings?sort=-total&per_page=1&cursor=')
  assert.deepEqual([body.data[0].total, body.meta.has_more], [79800, true])
})

test('the list and the record contain names beside the ids of a booking', async () => {
  const [listed] = (await sales.get(`/bookings?planned_trip_id=${on}&sales_user_id=${home.ids.admin}`)).data
  for (const { sales_user, customer_user, branch } of [listed, done(await sales.get(`/bookings/${others.id}`))])
    assert.deepEqual(
      [sales_user.id, Object.keys(sales_user), customer_user, branch],
      [home.ids.admin, ['id', 'name', 'name_en'], null, null],
    )
})

test('a trip without an English name has the one of its package', async () => {
  const shown = async () => (await sales.get(`/bookings?planned_trip_id=${on}`)).data[0].trip.name_en
  const setTo = (name_en: string | null) =>
    database.transaction({}, (tx) => tx.updateTable('planned_trips').set({ name_en }).where('id', '=', on).execute())
  await setTo(null)
  assert.equal(await shown(), 'Hokkaido, three days')
  await setTo('Snow festival')
  assert.equal(await shown(), 'Snow festival')
})

test('the list names the possible steps, as the record does', async () => {
  const [first] = (await sales.get('/bookings?sort=id')).data
  assert.deepEqual(first.possible, ['confirm', 'cancel', 'transfer'])
  assert.deepEqual(done(await sales.get(`/bookings/${first.id}`)).possible, first.possible)
  assert.deepEqual(
    (await customer.get('/bookings')).data[0].possible,
    done(await customer.get(`/bookings/${own.id}`)).possible,
  )
})

test('a customer sees only their own bookings, without internal notes', async () => {
  assert.deepEqual(await numbersOf('', customer), ['-001'])
  assert.deepEqual(await numbersOf('', stranger), [])
  const shown = done(await customer.get(`/bookings/${own.id}`))
  assert.deepEqual([shown.notes, shown.total, shown.travelers.length, shown.possible], [null, 39900, 1, ['decline']])
  const missing = 2_000_000_000
  const same = { 'x-request-id': 'same' }
  const asks: ((id: number) => Promise<Answer>)[] = [
    (id) => customer.get(`/bookings/${id}`, same),
    (id) => customer.post(`/bookings/${id}/accept`, undefined, same),
    (id) => customer.post(`/bookings/${id}/decline`, undefined, same),
  ]
  for (const ask of asks) {
    const [hidden, none] = [await ask(others.id), await ask(missing)]
    assert.deepEqual([hidden.status, hidden.body], [404, none.body])
  }
})

test('a customer reads the trip of its booking with the same content as its mailed page, without prices and notes', async () => {
  const op = as('op')
  const { id } = await trip(20, { departure_date: '2099-07-10' })
  const booked = await book(id, ['林美玲'], { contact, customer_user_id: home.ids.customer })
  const leader = done(await op.post('/tour-leaders', { name: '王領隊', name_en: 'Leo Wang' })).id
  await database.transaction({}, (tx) =>
    tx.updateTable('planned_trips').set({ assigned_leader_id: leader }).where('id', '=', id).execute(),
  )
  const assembly = {
    at: '2099-07-09T22:30:00Z',
    place: '第二航廈',
    place_en: 'Terminal 2',
    contact: null,
    contact_en: null,
  }
  done(await op.put(`/planned-trips/${id}`, { assembly, notes: '只給同仁看' }))
  const zones = { departs_timezone: 'Asia/Taipei', arrives_timezone: 'Asia/Tokyo' }
  const times = { departs_at: '2099-07-10T08:50', arrives_at: '2099-07-10T13:15', ...zones }
  const flight = { flight_number: 'BR198', origin: 'TPE', destination: 'NRT', baggage: '23 kg' }
  done(
    await op.post(`/planned-trips/${id}/flights`, { direction: 'outbound', ...flight, ...times, notes: '只給同仁看' }),
  )
  const city_id = (await op.get('/cities')).data[0].id
  const hotel = done(await op.post('/hotels', { name: '太陽宮飯店', name_en: 'Sun Palace', city_id }))
  const nights = { check_in: '2099-07-10', check_out: '2099-07-12' }
  done(await op.post(`/planned-trips/${id}/stays`, { hotel_id: hotel.id, ...nights, notes: '只給同仁看' }))

  const shown = done(await customer.get(`/bookings/${booked.id}/trip`))
  const { serial: _serial, days, ...rest } = shown
  assert.deepEqual(rest, {
    id,
    name: '北海道三日',
    name_en: 'Hokkaido, three days',
    departure_date: '2099-07-10',
    return_date: '2099-07-12',
    assembly,
    leader: { name: '王領隊', name_en: 'Leo Wang' },
    flights: [{ ...flight, departs_local: '2099-07-10T08:50', arrives_local: '2099-07-10T13:15' }],
    hotels: [{ name: '太陽宮飯店', name_en: 'Sun Palace', address: null, phone: null, ...nights }],
  })
  assert.deepEqual(
    days.map(({ starts_on }: { starts_on: string }) => starts_on),
    ['2099-07-10', '2099-07-11', '2099-07-12'],
  )
  assert.deepEqual(done(await sales.get(`/bookings/${booked.id}/trip`)), shown)
  assert.equal((await stranger.get(`/bookings/${booked.id}/trip`)).status, 404)
  assert.equal((await as('leader').get(`/bookings/${booked.id}/trip`)).status, 403)
})

test('each role reads and changes bookings only as far as it may', async () => {
  const may = async (who: Parameters<typeof as>[0]) => {
    const at = `/bookings/${own.id}`
    const answers = [
      await as(who).get('/bookings'),
      await as(who).get(`${at}/payments`),
      await as(who).put(at, { notes: '只給同仁看' }),
      await as(who).post(`${at}/price-lines`, { kind: 'discount', description: 'x', unit_price: 0 }),
      await as(who).post(`${at}/cancel`, { reason: 'x', dry_run: true }),
    ]
    return answers.map(({ status }) => (status < 300 ? 'may' : status)).join(' ')
  }
  assert.equal(await may('admin'), 'may may may may may')
  assert.equal(await may('sales'), 'may may may may may')
  assert.equal(await may('op'), 'may may 403 403 403')
  assert.equal(await may('customer'), 'may 403 403 403 403')
  assert.equal(await may('leader'), '403 403 403 403 403')
  assert.equal((await as().get('/bookings')).status, 401)
})

test('a booking is reassigned, and its contact changes field by field', async () => {
  const wrong = await sales.put(`/bookings/${own.id}`, { customer_user_id: home.ids.op })
  assert.deepEqual(Object.keys(wrong.body.errors), ['customer_user_id'])
  const worse = await sales.put(`/bookings/${own.id}`, { sales_user_id: home.ids.customer })
  assert.deepEqual(Object.keys(worse.body.errors), ['sales_user_id'])
  const changed = done(await sales.put(`/bookings/${own.id}`, { contact: { phone: '0955 000 111', line_id: 'lin' } }))
  assert.deepEqual(changed.contact, { ...contact, phone: '0955 000 111', line_id: 'lin' })
  assert.equal((await sales.put(`/bookings/${own.id}`, { status: 'confirmed' })).status, 422)
})

test('an account sees the bookings of its mail address once the address is proved', async () => {
  const contact = { name: '李大同', phone: '0912 000 000', email: 'Other_Customer@example.com' }
  const made = done(await register(on, ['李大同'], { contact }))
  assert.deepEqual(await numbersOf('', stranger), [], 'anybody can type an address')
  done(await as().post(`${await mailedLink(made.booking_number)}/confirm-contact`))
  assert.deepEqual(await numbersOf('', stranger), [made.booking_number.replace(serial, '')])
})

test('a link shows its own booking only, and fills in its missing data', async () => {
  const at = `/trip-registrations/${publicly.manage_link.token}`
  const [guest] = publicly.travelers
  const completed = done(await as().put(at, { contact: { phone: '0966 777 888' }, customer_note: '素食' }))
  assert.deepEqual([completed.contact.phone, completed.customer_note], ['0966 777 888', '素食'])
  const named = done(
    await as().put(`${at}/travelers/${guest.id}`, { birth_date: '1990-05-05', passport_number: '312345678' }),
  )
  assert.deepEqual([named.birth_date, named.passport_number, named.notes], ['•••', '•••678', null])
  assert.equal((await as().get(at)).data.travelers[0].passenger_type, 'adult')
  assert.equal((await as().put(`${at}/travelers/${own.travelers[0].id}`, { birth_date: '1990-05-05' })).status, 404)
  assert.equal((await as().put(at, { notes: 'x' })).status, 422)
  assert.equal((await as().get(`${at.slice(0, -1)}_`)).status, 404)
  const page = await (await placeOf(app, `/l/booking/${publicly.manage_link.token}`)).open()
  assert.ok(page.body.includes(publicly.booking_number))
  done(await sales.post(`/bookings/${(await sales.get(`/bookings?q=${publicly.booking_number}`)).data[0].id}/receipt`))
  assert.equal((await as().get(at)).status, 404, 'a new receipt ends the links before it')
})

test('open trips are public, with their price and free seats', async () => {
  const { id: small } = await trip(3)
  const { id: draft } = await trip(3, { status: 'draft' })
  const { data } = await as().get('/public/trips?per_page=100')
  const shown = (id: number) => data.find((one: { id: number }) => one.id === id)
  assert.deepEqual([shown(on).seats_state, shown(on).price_from, shown(on).currency], ['available', 39900, 'TWD'])
  assert.deepEqual([shown(small).seats_state, shown(draft)], ['few', undefined])
  await book(small, ['甲', '乙', '丙'])
  const one = done(await as().get(`/public/trips/${small}`))
  assert.deepEqual([one.seats_state, one.prices.child_no_bed, one.segments.length], ['waitlist', 34900, 3])
  assert.ok(!JSON.stringify(one).includes('remaining'))
  assert.equal((await as().get(`/public/trips/${draft}`)).status, 404)
})
