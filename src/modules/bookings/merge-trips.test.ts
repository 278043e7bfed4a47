import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { readMail } from '../../../test/mail-parts.ts'
import { outbox } from '../../../test/outbox.ts'

const home = await house()
const { as, db } = home
const post = await outbox(home)
const { trip, book, registerProved, seats } = await bookingFixtures(home)
const [sales, op] = [as('sales'), as('op', { 'accept-language': 'en' })]
const read = async (id: number) => (await sales.get(`/bookings/${id}`)).data
const move = (id: number, body: object, who = op) => who.post(`/planned-trips/${id}/bookings/move`, body)
const priced = (adult: number) => ({ price_overrides: { adult } })
const confirmed = async (on: number, names: string[], email: string) => {
  const made = await book(on, names, { contact: { name: names[0], phone: '0912345678', email } })
  await post.mailTo(email)
  done(await sales.post(`/bookings/${made.id}/confirm`))
  await post.mailTo(email)
  return made
}
type Line = {
  booking_id: number
  status: string
  faults: string[]
  seats: number | null
  price_before: number | null
  price_after: number | null
  difference: number | null
  stays_with_room: number
  papers: { kind: string }[]
  is_mailed: boolean
}
const shown = (lines: Line[]) =>
  lines.map(({ booking_id, status, seats, price_before, price_after, difference }) => [
    ...[booking_id, status, seats],
    ...[price_before, price_after, difference],
  ])

test('two departures become one: the preview says what becomes of each booking, and the empty trip is cancelled', async () => {
  const [small, other] = [await trip(10), await trip(10, { departure_date: '2099-03-17', ...priced(41900) })]
  const pair = await confirmed(small.id, ['王大明', '林小華'], 'ming@example.com')
  const held = await book(small.id, ['陳美玲'], { contact: { name: '陳美玲', phone: '0912345679' } })
  const { id: hotel_id } = (await as('admin').post('/hotels', { name: '湖畔飯店', city_id: await cityOf(small.id) }))
    .data
  const stay = done(
    await op.post(`/planned-trips/${small.id}/stays`, { hotel_id, check_in: '2099-03-10', check_out: '2099-03-12' }),
  )
  done(
    await op.put(`/planned-trips/${small.id}/stays/${stay.id}/rooms`, {
      rooms: [{ type: 'twin', traveler_ids: (await read(pair.id)).travelers.map(({ id }: { id: number }) => id) }],
    }),
  )
  const merge = { to_trip_id: other.id, cancel: { reason: '併入另一團' } }
  const tried = await move(small.id, { ...merge, dry_run: true })
  assert.equal(tried.status, 200, JSON.stringify(tried.body))
  assert.deepEqual(shown(tried.data), [
    [pair.id, 'would_change', 2, 79800, 83800, 4000],
    [held.id, 'would_change', 1, 39900, 41900, 2000],
  ])
  assert.deepEqual(
    tried.data.map(({ stays_with_room, papers, is_mailed }: Line) => [
      ...[stays_with_room, papers.map(({ kind }) => kind)],
      is_mailed,
    ]),
    [
      [1, ['quotation', 'confirmation'], true],
      [0, [], false],
    ],
  )
  assert.deepEqual(tried.body.meta, {
    ...{ dry_run: true, created: 0, changed: 0 },
    ...{ to: { id: other.id, serial: other.serial, remaining: 7, is_new: false }, left: 0, is_cancelled: false },
  })
  assert.equal((await read(pair.id)).planned_trip_id, small.id, 'a preview moves nobody')

  const merged = await move(small.id, merge)
  assert.equal(merged.status, 200, JSON.stringify(merged.body))
  assert.deepEqual([merged.body.meta.changed, merged.body.meta.is_cancelled], [2, true])
  const [now, then] = [await read(pair.id), await read(held.id)]
  assert.deepEqual([now.planned_trip_id, now.status, now.total], [other.id, 'confirmed', 83800])
  assert.deepEqual([then.planned_trip_id, then.status, then.total], [other.id, 'held', 41900])
  assert.deepEqual(await seats(other.id), { held: 1, confirmed: 2, waitlisted: 0, remaining: 7 })
  assert.equal((await op.get(`/planned-trips/${small.id}`)).data.status, 'cancelled')
  const { text } = readMail(await post.mailTo('ming@example.com'))
  assert.match(text, new RegExp(small.serial))
  assert.match(text, /NT\$79,800[\s\S]*NT\$83,800/)
})

const cityOf = async (id: number) => {
  const [segment] = (await op.get(`/planned-trips/${id}/segments`)).data
  return segment.overnight_city_id
}

test('the price can stay; what is above the limit of the agency is refused by the gate of a transfer, and nobody moves', async () => {
  const [small, other, dear] = [await trip(10), await trip(10, priced(41900)), await trip(10, priced(59900))]
  const [one, two] = [await confirmed(small.id, ['甲'], 'jia@example.com'), await book(small.id, ['乙'])]
  const wanted = (to_trip_id: number) => ({ to_trip_id, keeps_price: true, reason: '兩團合併' })
  const merged = await move(small.id, wanted(other.id))
  assert.deepEqual(shown(merged.data), [
    [one.id, 'changed', 1, 39900, 39900, 0],
    [two.id, 'changed', 1, 39900, 39900, 0],
  ])
  const tried = await move(other.id, { ...wanted(dear.id), dry_run: true })
  assert.deepEqual(shown(tried.data), [
    [one.id, 'refused', null, null, null, null],
    [two.id, 'refused', null, null, null, null],
  ])
  assert.match(tried.data[0].faults[0], /Ask a manager or an administrator to approve it/)
  const refused = await move(other.id, wanted(dear.id))
  assert.deepEqual([refused.status, (await read(two.id)).planned_trip_id], [422, other.id], 'all or none')
  const approved = await move(other.id, wanted(dear.id), as('manager'))
  assert.equal(approved.status, 200, JSON.stringify(approved.body))
  assert.deepEqual(
    [(await read(one.id)).total, (await read(two.id)).total, (await read(one.id)).planned_trip_id],
    [39900, 39900, dear.id],
  )
})

