import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures } from '../../../test/fixtures/bookings.ts'
import { passUndo } from '../../../test/fixtures/cancellations.ts'
import { chance } from '../../../test/fixtures/chance.ts'
import { refundsByOne } from '../../../test/fixtures/refunds.ts'
import { type Answer, house } from '../../../test/house.ts'
import { settleHolds } from './seats.ts'

const EVENTS = 100
/** With this seed every kind of event succeeds at least once; `SEED=7 npm test -- histories` tries another history. */
const USUAL = 2031
const home = await house()
await refundsByOne(home)
const { as, db, database } = home
const { trip, body } = await bookingFixtures(home)
const [sales, op, finance, manager] = [as('sales'), as('op'), as('finance'), as('manager')]

/** The rules that must hold after every event, as SQL that uses no function of the service. Returns the broken ones. */
const broken = async () => {
  const { rows } = await sql<{ id: number; rule: string }>`
    with lines as (
      select booking_id, sum(trunc(abs(amount * rate) + 0.5) * sign(amount)) as total,
             sum(amount) filter (where kind in ('adult', 'child_with_bed', 'child_no_bed', 'infant')) as fares
        from booking_price_lines group by booking_id
    ), money as (
      select booking_id, sum(case when kind = 'payment' then amount else -amount end) as paid
        from booking_payments where voided_at is null group by booking_id
    ), settled as (
      select obligation_id, sum(amount) as amount from obligation_settlements group by obligation_id
    ), owed as (
      select o.booking_id, sum(o.open_amount) as open, bool_and(o.amount - o.open_amount = coalesce(s.amount, 0)) as adds_up
        from booking_obligations o left join settled s on s.obligation_id = o.id group by o.booking_id
    ), refunds as (
      select p.booking_id, bool_and(case when p.voided_at is null then p.amount else 0 end =
               (select coalesce(sum(s.amount), 0) from obligation_settlements s join booking_obligations o on o.id = s.obligation_id
                 where s.payment_id = p.id and o.booking_id = p.booking_id)) as paid_something
        from booking_payments p where p.kind = 'refund' group by p.booking_id
    ), parties as (
      select booking_id, count(*) as size from travelers where status = 'active' group by booking_id
    )
    select b.id, rule from bookings b, lateral (values
      ('the total is the sum of the lines at their rates', b.total = coalesce((select total from lines l where l.booking_id = b.id), 0)),
      ('what is paid is payments less refunds', b.paid = coalesce((select paid from money m where m.booking_id = b.id), 0)),
      ('the balance is what is left', b.balance = b.total - b.paid),
      ('the open obligations are what was paid beyond the total',
        coalesce((select open from owed o where o.booking_id = b.id), 0) = greatest(b.paid - b.total, 0)),
      ('an obligation is open but for its settlements', coalesce((select adds_up from owed o where o.booking_id = b.id), true)),
      ('a refund pays obligations of its booking, all of it, unless it is voided',
        coalesce((select paid_something from refunds r where r.booking_id = b.id), true)),
      ('a line in the currency of its booking has the rate 1', not exists (
        select from booking_price_lines l where l.booking_id = b.id and (l.currency = b.currency) <> (l.rate = 1))),
      ('the fares are those of the people who travel', b.status = 'cancelled' or
        coalesce((select fares from lines l where l.booking_id = b.id), 0) =
          coalesce((select size from parties p where p.booking_id = b.id), 0) * (b.price ->> 'adult')::numeric),
      ('a refund is not more than was paid and owed', b.paid >= least(b.total, 0)),
      ('a total is below zero only by the compensation of the agency', b.total + coalesce(b.penalty, 0) >= 0)
    ) rules (rule, holds) where not holds`.execute(db)
  return rows
}

