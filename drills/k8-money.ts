import { daysFromToday } from '../test/days.ts'
import {
  moneyActs,
  namesWhoMay,
  prices,
  single_supplement,
  termsOfFee,
  wronglyVoided,
} from '../test/fixtures/money-acts.ts'
import { inParallel } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { fixturesFor } from './kit/fixtures.ts'
import { twoProcesses } from './kit/race.ts'

const ROUNDS = 150
const LANES = 8
const ACTS_OF_A_LANE = 12
const teams = { sales: ['sales'], finance: ['finance'], both: ['sales', 'finance'] } as const
// Finance alone may do little, so its rounds are fewer.
const order: (keyof typeof teams)[] = ['sales', 'both', 'sales', 'both', 'finance']
/** The percentages of the terms, which all trips of a round have. */
const fees = [0, 20, 100] as const

export default drill({
  id: 'K8',
  title: 'random acts on money by sales alone, finance alone and both, at once in two processes',
  target:
    'no total below what the limit allows, no refund above what is owed, no payment voided without a second person; each refusal names who may; 0 × 5xx',
  run: async (context) => {
    // Refunds by two people have a drill of their own, C7; here they are recorded at once, so that many are.
    await context.query('update house set refunds_by_two = false')
    const services = await twoProcesses(context)
    const asks = services.map(({ ask }) => ask)
    const prepare = await preparing(context, asks)
    const faults: string[] = []
    const count = { acts: 0, done: 0, refused: 0 }
    const rounds = context.times(ROUNDS)
    for (let n = 0; n < rounds; n += 1) {
      const team = order[n % order.length] ?? 'both'
      const fee = fees[n % fees.length] ?? 0
      const { bookings, trips } = await prepare(fee)
      await inParallel(LANES, LANES, async (lane) => {
        const acts = moneyActs(
          { random: context.random.next, pick: context.random.pick },
          {
            send: (method, path, body) => {
              const { token } = context.people[context.random.pick(teams[team])]
              const ask = asks[lane % asks.length]
              if (!ask) throw new Error('there is no process')
              return ask(method, `/api${path}`, { body, token })
            },
            query: context.query,
            bookings: [...bookings.keys()],
            trips,
          },
        )
        for (let act = 0; act < ACTS_OF_A_LANE; act += 1) {
          const name = context.random.pick(Object.keys(acts) as (keyof typeof acts)[])
          const answer = await acts[name]()
          count.acts += 1
          if (answer.status < 300) count.done += 1
          if (answer.status === 403) count.refused += 1
          const said = `round ${n}, ${team}, ${name}: ${answer.status} ${JSON.stringify(answer.body)?.slice(0, 300)}`
          if (answer.status >= 500) faults.push(said)
          if (!namesWhoMay(answer)) faults.push(`names nobody: ${said}`)
        }
      })
      faults.push(...(await brokenIn(context, bookings, fee)).map((fault) => `round ${n}, ${team}: ${fault}`))
    }
    printFaults(context, faults)
    return {
      value: `${faults.length} wrong of ${count.acts} acts in ${rounds} rounds, ${count.done} done, ${count.refused} refused to the role`,
      pass: faults.length === 0,
    }
  },
})

type Asks = Awaited<ReturnType<typeof twoProcesses>>[number]['ask'][]
/** What each traveler of a booking paid when it was confirmed, by the id of the traveler. */
type Sold = Map<number, Map<number, number>>

