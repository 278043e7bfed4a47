import { setTimeout as pause } from 'node:timers/promises'
import { pg } from '../src/kit/db/client.ts'
import { daysFromToday } from '../test/days.ts'
import { inParallel } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import {
  accounts,
  noticeOf,
  openFakeProviders,
  type Provider,
  providers,
  type Saying,
  type Trade,
} from './kit/fake-providers.ts'
import { fixturesFor } from './kit/fixtures.ts'
import { allSeatsForStrangers, twoProcesses } from './kit/race.ts'
import type { Service } from './kit/service.ts'

const BOOKINGS = 60
/** 40,000 for a price of 30,000: what is too much is recorded too, and owed back. */
const TRIES = 4
const PART = 10_000
const KILLS = 12
const AT_ONCE = 8
const REPEATED = 50
const MOST_RUNS = 60

/** What happens to a trade: whether it is paid, and how its provider tells of it. */
const fates = ['told', 'repeated', 'out of order', 'not told', 'not paid'] as const
type Fate = (typeof fates)[number]

export default drill({
  id: 'K11',
  title:
    'providers that tell often, out of order, wrongly or not at all, and processes killed between a notice and its commit',
  target:
    'each trade that is truly paid is one payment of its amount, told or not; nothing else is; 0 × 5xx but for the killed ones',
  run: async (context) => {
    const fake = await openFakeProviders(context)
    const services = await twoProcesses(context, { ...fake.settings, ...allSeatsForStrangers })
    const teller = tellerOf(services)
    await switchOn(context, services, fake.trades, teller)
    const before = await paidThroughProviders(context)
    const trades = await begin(context, services, fake.trades)
    const fateOf = (n: number): Fate => fates[n % fates.length] ?? 'told'
    const kills = Math.max(2, context.times(KILLS))
    const caught = trades.splice(-kills)

    const telling = inParallel(trades.length, AT_ONCE, (n) => tell(context, teller, trades[n] as Trade, fateOf(n)))
    // A provider that says nothing holds a process up for ten seconds; the other one asks meanwhile.
    fake.feels(['silent', 'late', 'broken', 'gone', 'forged'])
    const asking = ask(context, 1)
    for (const [n, trade] of caught.entries()) {
      trade.isPaid = true
      await killBetween(context, services[n % 2] as Service, teller, trade)
      // Half of them are told of again, the others have to be asked for.
      if (n % 2) await teller.until(trade)
    }
    await Promise.all([telling, asking])
    fake.feels(['well', 'well', 'late', 'broken', 'gone', 'forged', 'well', 'well'])
    const begun = [...fake.trades.values()]
    for (let run = 0; run < MOST_RUNS && (await unheard(context, begun)) > 0; run += 1) await ask(context, run)

    const faults = [...teller.faults, ...(await broken(context, begun, before))]
    const untold = begun.filter(({ no, isPaid }) => isPaid && !teller.taken.has(no)).length
    if (untold === 0) faults.push('nothing had to be asked for')
    printFaults(context, faults)
    const paid = begun.filter(({ isPaid }) => isPaid).length
    return {
      value: `${faults.length} wrong; ${paid} of ${begun.length} trades paid, ${untold} of them found by asking, ${teller.sent()} notices, ${teller.lost()} not answered in ${kills} kills, ${fake.asked()} questions`,
      pass: faults.length === 0,
    }
  },
})

/** Sends notices as a provider does, to one process or the other. */
const tellerOf = (services: Service[]) => {
  const faults: string[] = []
  let [sent, lost] = [0, 0]
  const taken = new Set<string>()
  const once = async (trade: Trade, says: Saying = {}, account = accounts[trade.provider], at?: Service) => {
    sent += 1
    const answer = await (at ?? services[sent % services.length])
      ?.ask('POST', `/api/payment-notices/${trade.provider}`, {
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': `10.9.${(sent >> 8) & 255}.${sent & 255}`,
        },
        body: `${new URLSearchParams(noticeOf(trade, says, account))}`,
      })
      .catch(() => undefined)
    if (!answer) lost += 1
    else if (answer.status >= 500 && answer.status !== 503) faults.push(`${answer.status} ${answer.text.slice(0, 200)}`)
    if (answer?.text === '1|OK' && Object.keys(says).length === 0) taken.add(trade.no)
    return answer?.status === 503 ? undefined : answer?.text
  }
  return {
    faults,
    /** The trades whose payment some process has answered for. */
    taken,
    sent: () => sent,
    lost: () => lost,
    once,
    /** Again until it is taken, as a provider does. */
    until: async (trade: Trade, says: Saying = {}) => {
      for (let attempt = 0; attempt < 200; attempt += 1) {
        if ((await once(trade, says)) === '1|OK') return
        await pause(100)
      }
      faults.push(`a notice of ${trade.no} was never taken`)
    },
    /** Somebody without the keys. */
    forge: async (trade: Trade) => {
      const account = { ...accounts[trade.provider], hash_iv: 'ABCDEFGHIJKLMNOP' }
      const answer = await once(trade, {}, account)
      if (answer?.startsWith('1')) faults.push(`a forged notice was answered ${answer}`)
      return answer
    },
  }
}
type Teller = ReturnType<typeof tellerOf>

