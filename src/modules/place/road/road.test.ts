import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayAndMonth } from 'guidon-design/formats'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../../test/fixtures/bookings.ts'
import { placeOf } from '../../../../test/fixtures/place.ts'
import { house } from '../../../../test/house.ts'
import { unmarked } from '../../../../test/page-text.ts'
import { type LinkKind, makeLink } from '../../links/links.ts'

const home = await house()
const { app, as, database, db } = home
const { trip, book } = await bookingFixtures(home)
const link = async (kind: LinkKind, id: number) =>
  `/l/${kind}/${(await database.transaction({}, (tx) => makeLink(tx, kind, id))).token}`

const { rows } = await sql<{
  today: string
  there: string
}>`select today()::text as today, (now() at time zone 'Etc/GMT-1')::date::text as there`.execute(db)
const { today = '', there = '' } = rows[0] ?? {}
const on = (days: number, from = today) => new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)

/** A trip of six days to Prague that leaves so many days after today, or after today in Prague, with its flights, hotel, leader and assembly. */
const prague = async (leavesIn: number, from = today) => {
  const at = (days: number) => on(days, from)
  const { id } = await trip(5, { departure_date: '2083-01-01' })
  const [first, last] = [at(leavesIn), at(leavesIn + 5)]
  const leader = done(
    await as('line_control').post('/tour-leaders', { name: '李明哲', name_en: 'Lee Ming-Che', mobile: '0933 555 001' }),
  )
  await sql`update planned_trips set departure_date = ${first}, return_date = ${last}, assigned_leader_id = ${leader.id},
    assembly = ${JSON.stringify({ at: `${first}T20:30:00+08:00`, place: '桃園機場第一航廈', place_en: 'Taoyuan Airport, Terminal 1', contact: '送機組 0912 555 100', contact_en: 'Our staff, 0912 555 100' })}::jsonb
    where id = ${id}`.execute(db)
  await sql`delete from planned_trip_segments where planned_trip_id = ${id}`.execute(db)
  await sql`insert into planned_trip_segments (planned_trip_id, sequence, starts_on, ends_on, title, title_en, breakfast) values
    (${id}, 1, ${first}, ${first}, '夜班機', 'Night flight', 'none'), (${id}, 2, ${at(leavesIn + 1)}, ${at(leavesIn + 3)}, '布拉格', 'The old town', 'included'),
    (${id}, 3, ${at(leavesIn + 4)}, ${last}, '回家', 'Home', 'included')`.execute(db)
  await sql`insert into planned_trip_flights (planned_trip_id, direction, sequence, flight_number, origin, destination, departs_at, departs_timezone, arrives_at, arrives_timezone) values
    (${id}, 'outbound', 1, 'CI0067', 'TPE', 'PRG', ${`${first}T23:40:00+08:00`}, 'Asia/Taipei', ${`${at(leavesIn + 1)}T06:30:00+01:00`}, 'Etc/GMT-1'),
    (${id}, 'inbound', 1, 'CI0068', 'PRG', 'TPE', ${`${at(leavesIn + 4)}T11:20:00+01:00`}, 'Etc/GMT-1', ${`${last}T06:05:00+08:00`}, 'Asia/Taipei')`.execute(
    db,
  )
  await sql`with h as (insert into hotels (name, name_en, city_id, address, address_en, phone)
      select ${`老城飯店 ${id}`}, 'Old Town Hotel', id, '布拉格老城廣場 1 號', 'Staroměstské nám. 1', '+420 222 555 001' from cities limit 1 returning id)
    insert into planned_trip_stays (planned_trip_id, hotel_id, check_in, check_out) select ${id}, id, ${at(leavesIn + 1)}, ${at(leavesIn + 4)} from h`.execute(
    db,
  )
  return id
}

const confirmed = async (id: number) => {
  const booking = await book(id, ['王小美'])
  await sql`update bookings set status = 'confirmed' where id = ${booking.id}`.execute(db)
  return placeOf(app, await link('booking', booking.id))
}
const textOf = (markup: string) =>
  unmarked(markup)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
/** The sentences of the card of a day. */
const cardOf = (page: string) => textOf(/<section class="card today"[\s\S]*?<\/section>/.exec(page)?.[0] ?? '')

test('each day of a trip to Prague: the assembly, the flights in local times, the program, the hotel', async () => {
  const place = await confirmed(await prague(-2, there))
  const day = (days: number) => dayAndMonth(on(days, there), 'en')
  const expected: Record<number, [has: string[], lacks: string[]]> = {
    [-3]: [['The day before you left', 'Meeting tomorrow', '20:30', 'Taoyuan Airport, Terminal 1', '23:40', 'CI0067'], ['Old Town Hotel', 'Night flight']],
    [-2]: [['Day 1 of 6', 'Meeting', '20:30', '0912 555 100', 'CI0067', '23:40', '06:30 +1', 'Night flight'], ['Old Town Hotel', 'CI0068', 'tomorrow']],
    [-1]: [['Day 2 of 6', 'CI0067', '06:30', 'The old town', 'Old Town Hotel', 'Staroměstské nám. 1', '布拉格老城廣場 1 號', '+420 222 555 001'], ['Meeting', 'CI0068']],
    0: [[`Today, ${day(0)}`, 'Day 3 of 6', 'The old town', 'Old Town Hotel'], ['CI0067', 'CI0068', 'Meeting']],
    1: [['Day 4 of 6', 'The old town', 'Old Town Hotel'], ['CI0067', 'CI0068']],
    2: [['Day 5 of 6', 'CI0068', '11:20', '06:05 +1', 'Home'], ['CI0067', 'Old Town Hotel', 'The old town']],
    3: [['Day 6 of 6', 'CI0068', '06:05', 'Home'], ['Old Town Hotel']],
  } // biome-ignore format: a table is read in rows.
  for (const [days, [has, lacks]] of Object.entries(expected)) {
    const shown = cardOf((await place.open(`?day=${on(Number(days), there)}`)).body)
    for (const words of has) assert.ok(shown.includes(words), `${days}: ${words} in ${shown}`)
    for (const words of lacks) assert.ok(!shown.includes(words), `${days}: no ${words} in ${shown}`)
  }
})