/** Compares the money in lists and totals with the sums over the single bookings. Returns the differences. */
const summed = async () => {
  const { rows } = await sql<{ trip: number } & Record<string, number>>`
    select t.id as trip, coalesce(sum(b.total) filter (where b.status in ('confirmed', 'completed', 'cancelled')), 0) as sold,
           coalesce(sum(b.total) filter (where b.status = 'held'), 0) as held, coalesce(sum(b.paid), 0) as paid,
           coalesce(sum(b.total - b.paid) filter (where b.total > b.paid and b.status in ('confirmed', 'completed', 'cancelled')), 0) as owed,
           coalesce(sum(b.paid - b.total) filter (where b.paid > b.total), 0) as refunds_due
      from planned_trips t left join bookings b on b.planned_trip_id = t.id group by t.id order by t.id`.execute(db)
  const wrong: string[] = []
  for (const { trip: id, ...sums } of rows) {
    const told = (await finance.get(`/planned-trips/${id}/money`)).data
    for (const [name, value] of Object.entries(sums))
      if (told[name] !== value) wrong.push(`${name} of trip ${id}: ${told[name]}, not ${value}`)
  }
  const cents = (amounts: number[]) => amounts.reduce((sum, one) => sum + Math.round(one * 100), 0)
  const of = (name: string) => cents(rows.map((row) => row[name] ?? 0))
  const due = (await finance.get('/money/refunds-due?per_page=100')).data
  if (cents(due.map((one: { open_amount: number }) => one.open_amount)) !== of('refunds_due')) wrong.push('refunds due')
  const days = (await finance.get('/money/payments/by-day?from=2026-01-01&to=2026-01-01')).data
  if (cents(days.map((day: { net: number }) => day.net)) !== of('paid')) wrong.push('payments by day')
  const { data: all } = await finance.get('/money/trips')
  for (const name of ['sold', 'paid', 'refunds_due'])
    if (cents([all[name]]) !== of(name)) wrong.push(`${name} of all trips`)
  return wrong
}

/** The rate of each line that has one. A rate must never change. */
const rates = new Map<number, number>()
const changedRates = async () => {
  const { rows } = await sql<{ id: number; rate: number | null }>`select id, rate from booking_price_lines`.execute(db)
  return rows.filter(({ id, rate }) => {
    const before = rates.get(id) ?? rate
    if (rate !== null) rates.set(id, rate)
    return before !== rate
  })
}