/** Proves the keys of both providers with a test payment, and switches them on. */
const switchOn = async (context: Context, services: Service[], trades: Map<string, Trade>, teller: Teller) => {
  const [first] = services
  if (!first) throw new Error('there is no process')
  const admin = fixturesFor(context, first.ask).as('admin')
  for (const provider of providers) {
    const path = `/api/payment-providers/${provider}`
    await admin('PUT', path, { ...accounts[provider], card_most: PART })
    const { body } = await admin('POST', `${path}/test`)
    const trade = await follow(first, body.data.url, trades)
    trade.isPaid = true
    await teller.until(trade)
    const { status, text } = await admin('PUT', path, { is_on: true })
    if (status !== 200) throw new Error(text.slice(0, 300))
  }
}

/** Customers register, and press the button that pays; each browser posts its form to the provider. */
const begin = async (context: Context, services: Service[], trades: Map<string, Trade>) => {
  const [first] = services
  if (!first) throw new Error('there is no process')
  const { package: newPackage, saleOf, register } = fixturesFor(context, first.ask)
  const bookings = context.times(BOOKINGS)
  const trip = await saleOf(await newPackage(), daysFromToday(90), bookings)
  const begun: Trade[] = []
  await inParallel(bookings, AT_ONCE, async (n) => {
    const service = services[n % services.length] as Service
    const { body, text } = await register(trip, n)
    const path = body?.data?.manage_link?.path
    if (!path) throw new Error(text.slice(0, 300))
    const own = { 'sec-fetch-site': 'same-origin' }
    const opened = await service.ask('GET', path, { headers: own })
    const cookie = (opened.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ')
    const at = `${opened.headers.location}`.split('?')[0] ?? ''
    for (let nth = 0; nth < TRIES; nth += 1) {
      const pressed = await service.ask('POST', at, {
        headers: { ...own, cookie, 'content-type': 'application/x-www-form-urlencoded' },
        body: `form=pay-online&provider=${providers[(n + nth) % 2] as Provider}`,
      })
      if (pressed.status !== 303) throw new Error(`${pressed.status} ${pressed.text.slice(0, 300)}`)
      begun.push(await follow(service, `${pressed.headers.location}`, trades))
    }
  })
  return begun
}

/** A browser that opens the page of a payment, and posts its form to the provider. */
const follow = async (service: Service, url: string, trades: Map<string, Trade>) => {
  const { text } = await service.ask('GET', url)
  const action = /<form method="post" action="(http[^"]*)"/.exec(text)?.[1] ?? ''
  const fields = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value.replaceAll('&#39;', "'").replaceAll('&amp;', '&')],
  )
  const ordered = await fetch(action, { method: 'POST', body: new URLSearchParams(fields) })
  const trade = trades.get(await ordered.text())
  if (!trade) throw new Error(`the provider refuses an order: ${ordered.status} ${text.slice(0, 300)}`)
  return trade
}

/** Lies about a trade, and then what its fate is. */
const tell = async ({ random }: Context, teller: Teller, trade: Trade, fate: Fate) => {
  trade.isPaid = fate !== 'not paid'
  const lies = [
    () => teller.forge(trade),
    () => teller.once(trade, { amount: trade.amount * 2 }),
    () => teller.once(trade, { merchant: '2000132' }),
    () => teller.once(trade, { no: `X${trade.no.slice(1)}` }),
    () => teller.once(trade, { isFailed: true }),
  ]
  for (const lie of random.shuffled(lies)) await answered(lie)
  if (fate === 'told') await teller.until(trade)
  if (fate === 'repeated') {
    await Promise.all(Array.from({ length: REPEATED }, () => teller.once(trade)))
    await teller.until(trade)
  }
  if (fate === 'out of order') {
    await Promise.all([teller.until(trade), teller.once(trade, { isFailed: true }), teller.until(trade)])
    await teller.once(trade, { isFailed: true })
  }
}

/** Says it again while the process is away, so that each lie is heard. */
const answered = async (say: () => Promise<string | undefined>) => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if ((await say()) !== undefined) return
    await pause(100)
  }
}

