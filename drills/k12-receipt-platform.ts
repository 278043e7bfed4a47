import { setTimeout as pause } from 'node:timers/promises'
import { daysFromToday } from '../test/days.ts'
import { fakeReceiptPlatform, platformTest, type Treatment } from '../test/fixtures/receipt-platform.ts'
import { inParallel } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { fixturesFor } from './kit/fixtures.ts'
import { twoProcesses } from './kit/race.ts'
import type { Service } from './kit/service.ts'

const BOOKINGS = 60
const PAID = 10_000
/** Two of these fit into what is paid, and no third one. */
const EACH = 4_000
const TRIES = 4
const AT_ONCE = 6
const ATTEMPTS = 100

type Platform = Awaited<ReturnType<typeof fakeReceiptPlatform>>

export default drill({
  id: 'K12',
  title: 'electronic receipts while the platform loses answers and two processes are killed in turn',
  target: 'each receipt at the platform once and with its number here; none above what is paid; 0 lost',
  run: async (context) => {
    // It takes an order number twice, so whoever sends twice has two receipts there.
    const platform = await fakeReceiptPlatform(platformTest, { takesRepeats: true })
    context.atEnd(platform.close)
    const services = await twoProcesses(context, { RECEIPT_PLATFORM_URL: platform.url, WEBHOOK_ALLOW: platform.place })
    await switchedOn(context, services)
    const bookings = await paidBookings(context, services)
    const ways: Treatment[] = ['break', 'half', 'lose', 'down', { late: 300 }, { code: 'KEY10014' }]
    platform.state.treat = () =>
      context.random.int(0, 9) < 4 ? (ways[context.random.int(0, 5)] ?? 'answer') : 'answer'

    const faults: string[] = []
    const count = { issued: 0, refused: 0, lost: 0 }
    /** A request whose answer is lost with its process is sent again with its key, to the other one. */
    const issue = async (booking: number, n: number) => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const answer = await services[(attempt + n) % services.length]
          ?.ask('POST', `/api/bookings/${booking}/legal-receipts`, {
            token: context.people[n % 2 ? 'finance' : 'admin'].token,
            body: { medium: 'electronic', amount: EACH },
            headers: { 'idempotency-key': `receipt-${booking}-${n}-${context.seed}` },
          })
          .catch(() => undefined)
        if (answer && answer.status < 500 && answer.body?.code !== 'idempotency_in_progress') return answer
        if (answer && answer.status >= 500 && answer.status !== 503)
          faults.push(`${answer.status} ${answer.text.slice(0, 200)}`)
        count.lost += 1
        await pause(100)
      }
      return undefined
    }
    const work = () =>
      inParallel(bookings.length * TRIES, AT_ONCE, async (n) => {
        const answer = await issue(bookings[Math.floor(n / TRIES)] ?? 0, n)
        if (answer && answer.status < 300) count.issued += 1
        else if (answer?.status === 422) count.refused += 1
        else faults.push(`receipt ${n}: ${answer?.status} ${answer?.text.slice(0, 200)}`)
      })

    let isOver = false
    const working = work()
      .then(() => untilAnswered(context, services))
      .finally(() => {
        isOver = true
      })
    let kills = 0
    while (!isOver) {
      await pause(context.random.int(700, 2_000))
      if (isOver) break
      const service = services[kills % services.length]
      await service?.kill('SIGKILL')
      await service?.restart()
      kills += 1
    }
    await working
    faults.push(...(await broken(context, platform, bookings, count.issued)))
    printFaults(context, faults)
    return {
      value: `${faults.length} wrong; ${platform.receipts.length} receipts of ${bookings.length} bookings, ${count.refused} refused as too much, ${count.lost} answers of ours lost by ${kills} kills, ${platform.asked.length} calls of the platform`,
      pass: faults.length === 0,
    }
  },
})