/** Events on random bookings of a few trips. Each event returns the answer of the service. */
const eventsOf = ({ random, pick }: ReturnType<typeof chance>) => {
  const amount = (most: number) => Math.ceil(random() * most)
  const withCents = (most: number) => Math.ceil(random() * most * 100) / 100
  const trips: number[] = []
  const bookings: number[] = []
  const at = (name: string, given?: object) => sales.post(`/bookings/${pick(bookings)}/${name}`, given)
  // A random row of any booking for which the event is likely to succeed.
  const some = async (from: ReturnType<typeof sql>) => {
    const { rows } = await sql<{
      booking: number
      id: number
    }>`select booking_id as booking, id from ${from} order by id`.execute(db)
    return rows.length ? pick(rows) : { booking: 0, id: 0 }
  }
  const isAlive = sql`booking_id in (select id from bookings where status in ('held', 'confirmed'))`
  const bookingsWhere = (holds: string) =>
    sql`(select id, id as booking_id from bookings where ${sql.raw(holds)}) chosen`
  // A rate that is far from the last one of its pair is asked about.
  const confirmed = (rate: number) => ({ rate, confirmed_rate: rate, reason: '波動' })
  const money = (kind: string, most: number) => {
    const given = amount(most)
    return { kind, amount: given, confirmed_amount: given, method: 'cash', received_at: '2026-01-01T00:00Z' }
  }
  const openTrip = async () => {
    const { id } = await trip(40, { price_overrides: { adult: pick([9999, 12345, 30000]) } })
    const days = pick([0, 1, 5, 25, 35, 60])
    await sql`update planned_trips set departure_date = today() + ${days + 1}::integer, return_date = today() + ${days + 3}::integer
      where id = ${id}`.execute(db)
    trips.push(id)
    return id
  }
  return {
    prepare: async () => {
      for (let n = 0; n < 3; n += 1) await openTrip()
      for (let n = 0; n < 3; n += 1)
        bookings.push((await sales.post('/bookings', body(pick(trips), ['甲', '乙', '丙']))).data.id)
    },
    events: {
      book: async () => {
        const made = await sales.post('/bookings', body(pick(trips), ['丁', '戊'].slice(0, pick([1, 2]))))
        if (made.status < 300) bookings.push(made.data.id)
        return made
      },
      'add a line': () =>
        at('price-lines', {
          kind: pick(['surcharge', 'discount']),
          description: '其他',
          quantity: pick([1, 3, 7]),
          ...pick([
            { unit_price: amount(900) },
            { unit_price: amount(900), currency: 'JPY', ...confirmed(0.21505) },
            { unit_price: withCents(90), currency: 'EUR', ...confirmed(35.12345678) },
          ]),
        }),
      'remove a line': async () => {
        const { booking, id } = await some(sql`booking_price_lines where source = 'staff'`)
        return sales.delete(`/bookings/${booking}/price-lines/${id}`)
      },
      'charge an add-on without a rate': async () => {
        const { id } = await some(bookingsWhere("status in ('held', 'confirmed')"))
        const line = {
          kind: 'addon',
          source: 'addon_request',
          description: '加購',
          currency: pick(['CHF', 'THB']),
        } as const
        const price = withCents(300)
        if (id)
          await database.transaction({}, (tx) =>
            tx
              .insertInto('booking_price_lines')
              .values({ ...line, booking_id: id, quantity: 1, unit_price: price, amount: price, rate: null })
              .execute(),
          )
        return sales.get(`/bookings/${id}`)
      },
      'give a line its rate': async () => {
        const { booking, id } = await some(sql`booking_price_lines where rate is null`)
        return sales.put(`/bookings/${booking}/price-lines/${id}`, confirmed(pick([35.12345678, 0.91234, 27])))
      },
      'change the table of rates': () => {
        const rate = Math.ceil(random() * 1e6) / 1e5
        return finance.post('/exchange-rates', {
          ...{ from_currency: pick(['JPY', 'EUR']), to_currency: 'TWD', ...confirmed(rate) },
          valid_from: `20${10 + Math.floor(random() * 16)}-0${1 + Math.floor(random() * 9)}-01`,
        })
      },
      'pay, void and cancel at once': async () => {
        const { booking, id } = await some(
          sql`booking_payments where voided_at is null and kind = 'payment' and ${isAlive}`,
        )
        const path = `/bookings/${booking}`
        const answers = await Promise.all([
          sales.post(`${path}/payments`, money('payment', 9000)),
          finance.post(`${path}/payments`, money('refund', 100)),
          sales.post(`${path}/payments/${id}/void`, { reason: '誤登' }),
          sales.post(`${path}/cancel`, { reason: '取消', official_fees: amount(500) }),
        ])
        return answers.find(({ status }) => status >= 500) ?? answers[0]
      },
      pay: () => at('payments', money('payment', 40000)),
      refund: async () =>
        finance.post(`/bookings/${(await some(bookingsWhere('balance < 0'))).id}/payments`, money('refund', 500)),
      'refund what is due': async () => {
        const { id } = await some(bookingsWhere('balance < 0'))
        const { refund_due } = (await finance.get(`/bookings/${id}`)).data ?? {}
        return finance.post(`/bookings/${id}/payments`, { ...money('refund', 1), amount: refund_due })
      },
      void: async () => {
        const { booking, id } = await some(sql`booking_payments where voided_at is null`)
        return finance.post(`/bookings/${booking}/payments/${id}/void`, { reason: '誤登' })
      },
      confirm: () => at('confirm'),
      lapse: async () => {
        const { id } = await some(bookingsWhere("status = 'held' and paid = 0"))
        await sql`update bookings set hold_expires_at = now() - interval '1 second' where id = ${id}`.execute(db)
        await settleHolds(database)
        return sales.post(`/bookings/${id}/reinstate`)
      },
      'cancel a booking': () =>
        at('cancel', {
          reason: '取消',
          ...pick([
            {},
            {},
            { official_fees: amount(3000) },
            { cause: 'house_fault' },
            { cause: 'force_majeure', proven_costs: amount(5000), paper: '收據' },
          ]),
        }),
      'cancel a booking and undo it': async () => {
        const { id } = await some(bookingsWhere("status in ('held', 'confirmed')"))
        await sales.post(`/bookings/${id}/cancel`, { reason: '按錯', official_fees: amount(3000) })
        return sales.post(`/bookings/${id}/undo-cancel`)
      },
      'restore a booking': async () => {
        await passUndo(home)
        const { id } = await some(bookingsWhere("status = 'cancelled'"))
        return manager.post(`/bookings/${id}/restore`, { reason: '誤取消' })
      },
      'only ask what it costs': () => at('cancel', { reason: '詢問', dry_run: true }),
      transfer: async () => {
        const { id } = await some(bookingsWhere("status <> 'expired'"))
        return sales.post(`/bookings/${id}/transfer`, { planned_trip_id: trips.at(-1) })
      },
      'cancel a traveler': async () =>
        sales.post(`/travelers/${(await some(sql`travelers where status = 'active' and ${isAlive}`)).id}/cancel`),
      'restore a traveler': async () =>
        sales.post(`/travelers/${(await some(sql`travelers where status = 'cancelled' and ${isAlive}`)).id}/restore`),
      'add a traveler': async () =>
        sales.post('/travelers', {
          booking_id: (await some(bookingsWhere("status in ('held', 'confirmed')"))).id,
          name: '己',
        }),
      'cancel a trip': async () => {
        const cause = pick(['house_fault', 'below_minimum', 'objective_risk', 'other'])
        const costs = cause === 'objective_risk' ? { costs: { official_fees: amount(2000) } } : {}
        const answer = await op.put(`/planned-trips/${pick(trips)}/status`, {
          status: 'cancelled',
          reason: '取消',
          cause,
          ...costs,
        })
        if (answer.status < 300) await openTrip()
        return answer
      },
    } satisfies Record<string, () => Promise<Answer>>,
    pick,
  }
}

