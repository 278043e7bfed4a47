import type { Ask } from './client.ts'
import type { Context } from './context.ts'
import { dayOf, fixturesFor } from './fixtures.ts'

/** What was said of each erased person, by where it was said; and the reads in which it was shown before. */
export type Erased = { markers: Map<string, string>; paths: string[]; unsealed: number }

/**
 * Persons who travel, book, sign in and lead, doubles among them, each erased by one call. Of what is told of them, nothing may be
 * found afterwards, and none of their keys may be left.
 */
export const erasedPersons = async (context: Context, ask: Ask): Promise<Erased> => {
  const [markers, paths] = [new Map<string, string>(), []] as [Map<string, string>, string[]]
  const { package: made, saleOf } = fixturesFor(context, ask)
  const trip = await saleOf(await made(), dayOf(40), 99)
  const keys: string[] = []
  for (let n = 0; n < context.times(4); n += 1) {
    const told = say(context, markers)
    const { person, booking } = await livedBy(context, ask, trip, told)
    keys.push(...(await keysOf(context, person)))
    paths.push(`/api/persons/${person}`, `/api/bookings/${booking}`, `/api/persons?q=${told.surname}`)
    await must(context, ask, `/api/persons/${person}/erase`, {})
  }
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
  }
}

// A booking, an account and a leader, made one person, and no longer needed.
const livedBy = async (context: Context, ask: Ask, planned_trip_id: number, told: Told) => {
  const { name, surname, phone, email, note, reason, passport } = told
  const person = {
    name,
    surname_en: surname,
    mobile: phone,
    email,
    passport_number: passport,
    birth_date: '1980-02-03',
  }
  const booking = await must(context, ask, '/api/bookings', {
    ...{ planned_trip_id, privacy_consent: true, customer_note: note },
    ...{ payment_method: 'bankTransfer', travel_purpose: 'family', marketing_source: 'referral' },
    contact: { name, phone, email },
    travelers: [person],
  })
  const account = await must(context, ask, '/api/users', { name, email, phone, role: 'customer' })
  const leader = await must(context, ask, '/api/tour-leaders', {
    ...{ name, name_en: surname, mobile: phone, email, passport_number: passport, status: 'inactive' },
    emergency_contact: { name, relation: '配偶', phone },
  })
  const [kept, ...others] = await Promise.all([
    personOf(context, 'booking_id', booking),
    personOf(context, 'user_id', account),
    personOf(context, 'tour_leader_id', leader),
  ])
  await must(context, ask, `/api/persons/${kept}/merge`, { person_ids: others, reason })
  await must(context, ask, `/api/bookings/${booking}/cancel`, { reason: '取消' })
  return { person: kept, booking }
}

const must = async ({ people }: Context, ask: Ask, path: string, body: object): Promise<number> => {
  const answer = await ask('POST', path, { token: people.admin.token, body })
  if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.text.slice(0, 400)}`)
  return answer.body.data.id
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
