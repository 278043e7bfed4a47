import { setTimeout as pause } from 'node:timers/promises'
import { inParallel } from './kit/concurrency.ts'
import type { Context } from './kit/context.ts'
import { drill, printFaults } from './kit/drill.ts'
import { openMailbox } from './kit/mailbox.ts'
import type { Service } from './kit/service.ts'

const SEATS = 30

export default drill({
  id: 'A4',
  title:
    'the link of one booking and the seats of one talk are asked for 2,000 times, from everywhere, at two processes',
  target: 'one answer for every asker, one mail; never more people than seats; 0 unexpected',
  run: async (context) => {
    const mailbox = await openMailbox(context)
    const settings = { SMTP_URL: mailbox.url }
    const services: Pair = [await context.start(settings), await context.start(settings)]
    const links = await askForLinks(context, services)
    const talk = await askForSeats(context, services)
    const mails = await mailsAfterAll(mailbox.mails, links.address)
    const faults = [
      ...links.faults,
      ...talk.faults,
      ...(mails === 1 ? [] : [`${mails} mails to the contact of the booking`]),
      ...(talk.people <= SEATS ? [] : [`${talk.people} people on ${SEATS} seats`]),
    ]
    printFaults(context, faults)
    return {
      value: `${links.asked} requests for the link, ${mails} mail; ${talk.asked} sign-ups, ${talk.people} people on ${SEATS} seats; ${faults.length} unexpected`,
      pass: faults.length === 0,
    }
  },
})

type Pair = readonly [Service, Service]

/** Half of the askers know how the contact is reached; none of them learns it. */
const askForLinks = async (context: Context, services: Pair) => {
  const [booking] = await context.query<{ number: string; phone: string; address: string }>(`
    select booking_number as number, contact_phone as phone, contact_email as address from bookings
     where status = 'confirmed' and contact_email is not null and contact_phone is not null and contact_proved_at is not null
     order by id limit 1`)
  if (!booking) throw new Error('The demo has no confirmed booking.')
  const { number, phone, address } = booking
  const asked = context.times(2_000)
  const answers = new Set<string>()
  await inParallel(asked, 16, async (n) => {
    const contact = n % 2 ? `0987-${String(n).padStart(6, '0')}` : n % 4 ? phone : address.toUpperCase()
    const { status, body } = await at(services, n).ask('POST', '/api/trip-registrations/lost-link', {
      ...{ body: { booking_number: number, contact }, headers: from('198.18', n) },
    })
    answers.add(`${status} ${JSON.stringify(body?.data)}`)
  })
  const faults = [...answers].filter((answer) => answer !== '200 null')
  return { asked, address, faults }
}

const askForSeats = async (context: Context, services: Pair) => {
  const [session] = await context.query<{ id: number }>(`
    with talk as (
      insert into seminars (kind, title, is_public, status) values ('product_talk', '演練的講座', true, 'open') returning id)
    insert into seminar_sessions (seminar_id, starts_at, ends_at, timezone, venue, capacity, status)
    select id, now() + interval '9 days', now() + interval '9 days 2 hours', 'Asia/Taipei', '演練', ${SEATS}, 'open' from talk returning id`)
  if (!session) throw new Error('No talk was made.')
  const asked = context.times(2_000)
  const unexpected = new Map<string, number>()
  await inParallel(asked, 16, async (n) => {
    const { status, body } = await at(services, n).ask('POST', `/api/public/sessions/${session.id}/attendances`, {
      body: { name: `來賓 ${n}`, phone: `09${String(n).padStart(8, '0')}`, people: (n % 3) + 1, privacy_consent: true },
      headers: from('198.19', n),
    })
    if (status === 201 || body?.code === 'session_full' || status === 503) return
    unexpected.set(`${status} ${body?.code}`, (unexpected.get(`${status} ${body?.code}`) ?? 0) + 1)
  })
  const [row] = await context.query<{ people: number }>(
    "select coalesce(sum(people), 0)::integer as people from session_attendances where session_id = $1 and status = 'registered'",
    [session.id],
  )
  return { asked, people: row?.people ?? 0, faults: [...unexpected].map(([answer, n]) => `${n} × ${answer}`) }
}

/** The mails to an address, once no further one has come for a while. */
const mailsAfterAll = async (mails: readonly { about: string }[], address: string) => {
  const count = () => mails.filter(({ about }) => about === address).length
  for (const end = Date.now() + 30_000; !count() && Date.now() < end; ) await pause(250)
  await pause(5_000)
  return count()
}

const at = (services: Pair, n: number) => services[n % 2] ?? services[0]
const from = (network: string, n: number) => ({ 'x-forwarded-for': `${network}.${n >> 8}.${n & 255}` })
