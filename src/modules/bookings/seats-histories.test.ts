import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { passUndo } from '../../../test/fixtures/cancellations.ts'
import { house } from '../../../test/house.ts'
import { settleHolds } from './seats.ts'

/** `SEED=7 npm test -- registration/histories` tries other histories. */
const SEED = Number(process.env.SEED ?? 20261126)
const HISTORIES = 6
const STEPS = 18

const home = await house()
const { as, db, database } = home
const { trip, book, register, mailedLink } = await bookingFixtures(home)
const [sales, manager] = [as('sales'), as('manager')]

type Waiter = { id: number; trip: number; size: number; is_proved: boolean; was_asked: boolean; is_kept: boolean }
type Seats = { trip: number; capacity: number; taken: number }

/** The seats and the waitlists of the trips, read without the functions of the service. An infant takes no seat. */
const readAll = async (trips: readonly number[]) => {
  const sizes = sql`(select count(*)::integer from travelers v where v.booking_id = b.id and v.status = 'active'
    and v.passenger_type is distinct from 'infant')`
  const isKept = sql`b.status = 'waitlisted' and b.contact_proved_at is null and coalesce(b.proof_until > now(), false)`
  const { rows: waiters } = await sql<Waiter>`
    select b.id, b.planned_trip_id as trip, ${sizes} as size, b.contact_proved_at is not null as is_proved,
           b.proof_until is not null as was_asked, ${isKept} as is_kept
      from bookings b where b.planned_trip_id = any (${trips}::integer[]) and b.status = 'waitlisted' order by b.queued_at, b.id`.execute(
    db,
  )
  const { rows: seats } = await sql<Seats>`
    select t.id as trip, t.capacity, coalesce(sum(${sizes}) filter (
             where b.status in ('held', 'confirmed', 'completed') or (${isKept})), 0)::integer as taken
      from planned_trips t left join bookings b on b.planned_trip_id = t.id
     where t.id = any (${trips}::integer[]) group by t.id order by t.id`.execute(db)
  return { waiters, seats }
}
type State = Awaited<ReturnType<typeof readAll>>

/** The rules that were broken by a step. */
const faultsOf = (before: State, after: State) => {
  const free = new Map(after.seats.map(({ trip: id, capacity, taken }) => [id, capacity - taken]))
  const oversold = [...free].filter(([, left]) => left < 0).map(([id, left]) => `trip ${id} is oversold by ${-left}`)
  const idle = after.waiters
    .filter(({ is_proved, was_asked }) => is_proved || !was_asked)
    .filter(({ trip: id, size }) => size <= (free.get(id) ?? 0))
    .map(({ id }) => `booking ${id} waits for seats that are free`)
  const still = (state: State, other: State) =>
    state.waiters.filter(({ id, trip: on }) => other.waiters.some((each) => each.id === id && each.trip === on))
  const order = (state: State, other: State) => still(state, other).map(({ id }) => id)
  const isReordered = String(order(before, after)) !== String(order(after, before))
  return [...oversold, ...idle, ...(isReordered ? ['the waitlist has another order'] : [])]
}