test('the start shows today, and leads to the days before and after by links', async () => {
  const place = await confirmed(await prague(-2, there))
  const page = (await place.open()).body
  assert.ok(page.indexOf('id="today"') < page.indexOf('id="todo"'))
  const steps = (body: string) => [...body.matchAll(/<a href="\?day=([\d-]+)#today"/g)].map(([, day]) => day)
  assert.deepEqual(steps(page), [on(-1, there), on(1, there)])
  assert.deepEqual(steps((await place.open(`?day=${on(-3, there)}`)).body), [on(0, there), on(-2, there)])
  assert.deepEqual(steps((await place.open(`?day=${on(3, there)}`)).body), [on(2, there), on(0, there)])
  for (const none of [on(-4, there), on(4, there), 'soon', '2026-99-99'])
    assert.deepEqual(steps((await place.open(`?day=${none}`)).body), [on(-1, there), on(1, there)], none)
})

test('the day before the departure shows the assembly of tomorrow; two days before there is no day yet', async () => {
  const tomorrow = cardOf((await (await confirmed(await prague(1))).open()).body)
  for (const words of ['You leave tomorrow', 'Meeting tomorrow', '20:30', 'Our staff', 'CI0067'])
    assert.ok(tomorrow.includes(words), words)
  for (const leavesIn of [2, -6]) {
    const page = (await (await confirmed(await prague(leavesIn))).open()).body
    assert.ok(!page.includes('id="today"'), `${leavesIn}`)
    assert.ok(!page.includes('id="emergency"'), `${leavesIn}`)
  }
})

test('the number of the leader is told from three days before, to who is confirmed', async () => {
  const number = 'href="tel:0933555001"'
  for (const [leavesIn, isTold] of [[4, false], [3, true], [0, true], [-5, true], [-6, false]] as const) {
    const page = (await (await confirmed(await prague(leavesIn))).open()).body
    assert.ok(page.includes('Lee Ming-Che'))
    assert.equal(page.includes(number), isTold, `leaves in ${leavesIn} days`)
  } // biome-ignore format: the days stand in a row.
})

test('who has paid nothing, or only waits, sees no number of the leader, and has no day on the road while waiting', async () => {
  const id = await prague(1)
  const booking = await book(id, ['王小美'])
  const place = await placeOf(app, await link('booking', booking.id))
  await sql`update bookings set status = 'held' where id = ${booking.id}`.execute(db)
  const held = (await place.open()).body
  assert.ok(held.includes('Meeting tomorrow'))
  assert.ok(held.includes('Lee Ming-Che'))
  assert.ok(!held.includes('0933'))
  await sql`update bookings set status = 'waitlisted', hold_expires_at = null where id = ${booking.id}`.execute(db)
  const waiting = (await place.open()).body
  assert.ok(!waiting.includes('id="today"'))
  assert.ok(!waiting.includes('0933'))
  await sql`update bookings set status = 'cancelled' where id = ${booking.id}`.execute(db)
  assert.ok(!(await place.open()).body.includes('id="today"'))
})

test('a traveler with an own link sees the day too, and whom to call in an emergency', async () => {
  const id = await prague(-1)
  const booking = await book(id, ['王小美', { name: '陳大文', email: 'dawen@example.com' }])
  await sql`update bookings set status = 'confirmed' where id = ${booking.id}`.execute(db)
  await sql`update travelers set email_proved_at = now() where booking_id = ${booking.id}`.execute(db)
  await sql`update house set emergency_phone = '+886 912 000 119'`.execute(db)
  const [, other] = booking.travelers
  const page = (await (await placeOf(app, await link('traveler', other.id))).open()).body
  const emergency = /<section class="card "[^>]*id="emergency"[\s\S]*?<\/section>/.exec(page)?.[0] ?? ''
  for (const address of ['tel:112', 'tel:0933555001', 'tel:+886912000119'])
    assert.ok(emergency.includes(`href="${address}"`), address)
  assert.ok(emergency.includes('Liability insurance'))
})

test('after the return the place leads to the next departures to the same area, one of each package', async () => {
  await sql`update planned_trips set is_public = false`.execute(db)
  const id = await prague(-8)
  const place = await confirmed(id)
  const next = async () => {
    const page = (await place.open()).body
    return [...(/id="next-trips"[\s\S]*?<\/section>/.exec(page)?.[0] ?? '').matchAll(/\/trips\/([^"?]+)"/g)].map(
      ([, serial]) => serial,
    )
  }
  const [soon] = [await trip(5, { departure_date: '2083-03-10' }), await trip(5, { departure_date: '2083-04-10' })]
  assert.deepEqual(await next(), [], 'the site is off')
  await sql`update site set is_on = true`.execute(db)
  assert.deepEqual(await next(), [soon.serial])
  await sql`update planned_trips set departure_date = ${on(3)}, return_date = ${on(8)} where id = ${id}`.execute(db)
  assert.deepEqual(await next(), [], 'it has not left yet')
})