/** Enters the keys, and takes the test of the settings as done: it is proved elsewhere. */
const switchedOn = async ({ query, people }: Context, [first]: Service[]) => {
  const put = async (body: object) => {
    const answer = await first?.ask('PUT', '/api/receipt-platform', { token: people.admin.token, body })
    if (answer?.status !== 200) throw new Error(`the platform is not switched on: ${answer?.text.slice(0, 300)}`)
  }
  await put({ ...platformTest, fallback_email: 'receipts@agency.tw' })
  await query(`update receipt_platform_keys set proved_at = now()`)
  await put({ is_on: true })
}

const paidBookings = async (context: Context, [first]: Service[]) => {
  if (!first) throw new Error('there is no process')
  const fixtures = fixturesFor(context, first.ask)
  const trip = await fixtures.saleOf(await fixtures.package(), daysFromToday(90), 99)
  const ids: number[] = []
  for (let n = 0; n < Math.max(context.times(BOOKINGS), 4); n += 1) {
    const made = await fixtures.as('sales')('POST', '/api/bookings', {
      planned_trip_id: trip,
      contact: { name: `收據人${n}`, phone: '0912345678', email: `k12-${n}@example.com` },
      travelers: [{ name: `收據人${n}` }],
      ...{ payment_method: 'cash', travel_purpose: 'family', marketing_source: 'referral', privacy_consent: true },
    })
    const id = made.body?.data?.id
    if (!id) throw new Error(made.text.slice(0, 300))
    const received_at = new Date().toISOString()
    const paid = await fixtures.as('finance')('POST', `/api/bookings/${id}/payments`, {
      ...{ amount: PAID, method: 'cash', received_at },
    })
    if (paid.status !== 201) throw new Error(paid.text.slice(0, 300))
    ids.push(id)
  }
  return ids
}

/** Asks until every receipt has its answer. The minutes that an act rests are over at once, but not while its call may be under way. */
const untilAnswered = async ({ query, people }: Context, services: Service[]) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await query(`update receipt_sendings set next_at = now(), sent_at = sent_at - interval '1 hour'
      where state in ('waiting', 'sending') and (sent_at is null or sent_at < now() - interval '3 seconds')`)
    const [open] = await query<{ id: number }>(
      `select id from legal_receipts where status = 'queued' order by random() limit 1`,
    )
    if (!open) return
    await services[round % services.length]
      ?.ask('POST', `/api/legal-receipts/${open.id}/refresh`, { token: people.finance.token, body: {} })
      .catch(() => undefined)
    await pause(250)
  }
}
const ROUNDS = 1_200

const broken = async ({ query }: Context, { receipts }: Platform, bookings: number[], issued: number) => {
  const faults: string[] = []
  const orders = receipts.map(({ MerchantOrderNo }) => MerchantOrderNo)
  const twice = orders.filter((order, n) => orders.indexOf(order) !== n)
  if (twice.length > 0) faults.push(`${twice.length} receipts are at the platform twice: ${twice.slice(0, 5)}`)
  const rows = await query<{ number: string; order_no: string; status: string }>(
    `select number, order_no, status from legal_receipts where medium = 'electronic'`,
  )
  if (rows.length !== issued) faults.push(`${rows.length} receipts are here, and ${issued} were acknowledged`)
  for (const { number, order_no, status } of rows) {
    const there = receipts.find(({ MerchantOrderNo }) => MerchantOrderNo === order_no)
    if (status !== 'issued' || !there || there.InvoiceNumber !== number)
      faults.push(`${order_no} is ${status} ${number} here and ${there?.InvoiceNumber} there`)
  }
  const sums = await query<{ id: number; sum: number }>(
    `select b.id, coalesce(sum(p.amount), 0)::float8 as sum from bookings b
       left join legal_receipt_bookings p on p.booking_id = b.id where b.id = any ($1) group by b.id`,
    [bookings],
  )
  for (const { id, sum } of sums) if (sum !== 2 * EACH) faults.push(`booking ${id} has receipts of ${sum}`)
  return faults
}
