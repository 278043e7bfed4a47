import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, type Ask, clientOf } from './kit/client.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { dayOf, fixturesFor } from './kit/fixtures.ts'
import { allSeatsForStrangers, countIs, twoProcesses } from './kit/race.ts'

const FAMILIES = 1_000
// The usual timeout of a reverse proxy.
const TIMEOUT_MS = 60_000
const MOST_PRESSES = 20
// Every so many families press the button twice, once at each process.
const DOUBLE = 10

export default drill({
  id: 'C6',
  title:
    'a thousand families register at once through the pages, each from its own address, for half as many seats; two processes',
  target:
    'each gets a receipt or is told that the trip is full, and what it typed; one booking for each receipt; all seats sold, none twice; 0 × 500',
  run: async (context) => {
    const services = await twoProcesses(context, allSeatsForStrangers)
    const families = context.times(FAMILIES)
    const seats = Math.ceil(families / 2)
    const connections = services.map(({ url }) => clientOf(url, families))
    const [first, second] = connections.map(({ ask }) => ask)
    if (!first || !second) throw new Error('there is no process')
    const { package: newPackage, saleOf } = fixturesFor(context, first)
    const trip = await saleOf(await newPackage(), dayOf(1), seats)
    const [{ serial = '' } = {}] = await context.query<{ serial: string }>(
      'select serial from planned_trips where id = $1',
      [trip],
    )

    const all = Array.from({ length: families }, (_, n) => familyOf(n, n % 2 ? [second, first] : [first, second]))
    const began = performance.now()
    const drafts = await Promise.all(all.map(({ fillIn }) => fillIn(serial)))
    const filledIn = performance.now()
    const sent = await Promise.all(all.map(({ press }, n) => press(drafts[n] as Draft)))
    const seconds = [filledIn - began, performance.now() - filledIn].map((ms) => (ms / 1_000).toFixed(1))
    const receipts = sent.flatMap(({ receipt }) => receipt ?? [])
    for (const { close } of connections) close()

    const faults = [
      ...drafts.flatMap(({ faults }) => faults),
      ...sent.flatMap(({ faults }) => faults),
      ...(await checkBookings(context, trip, { receipts, seats })),
    ]
    const busy = [...drafts, ...sent].reduce((sum, each) => sum + each.busy, 0)
    printFaults(context, faults)
    const told = `${receipts.length} receipts, ${families - receipts.length} told that it is full, ${busy} × 503`
    return {
      value: `${faults.length} wrong; ${families} families filled in ${seconds[0]} s, sent in ${seconds[1]} s; ${told}`,
      pass: faults.length === 0,
    }
  },
})

type Draft = { address: string; agreed: Record<string, string>; faults: string[]; busy: number }
type Sent = { receipt: string | undefined; faults: string[]; busy: number }