test('lines, rates, payments, obligations, refunds and totals agree exactly after every event, in any order', async () => {
  const seed = Number(process.env.SEED ?? USUAL)
  const { prepare, events, pick } = eventsOf(chance(seed))
  await prepare()
  const names = Object.keys(events) as (keyof typeof events)[]
  const done: string[] = []
  for (let n = 0; n < EVENTS; n += 1) {
    // First each kind of event once, then random ones, among which events of money are more frequent than cancelled trips.
    const name = names[n] ?? pick(n % 3 ? names.filter((one) => one !== 'cancel a trip') : names)
    const { status, body: said } = await events[name]()
    assert.ok(status < 500, `${name}: ${JSON.stringify(said)}`)
    if (status < 300) done.push(name)
    assert.deepEqual(await changedRates(), [], `seed ${seed}: a rate was changed by: ${name}`)
    if (n % 10 === 9) assert.deepEqual(await summed(), [], `seed ${seed}, sums after ${n + 1} events`)
    assert.deepEqual(await broken(), [], `seed ${seed}, after ${n + 1} events, the last one: ${name} (${status})`)
  }
  assert.deepEqual(
    seed === USUAL ? names.filter((name) => !done.includes(name)) : [],
    [],
    'every kind of event succeeded at least once',
  )
})