const trips = ['small', 'large'] as const
const onTrip = fc.constantFrom(...trips)
const one = fc.nat(30)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('register' as const),
      on: onTrip,
      size: fc.integer({ min: 1, max: 3 }),
      baby: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('book' as const), on: onTrip, size: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      what: fc.constantFrom(
        'prove',
        'confirm',
        'accept',
        'cancel',
        'cancel-traveler',
        'restore',
        'transfer',
        'expire',
        'reinstate',
        'run-out',
        'there-and-back',
        'out-and-in',
        'cancel-and-undo',
        'bring-back',
      ),
      one,
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Two trips with few seats, and the bookings of this history. */
const world = async () => {
  const soon = { departure_date: daysFromToday(60) }
  const on = { small: (await trip(3, soon)).id, large: (await trip(6, soon)).id }
  const ids = Object.values(on)
  const bookings: { id: number; booking_number: string }[] = []
  const idOf = async (booking_number: string) => done(await sales.get(`/bookings?q=${booking_number}`))[0].id as number
  const names = (size: number) => Array.from({ length: size }, (_, n) => `旅客${n}`)
  const read = async (id: number) => done(await sales.get(`/bookings/${id}`))
  const travelerOf = async (id: number, status: string) =>
    (await read(id)).travelers.find((each: { status: string }) => each.status === status)?.id ?? 0
  const post = (path: string, body?: object) => sales.post(path, body)
  const elsewhere = async (id: number) => {
    const { trip: now } = await read(id)
    return { now: now.id as number, other: now.id === on.small ? on.large : on.small }
  }
  const transfer = (id: number, planned_trip_id: number) => post(`/bookings/${id}/transfer`, { planned_trip_id })

  /** Takes a step and then undoes it. The seats must be as before, unless they were given to another booking in between. */
  const unchanged = async (there: () => Promise<{ status: number }>, back: () => Promise<{ status: number }>) => {
    const before = await readAll(ids)
    const isDone = (await there()).status < 300
    const between = await readAll(ids)
    const isBack = isDone && (await back()).status < 300
    const after = await readAll(ids)
    if (isBack && JSON.stringify(between.waiters) === JSON.stringify(before.waiters))
      assert.deepEqual(after.seats, before.seats, 'a step was taken back')
  }

  const take = async (asked: Step) => {
    if (asked.what === 'register') {
      const baby = asked.baby ? [{ name: '嬰兒', birth_date: daysFromToday(-100) }] : []
      const { booking_number } = done(await register(on[asked.on], [...names(asked.size), ...baby]))
      return void bookings.push({ booking_number, id: await idOf(booking_number) })
    }
    if (asked.what === 'book') return void bookings.push(await book(on[asked.on], names(asked.size)))
    const { id = 0, booking_number = '' } = bookings[asked.one % Math.max(bookings.length, 1)] ?? {}
    if (!id) return
    const held = sql`update bookings set hold_expires_at = now() - interval '1 second' where id = ${id} and status = 'held'`
    const asking = sql`update bookings set proof_until = now() - interval '1 second' where id = ${id} and proof_until > now()`
    switch (asked.what) {
      case 'prove':
        return as().post(`${await mailedLink(booking_number)}/confirm-contact`)
      case 'cancel':
        await post(`/bookings/${id}/cancel`, { reason: '改期' })
        return passUndo(home)
      case 'bring-back':
        return manager.post(`/bookings/${id}/restore`, { reason: '誤取消' })
      case 'cancel-and-undo':
        return unchanged(
          () => post(`/bookings/${id}/cancel`, { reason: '改期' }),
          () => post(`/bookings/${id}/undo-cancel`),
        )
      case 'cancel-traveler':
        return post(`/travelers/${await travelerOf(id, 'active')}/cancel`)
      case 'restore':
        return post(`/travelers/${await travelerOf(id, 'cancelled')}/restore`)
      case 'transfer':
        return transfer(id, (await elsewhere(id)).other)
      case 'expire':
        await held.execute(db)
        return settleHolds(database)
      case 'run-out':
        await asking.execute(db)
        return settleHolds(database)
      case 'there-and-back': {
        const { now, other } = await elsewhere(id)
        if (!['held', 'confirmed'].includes((await read(id)).status)) return
        return unchanged(
          () => transfer(id, other),
          () => transfer(id, now),
        )
      }
      case 'out-and-in': {
        const traveler = await travelerOf(id, 'active')
        return unchanged(
          () => post(`/travelers/${traveler}/cancel`),
          () => post(`/travelers/${traveler}/restore`),
        )
      }
      default:
        return post(`/bookings/${id}/${asked.what}`)
    }
  }
  return { ids, take }
}

/** Per trip the seats that its record tells, and the most seats with which the list still finds it. */
const listedWith = async (ids: readonly number[]) => {
  const most = new Map<number, number>()
  for (let seats_from = 1; ; seats_from += 1) {
    const found = done(await sales.get(`/planned-trips?seats_from=${seats_from}&per_page=100`))
    const own = found.filter(({ id }: { id: number }) => ids.includes(id))
    if (!own.length) break
    for (const { id } of own) most.set(id, seats_from)
  }
  return Promise.all(
    ids.map(async (id) => {
      const { seats } = done(await sales.get(`/planned-trips/${id}`))
      return { id, remaining: seats.remaining as number, listed: most.get(id) ?? 0 }
    }),
  )
}

const freeOn = ({ seats }: State) =>
  seats.map(({ trip: id, capacity, taken }) => ({ id, remaining: capacity - taken, listed: capacity - taken }))

test('seats are never oversold, no party waits while seats are free, the waitlist keeps its order, undoing a step frees no seats, and the list finds a trip by its free seats', async (t) => {
  t.diagnostic(`seed ${SEED}`)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (history) => {
      const { ids, take } = await world()
      let before = await readAll(ids)
      for (const [n, asked] of history.entries()) {
        await take(asked)
        const after = await readAll(ids)
        assert.deepEqual(faultsOf(before, after), [], `after step ${n}: ${JSON.stringify(asked)}`)
        assert.deepEqual(await listedWith(ids), freeOn(after), `the filter after step ${n}: ${JSON.stringify(asked)}`)
        before = after
      }
    }),
    { seed: SEED, numRuns: HISTORIES, endOnFailure: true },
  )
})