/** One person with a telephone, who uses both processes as the proxy decides. */
const familyOf = (n: number, [ask, other]: [Ask, Ask]) => {
  const headers = { accept: 'text/html', 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` }
  const email = `family${n}@example.com`
  let busy = 0
  const lost: string[] = []
  const open = (path: string) => ask('GET', path, { headers, timeout: TIMEOUT_MS })
  const sendOnce = (by: Ask, path: string, fields: Record<string, string>) =>
    by('POST', path, {
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: `${new URLSearchParams(fields)}`,
      timeout: TIMEOUT_MS,
    })
  /** Who is told that the service is busy presses again after the given time. */
  const send = async (by: Ask, path: string, fields: Record<string, string>) => {
    for (let press = 1; ; press += 1) {
      const answer = await sendOnce(by, path, fields)
      const seconds = Number(answer.headers['retry-after'])
      if (answer.status !== 503 || !seconds || press === MOST_PRESSES) return answer
      busy += 1
      if (Object.values(fields).some((typed) => /@|家/.test(typed) && !answer.text.includes(typed)))
        lost.push(`family ${n} ${unexpected('is not shown what it typed', answer)}`)
      await pause(seconds * 1_000)
    }
  }
  const fillIn = async (serial: string): Promise<Draft> => {
    const begun = await send(ask, `/register/${serial}`, { form: 'party', adults: '1', children: '0', infants: '0' })
    if (begun.status !== 303) return { address: '', agreed: {}, faults: [unexpected('begins', begun)], busy }
    const address = `${begun.headers.location}`.replace(/\?.*/, '')
    const seen = hiddenIn(await open(`${address}?step=people`), 'seen')
    const person = { form: 'person-1', seen, name: `家 ${n}`, birth_date: '1980-01-01' }
    const saved = await send(ask, `${address}?step=people`, person)
    const shown = await open(`${address}?step=send`)
    const agreed = { agreed_total: hiddenIn(shown, 'agreed_total'), agreed_seats: hiddenIn(shown, 'agreed_seats') }
    const faults = [
      ...(saved.status === 303 ? [] : [unexpected('saves', saved)]),
      ...(agreed.agreed_seats === 'seats' ? [] : [`is told ${shown.status} ${agreed.agreed_seats} before it sends`]),
    ]
    return { address, agreed, faults: [...lost, ...faults.map((fault) => `family ${n} ${fault}`)], busy }
  }
  const press = async ({ address, agreed }: Draft): Promise<Sent> => {
    busy = 0
    lost.length = 0
    if (!address) return { receipt: undefined, faults: [], busy }
    const fields = {
      ...{ form: 'send', contact_name: `家 ${n}`, phone: '0912345678', email, privacy_consent: 'yes' },
      ...{ payment_method: 'bankTransfer', travel_purpose: 'family', marketing_source: 'referral' },
      ...agreed,
    }
    const presses = n % DOUBLE ? [ask] : [ask, other]
    const answers = await Promise.all(presses.map((by) => send(by, `${address}?step=send`, fields)))
    const isSold = answers.every(({ status, headers: { location } }) => status === 303 && location === address)
    const isFull = answers.every(({ status, text }) => status === 422 && FULL.test(text) && text.includes(email))
    if (!isSold && !isFull)
      return { receipt: undefined, faults: answers.map((a) => `family ${n} ${unexpected('sends', a)}`), busy }
    const shown = await open(address)
    const receipt = /<p class="big">([^<]+)</.exec(shown.text)?.[1]
    if (isSold !== (receipt !== undefined))
      return { receipt, faults: [`family ${n} ${unexpected('looks again', shown)}`], busy }
    return { receipt, faults: lost, busy }
  }
  return { fillIn, press }
}

const FULL = /名額剛剛額滿了/
const hiddenIn = ({ text }: Answer, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
const unexpected = (what: string, { status, text }: Answer) => `${what}: ${status} ${text.slice(0, 300)}`

const checkBookings = async (
  { query }: Context,
  trip: number,
  { receipts, seats }: { receipts: string[]; seats: number },
) => {
  const bookings = await query<{ booking_number: string; status: string; travelers: number; drafts: number }>(
    `select b.booking_number, b.status, (select count(*)::integer from travelers t where t.booking_id = b.id) as travelers,
            (select count(*)::integer from registration_drafts d where d.booking_id = b.id) as drafts
       from bookings b where b.planned_trip_id = $1`,
    [trip],
  )
  const numbers = bookings.map(({ booking_number }) => booking_number)
  return [
    ...countIs('bookings', bookings.length, seats),
    ...countIs('bookings with a seat, a traveler and a draft', bookings.filter(isWhole).length, seats),
    ...countIs('receipts', receipts.length, seats),
    ...countIs('different receipts of a booking', new Set(receipts).intersection(new Set(numbers)).size, seats),
  ]
}
const isWhole = ({ status, travelers, drafts }: { status: string; travelers: number; drafts: number }) =>
  status === 'held' && travelers === 1 && drafts === 1