const preparing = async (context: Context, [ask]: Asks) => {
  if (!ask) throw new Error('there is no process')
  const fixtures = fixturesFor(context, ask)
  const product = await fixtures.package()
  const must = async (by: 'admin' | 'sales', path: string, body?: object) => {
    const { status, body: told, text } = await fixtures.as(by)('POST', `/api${path}`, body)
    if (status >= 300) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`)
    return told.data
  }
  /** Two trips with these terms, and three confirmed bookings of them. */
  return async (fee: number) => {
    const trips: number[] = []
    for (const place of [0, 1]) {
      const body = { package_id: product, departure_date: daysFromToday(60 + place), capacity: 99, status: 'open' }
      const { id } = await must('admin', '/planned-trips', {
        ...body,
        price_overrides: { ...prices, single_supplement },
      })
      trips.push(id)
    }
    await context.query(
      `update planned_trips set terms = jsonb_set(terms, '{cancellation_policy}', $2::jsonb) where id = any ($1)`,
      [trips, JSON.stringify(termsOfFee(fee))],
    )
    const bookings: Sold = new Map()
    for (const size of [2, 3, 4]) {
      const names = [{ name: '甲' }, { name: '乙', bed_type: 'single' }, { name: '丙' }, { name: '丁' }].slice(0, size)
      const { id, travelers } = await must('sales', '/bookings', bookingOf(trips[size % 2] ?? 0, names))
      await must('sales', `/bookings/${id}/confirm`)
      const paid = (place: number) => prices.adult + (place === 1 ? single_supplement : 0)
      bookings.set(id, new Map(travelers.map((one: { id: number }, place: number) => [one.id, paid(place)])))
    }
    return { bookings, trips }
  }
}

const bookingOf = (planned_trip_id: number, travelers: object[]) => ({
  planned_trip_id,
  travelers,
  contact: { name: '王小美', phone: '0912345678', email: null },
  payment_method: 'bankTransfer',
  travel_purpose: 'family',
  marketing_source: 'referral',
  privacy_consent: true,
})

type Row = {
  id: number
  status: string
  total: number
  fares: number
  discounts: number
  gone: number[]
  is_sold_anew: boolean
}

/**
 * The rules, by what stands in the tables and what the drill itself knows: the total is at least the price at the confirmation of those who
 * travel, and the fee of the terms for those who were cancelled, less a tenth of the fares. Who was removed while travelling counts as
 * one who travels; who was removed after the cancellation does not. A booking that was cancelled for a cause of the agency and moved is held
 * on the other trip and sold anew, at the price of those who travel then.
 */
const brokenIn = async ({ query }: Context, bookings: Sold, fee: number) => {
  const ids = [...bookings.keys()]
  const rows = await query<Row>(
    `select b.id, b.status, (b.total)::float8 as total,
            coalesce((select sum(amount) from booking_price_lines l where l.booking_id = b.id and l.kind in
              ('adult', 'child_with_bed', 'child_no_bed', 'infant', 'land_only', 'single_supplement')), 0)::float8 as fares,
            coalesce((select -sum(amount) from booking_price_lines l where l.booking_id = b.id and l.kind = 'discount'), 0)::float8 as discounts,
            array(select v.id from travelers v where v.booking_id = b.id and v.status = 'cancelled'
                  union select a.record_id::integer from audit a where a.table_name = 'travelers' and a.action = 'removed'
                     and a.changes #>> '{booking_id,0}' = b.id::text and a.changes #>> '{status,0}' = 'cancelled') as gone,
            exists (select from audit a where a.table_name = 'bookings' and a.record_id = b.id
                     and a.changes -> 'status' = '["cancelled", "held"]') as is_sold_anew
       from bookings b where b.id = any ($1)`,
    [ids],
  )
  const low = rows.flatMap(({ id, status, total, fares, discounts, gone, is_sold_anew }) => {
    const kept = (traveler: number) => (status === 'cancelled' || gone.includes(traveler) ? fee / 100 : 1)
    const sold = [...(bookings.get(id) ?? [])].reduce((sum, [traveler, price]) => sum + price * kept(traveler), 0)
    return [
      ...(!is_sold_anew && total < sold - fares / 10 - 1
        ? [`booking ${id} (${status}) costs ${total}, sold for ${sold}, fares ${fares}`]
        : []),
      ...(discounts > fares / 10 + 1 ? [`booking ${id} has discounts of ${discounts} on ${fares}`] : []),
      // What was cancelled for a cause of the agency, and then moved to another trip, is held there.
      ...(['confirmed', 'cancelled', 'held'].includes(status) ? [] : [`booking ${id} is ${status}`]),
    ]
  })
  const owed = await query<{ id: number; booking_id: number }>(
    `select p.id, p.booking_id from booking_payments p where p.booking_id = any ($1) and p.kind = 'refund' and p.voided_at is null
        and p.amount is distinct from (select sum(s.amount) from obligation_settlements s join booking_obligations o on o.id = s.obligation_id
                                        where s.payment_id = p.id and o.cause <> 'agreed' and o.booking_id = p.booking_id)`,
    [ids],
  )
  const gone = await query<{ id: number }>(`select id from (${wronglyVoided}) p where booking_id = any ($1)`, [ids])
  return [
    ...low,
    ...owed.map(({ id, booking_id }) => `refund ${id} of booking ${booking_id} is more than what was owed`),
    ...gone.map(({ id }) => `payment ${id} was voided without a second person`),
  ]
}
