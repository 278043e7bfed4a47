import { setTimeout as pause } from 'node:timers/promises'
import { daysFromToday } from '../test/days.ts'
import { inParallel } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { fixturesFor } from './kit/fixtures.ts'
import { twoProcesses } from './kit/race.ts'
import type { Service } from './kit/service.ts'

const BOOKINGS = 20
const LINES = 200
const AT_ONCE = 6
const mapping = JSON.stringify({ booked_at: '日期', credit: '存入', text: '附言' })

export default drill({
  id: 'K10',
  title:
    'a file of a bank is read and matched by two people at once while a process is killed, and money is typed besides',
  target:
    'each line is there once and one payment at most; payments = lines matched + typed; 0 × 5xx but for the killed ones',
  run: async (context) => {
    const services = await twoProcesses(context)
    const bookings = await owing(context, services)
    const lines = context.times(LINES)
    const faults: string[] = []
    const count = { read: 0, matched: 0, late: 0, typed: 0, unknown: 0 }
    /** A request whose answer is lost with its process is sent again with its key, to the other one. */
    const sent = async (who: 'finance' | 'admin', path: string, body: unknown, key: string, headers = {}) => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const service = services[(attempt + key.length) % services.length]
        const answer = await service
          ?.ask('POST', path, {
            token: context.people[who].token,
            body,
            headers: { ...headers, 'idempotency-key': key },
          })
          .catch(() => undefined)
        if (answer && answer.status < 500 && answer.body?.code !== 'idempotency_in_progress') return answer
        if (answer && answer.status >= 500 && answer.status !== 503) faults.push(`${path}: ${answer.status}`)
        count.unknown += 1
        await pause(100)
      }
      return undefined
    }
    const day = daysFromToday(0)
    const text = ['日期,存入,附言', ...Array.from({ length: lines }, (_, n) => `${day},${100 + n},匯款 ${n}`)].join(
      '\n',
    )
    const upload = async (n: number) => {
      const form = new FormData()
      form.set('mapping', mapping)
      form.set('file', new File([text], 'bank.csv'))
      const encoded = new Response(form)
      const bytes = Buffer.from(await encoded.arrayBuffer())
      const type = { 'content-type': encoded.headers.get('content-type') ?? '' }
      return sent(n % 2 ? 'finance' : 'admin', '/api/bank-statements', bytes, `file-${n}-${context.seed}`, type)
    }
    const work = async () => {
      await inParallel(AT_ONCE, AT_ONCE, async (n) => {
        const answer = await upload(n)
        if (answer && answer.status < 300) count.read += 1
        else faults.push(`file ${n}: ${answer?.status} ${answer?.text.slice(0, 300)}`)
      })
      const rows = await context.query<{ id: number; amount: number }>(
        `select id, amount::float8 as amount from bank_lines where payer_text like '匯款 %' order by id`,
      )
      if (rows.length !== lines) faults.push(`${rows.length} lines of ${lines} are there`)
      await inParallel(rows.length * 2, AT_ONCE, async (n) => {
        const line = rows[n >> 1]
        if (!line) return
        const booking_id = bookings[(n >> 1) % bookings.length]
        const body = { bookings: [{ booking_id, amount: line.amount }] }
        const who = n % 2 ? 'finance' : 'admin'
        const answer = await sent(
          who,
          `/api/bank-lines/${line.id}/match`,
          body,
          `match-${line.id}-${who}-${context.seed}`,
        )
        if (answer?.status === 200) count.matched += 1
        else if (answer?.status === 409) count.late += 1
        else faults.push(`line ${line.id}: ${answer?.status} ${answer?.text.slice(0, 200)}`)
        if (n % 20) return
        const typed = { amount: 7, method: 'cash', received_at: new Date().toISOString() }
        const paid = await sent('finance', `/api/bookings/${booking_id}/payments`, typed, `typed-${n}-${context.seed}`)
        if (paid?.status === 201) count.typed += 1
        else faults.push(`typed: ${paid?.status} ${paid?.text.slice(0, 200)}`)
      })
    }
    let isOver = false
    const working = work().finally(() => {
      isOver = true
    })
    let kills = 0
    while (!isOver) {
      const service = services[kills % services.length]
      await pause(context.random.int(300, 1500))
      await service?.kill('SIGKILL')
      await service?.restart()
      kills += 1
    }
    await working
    faults.push(...(await broken(context, bookings, lines, count.typed)))
    printFaults(context, faults)
    return {
      value: `${faults.length} wrong; ${lines} lines read by ${count.read} uploads, ${count.matched} matched, ${count.late} were too late, ${count.typed} typed, ${count.unknown} answers lost by ${kills} kills`,
      pass: faults.length === 0,
    }
  },
})
const ATTEMPTS = 100

/** Bookings of one trip that owe far more than all lines bring. */
const owing = async (context: Context, [first]: Service[]) => {
  if (!first) throw new Error('there is no process')
  const fixtures = fixturesFor(context, first.ask)
  const trip = await fixtures.saleOf(await fixtures.package(), daysFromToday(90), 99)
  const ids: number[] = []
  for (let n = 0; n < BOOKINGS; n += 1) {
    const { body, text } = await fixtures.as('sales')('POST', '/api/bookings', {
      planned_trip_id: trip,
      contact: { name: `匯款人${n}`, phone: '0912345678', email: null },
      travelers: [{ name: `匯款人${n}` }],
      ...{
        payment_method: 'bankTransfer',
        travel_purpose: 'family',
        marketing_source: 'referral',
        privacy_consent: true,
      },
    })
    if (!body?.data?.id) throw new Error(text.slice(0, 300))
    ids.push(body.data.id)
  }
  return ids
}

/** Each line has one payment with its amount, and the bookings have nothing but these and what was typed. */
const broken = async ({ query }: Context, bookings: number[], lines: number, typed: number) => {
  const [sums] = await query<{
    matched: number
    wrong: number
    bank: number
    staff: number
    paid: number
    lines: number
  }>(
    `select (select count(*)::integer from bank_lines where state = 'matched' and payer_text like '匯款 %') as matched,
            (select count(*)::integer from bank_lines l where l.payer_text like '匯款 %' and (
               select coalesce(sum(p.amount), 0) from bank_line_payments x join booking_payments p on p.id = x.payment_id
                where x.bank_line_id = l.id and p.voided_at is null) <> case l.state when 'matched' then l.amount else 0 end) as wrong,
            (select coalesce(sum(amount), 0)::float8 from bank_lines where state = 'matched' and payer_text like '匯款 %') as lines,
            (select coalesce(sum(amount), 0)::float8 from booking_payments where source = 'bank' and voided_at is null and booking_id = any ($1)) as bank,
            (select coalesce(sum(amount), 0)::float8 from booking_payments where source = 'staff' and voided_at is null and booking_id = any ($1)) as staff,
            (select coalesce(sum(paid), 0)::float8 from bookings where id = any ($1)) as paid`,
    [bookings],
  )
  if (!sums) return ['nothing was counted']
  return [
    sums.matched === lines ? [] : `${sums.matched} of ${lines} lines are matched`,
    sums.wrong === 0 ? [] : `${sums.wrong} lines differ from their payments`,
    sums.bank === sums.lines ? [] : `payments of ${sums.bank} for lines of ${sums.lines}`,
    sums.staff === typed * 7 ? [] : `${sums.staff} typed instead of ${typed * 7}`,
    sums.paid === sums.bank + sums.staff ? [] : `the bookings have ${sums.paid} for ${sums.bank} + ${sums.staff}`,
  ].flat()
}
