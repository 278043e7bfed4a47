import { setTimeout as pause } from 'node:timers/promises'
import { pdf } from '../../test/fixtures/samples.ts'
import type { Ask } from './client.ts'
import type { Context } from './context.ts'
import { encodeForm } from './encode.ts'
import { dayOf, fixturesFor } from './fixtures.ts'

/**
 * The texts that were entered about erased persons, each with its place; the paths that showed them before; and the number of keys
 * that are left.
 */
export type Erased = { markers: Map<string, string>; paths: string[]; unsealed: number }

/**
 * Persons who travel, book, sign in and lead, some of them doubles, each erased by one call. Afterwards none of the texts about
 * them may be found, and none of their keys may be left.
 */
export const erasedPersons = async (context: Context, ask: Ask): Promise<Erased> => {
  const [markers, paths] = [new Map<string, string>(), []] as [Map<string, string>, string[]]
  const { package: made, saleOf } = fixturesFor(context, ask)
  const trip = await saleOf(await made(), dayOf(40), 99)
  const [keys, lives] = [[] as string[], [] as number[]]
  for (let n = 0; n < context.times(4); n += 1) {
    const told = say(context, markers)
    const { person, booking } = await livedBy(context, ask, trip, told, n)
    keys.push(...(await keysOf(context, person)))
    paths.push(`/api/persons/${person}`, `/api/bookings/${booking}`, `/api/persons?q=${told.surname}`)
    lives.push(person)
  }
  // The mails are sent first, so that papers and addresses stored with them must be erased too.
  await mailsSent(context)
  for (const person of lives) await must(context, ask, `/api/persons/${person}/erase`, {})
  const left = await context.query('select id from person_keys where id = any ($1) and wrapped is not null', [keys])
  return { markers, paths, unsealed: left.length + (keys.length ? 0 : 1) }
}

type Told = ReturnType<typeof say>
const say = ({ random }: Context, markers: Map<string, string>) => {
  const said = (what: string, text: string) => {
    markers.set(text, `${what} of an erased person`)
    return text
  }
  return {
    name: said('name', `標記${random.text(10)}`),
    surname: said('surname', `MARKER${random.text(10).replace(/\d/g, 'x').toUpperCase()}`),
    phone: said('telephone', `09${random.int(10_000_000, 99_999_999)}`),
    email: said('mail address', `${random.text(14)}@example.com`),
    note: said('note', `備註 ${random.text(14)}`),
    reason: said('reason of a merge', `合併 ${random.text(14)}`),
    passport: said('passport', `M${random.int(100_000_000, 999_999_999)}`),
    // With the passport of the traveler, the leader would be the same person at once.
    renewed: said('passport', `N${random.int(100_000_000, 999_999_999)}`),
  }
}

// A booking, an account and a leader that are one person and are no longer needed.
const livedBy = async (context: Context, ask: Ask, planned_trip_id: number, told: Told, n: number) => {
  const { name, surname, phone, email, note, reason, passport, renewed } = told
  const person = {
    name,
    surname_en: surname,
    mobile: phone,
    email,
    passport_number: passport,
    birth_date: '1980-02-03',
  }
  const account = await must(context, ask, '/api/users', { name, email, phone, role: 'customer', password: PASSWORD })
  const booking = await must(context, ask, '/api/bookings', {
    ...{ planned_trip_id, privacy_consent: true, customer_note: note },
    ...{ payment_method: 'bankTransfer', travel_purpose: 'family', marketing_source: 'referral' },
    contact: { name, phone, email },
    travelers: [person],
    // Every second one books with an account, so that both the contact and the account get notices.
    ...(n % 2 && { customer_user_id: account }),
  })
  const leader = await must(context, ask, '/api/tour-leaders', {
    ...{ name, name_en: surname, mobile: phone, email, passport_number: renewed, status: 'inactive' },
    emergency_contact: { name, relation: '配偶', phone },
  })
  const [kept, ...others] = await Promise.all([
    personOf(context, 'booking_id', booking),
    personOf(context, 'user_id', account),
    personOf(context, 'tour_leader_id', leader),
  ])
  // The account for which the booking was made is already the person of its contact.
  const doubles = others.filter((one) => one !== kept)
  await must(context, ask, `/api/persons/${kept}/merge`, { person_ids: doubles, reason })
  await toldAndAttached(context, ask, planned_trip_id, { booking, email, note })
  await must(context, ask, `/api/bookings/${booking}/cancel`, { reason: '取消' })
  return { person: kept, booking }
}

const PASSWORD = 'a long enough password'

// A message to the trip, the confirmation with its paper, and a file that the account attaches.
const toldAndAttached = async (context: Context, ask: Ask, planned_trip_id: number, told: Attached) => {
  const { booking, email, note } = told
  await context.query('update bookings set contact_proved_at = now() where id = $1', [booking])
  await must(context, ask, `/api/bookings/${booking}/confirm`, {})
  const message = { title: '集合時間', words: '早上七點，機場三樓' }
  await must(context, ask, `/api/planned-trips/${planned_trip_id}/messages`, message)
  const { body } = await ask('POST', '/api/login', { body: { email, password: PASSWORD } })
  const form = new FormData()
  form.set('file', new File([new Uint8Array(pdf)], `${note}.pdf`))
  const sent = await ask('POST', '/api/attachments', { ...(await encodeForm(form)), token: body.data.token })
  if (sent.status >= 300) throw new Error(`POST /api/attachments: ${sent.status} ${sent.text.slice(0, 400)}`)
}
type Attached = { booking: number; email: string; note: string }

const mailsSent = async ({ query }: Context) => {
  for (let n = 0; n < 60; n += 1) {
    const waiting = await query(
      `select from deliveries where state in ('waiting', 'taken')
       union all select from jobs.job where name ~ 'mail|deliver' and state in ('created', 'retry', 'active')`,
    )
    if (!waiting.length) return
    await pause(500)
  }
}

const must = async ({ people }: Context, ask: Ask, path: string, body: object): Promise<number> => {
  const answer = await ask('POST', path, { token: people.admin.token, body })
  if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.text.slice(0, 400)}`)
  return answer.body.data?.id
}

const personOf = async ({ query }: Context, column: string, id: number) =>
  (await query<{ person_id: number }>(`select person_id from person_records where ${column} = $1`, [id]))[0]
    ?.person_id ?? 0

const keysOf = async ({ query }: Context, person: number) =>
  (
    await query<{ key: string }>(
      `select coalesce(t.person_key, l.person_key) as key from person_records r left join travelers t on t.id = r.traveler_id
        left join tour_leaders l on l.id = r.tour_leader_id where r.person_id = $1 and coalesce(t.person_key, l.person_key) is not null`,
      [person],
    )
  ).map(({ key }) => key)