test('without enough seats the last ones are refused; what stays keeps the trip, and only an empty one is cancelled', async () => {
  const [small, tight] = [await trip(10), await trip(2)]
  const [first, second] = [await book(small.id, ['甲', '乙']), await book(small.id, ['丙'])]
  const tried = await move(small.id, { to_trip_id: tight.id, dry_run: true })
  assert.deepEqual(
    tried.data.map(({ status }: Line) => status),
    ['would_change', 'refused'],
  )
  assert.equal(tried.body.meta.left, 1)
  const some = { to_trip_id: tight.id, ids: [first.id] }
  const left = await move(small.id, { ...some, cancel: { reason: '併團' } })
  assert.deepEqual(Object.keys(left.body.errors), ['cancel'])
  done(await move(small.id, some))
  assert.deepEqual(
    [(await read(first.id)).planned_trip_id, (await read(second.id)).planned_trip_id],
    [tight.id, small.id],
  )
  const gone = await move(small.id, { ...some, dry_run: true })
  assert.match(gone.data[0].faults[0], /not on this trip/)
})

test('seats that become free by a merge are offered when all have left, not in between', async () => {
  const [full, other] = [await trip(2), await trip(10)]
  const inside = await book(full.id, ['甲', '乙'])
  const waiting = done(await registerProved(full.id, ['丙']))
  const { id } = await db
    .selectFrom('bookings')
    .select('id')
    .where('booking_number', '=', waiting.booking_number)
    .executeTakeFirstOrThrow()
  done(await move(full.id, { to_trip_id: other.id, ids: [inside.id] }))
  const offered = await read(id)
  assert.deepEqual([offered.status, offered.planned_trip_id, offered.offered_at !== null], ['held', full.id, true])
})

test('a split plans a second departure with the same days, prices and terms, and moves the ticked bookings to it', async () => {
  const crowded = await trip(20, priced(42000))
  const [stays, leaves] = [await book(crowded.id, ['甲']), await book(crowded.id, ['乙', '丙'])]
  const split = { new_trip: { departure_date: '2099-03-24', capacity: 12 }, ids: [leaves.id] }
  const tried = await move(crowded.id, { ...split, dry_run: true })
  assert.equal(tried.status, 200, JSON.stringify(tried.body))
  assert.deepEqual(shown(tried.data), [[leaves.id, 'would_change', 2, 84000, 84000, 0]])
  assert.deepEqual(tried.body.meta.to, { id: null, serial: 'HKD990324A', remaining: 10, is_new: true })
  assert.equal((await op.get('/planned-trips?q=HKD990324A')).data.length, 0, 'the departure of a preview is not there')

  const { body } = await move(crowded.id, split)
  const { id, serial } = body.meta.to
  const made = (await op.get(`/planned-trips/${id}`)).data
  assert.deepEqual(
    [serial, made.departure_date, made.return_date, made.status, made.capacity, made.price_overrides.adult],
    ['HKD990324A', '2099-03-24', '2099-03-26', 'open', 12, 42000],
  )
  const days = (await op.get(`/planned-trips/${id}/segments`)).data
  assert.deepEqual(
    days.map(({ starts_on, title, hotel_name }: Record<string, string>) => [starts_on, title, hotel_name]),
    [
      ['2099-03-24', '台北／札幌', '札幌大飯店'],
      ['2099-03-25', '小樽', '札幌大飯店'],
      ['2099-03-26', '札幌／台北', null],
    ],
  )
  const deadlines = (await op.get(`/planned-trips/${id}/deadlines`)).data
  assert.deepEqual(
    deadlines.map(({ key, due_on }: Record<string, string>) => [key, due_on]),
    [
      ['ticketing', '2099-03-03'],
      ['rooming_list', '2099-03-17'],
    ],
  )
  assert.deepEqual([(await read(leaves.id)).planned_trip_id, (await read(stays.id)).planned_trip_id], [id, crowded.id])
})

test('the target is one of two, and sales plan no departure', async () => {
  const [one, two] = [await trip(5), await trip(5)]
  await book(one.id, ['甲'])
  const faults = async (body: object) => Object.keys((await move(one.id, body)).body.errors)
  assert.deepEqual(await faults({}), ['to_trip_id'])
  assert.deepEqual(await faults({ to_trip_id: two.id, new_trip: { departure_date: '2099-04-01' } }), ['to_trip_id'])
  assert.deepEqual(await faults({ to_trip_id: one.id }), ['to_trip_id'])
  assert.deepEqual(await faults({ new_trip: { departure_date: '2020-04-01' } }), ['new_trip.departure_date'])
  assert.equal((await move(one.id, { new_trip: { departure_date: '2099-04-01' } }, sales)).status, 403)
  assert.equal((await move(one.id, { to_trip_id: two.id }, sales)).status, 200)
  assert.equal((await move(one.id, { to_trip_id: two.id }, as('finance'))).status, 403)
})