/** Holds the booking, so that a notice is followed and not yet committed, and kills the process there. */
const killBetween = async (context: Context, service: Service, teller: Teller, trade: Trade) => {
  const client = new pg.Client({ ...context.connection, application_name: 'drill' })
  client.on('error', () => {})
  await client.connect()
  await client.query('begin')
  await client.query(
    'select from bookings where id = (select booking_id from provider_trades where trade_no = $1) for update',
    [trade.no],
  )
  const notices = Promise.all(
    Array.from({ length: 3 }, () => teller.once(trade, {}, accounts[trade.provider], service)),
  )
  for (const end = Date.now() + 5_000; Date.now() < end; await pause(20)) {
    const waiting = await context.query(
      `select from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.datname = current_database() and $1 = any(pg_blocking_pids(l.pid))`,
      [await pidOf(client)],
    )
    if (waiting.length) break
  }
  await service.kill('SIGKILL')
  await client.query('rollback')
  await client.end()
  await notices
  await service.restart()
}
const pidOf = async (client: InstanceType<typeof pg.Client>): Promise<number> =>
  (await client.query('select pg_backend_pid() as pid')).rows[0].pid

/** Three hours pass at first and ten minutes each time, and the job that asks runs once. */
const ask = async ({ query }: Context, run: number) => {
  await query(
    `update provider_trades set created_at = created_at - $1 * interval '1 minute', asked_at = asked_at - interval '10 minutes'
      where status <> 'paid'`,
    [run === 0 ? 180 : 10],
  )
  const [job] = await query<{ id: string }>(
    `insert into jobs.job (name, data) values ('payment-providers.ask', '{}') returning id`,
  )
  const isOver = `select from jobs.job where id = $1 and state in ('completed', 'failed')`
  for (const end = Date.now() + 15_000; Date.now() < end; await pause(50))
    if ((await query(isOver, [job?.id])).length) return
}

/** How many trades are paid without the service knowing it. */
const unheard = async ({ query }: Context, begun: Trade[]) => {
  const rows = await query<{ trade_no: string }>(`select trade_no from provider_trades where status = 'paid'`)
  const heard = new Set(rows.map(({ trade_no }) => trade_no))
  return begun.filter(({ no, isPaid }) => isPaid && !heard.has(no)).length
}

/** What customers have paid through providers in all; the demo has some payments too. */
const paidThroughProviders = async ({ query }: Context) => {
  const [sum] = await query<{ paid: number }>(
    `select coalesce(sum(amount), 0)::float8 as paid from booking_payments where source in ('ecpay', 'newebpay') and kind = 'payment'`,
  )
  return sum?.paid ?? 0
}

const broken = async (context: Context, begun: Trade[], before: number) => {
  const { query } = context
  const rows = await query<{
    trade_no: string
    amount: number
    times: number
    paid: number
    status: string
    notices: number
  }>(
    `select t.trade_no, t.amount::float8 as amount, t.status,
            (select count(*)::integer from booking_payments p where p.reference = t.trade_no) as times,
            (select coalesce(sum(p.amount), 0)::float8 from booking_payments p where p.reference = t.trade_no and p.id = t.payment_id
               and p.voided_at is null) as paid,
            (select count(*)::integer from payment_notices n where n.trade_id = t.id and n.outcome = 'paid') as notices
       from provider_trades t where t.booking_id is not null`,
  )
  const known = new Map(rows.map((row) => [row.trade_no, row]))
  const faults = begun.flatMap(({ no, amount, isPaid }) => {
    const row = known.get(no)
    if (!row) return []
    const [times, paid] = isPaid ? [1, amount] : [0, 0]
    const isRight =
      row.times === times && row.paid === paid && row.notices === times && (row.status === 'paid') === isPaid
    return isRight ? [] : [`${no}: ${JSON.stringify(row)} where ${isPaid ? amount : 0} is paid`]
  })
  const payments = (await paidThroughProviders(context)) - before
  const [sums] = await query<{ bookings: number }>(
    `select coalesce(sum(b.paid), 0)::float8 as bookings from bookings b where exists (
       select from provider_trades t where t.booking_id = b.id and t.trade_no = any($1))`,
    [begun.map(({ no }) => no)],
  )
  const truly = begun.reduce((sum, { no, amount, isPaid }) => sum + (isPaid && known.has(no) ? amount : 0), 0)
  if (payments !== truly) faults.push(`payments of ${payments} where ${truly} is paid`)
  if (sums?.bookings !== truly) faults.push(`the bookings have ${sums?.bookings} where ${truly} is paid`)
  return faults
}
