import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { Refusal, refuse, refuseField } from '../../kit/errors.ts'
import { email, labelled, line, nullable, oneOf, phone, shownFields, url, whole } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import { callerFingerprint, mailboxFingerprint } from '../../kit/http/server/caller.ts'
import { enqueue, type Jobs, type JobTools } from '../../kit/jobs/jobs.ts'
import { AT_ONCE, type Retention } from '../../kit/retention/rules.ts'
import { hashOf } from '../../kit/secrets/tokens.ts'
import { isOver, tally, throttle } from '../../kit/throttle.ts'
import type { Locale } from '../../kit/words/words.ts'
import { limits } from '../../limits.ts'
import { forgetValues } from '../audit/actions.ts'
import { makeLink } from '../links/links.ts'
import { mailOf } from '../notifications/letter.ts'
import { senderOfHouse } from '../notifications/letter-sender.ts'
import { sendLetter } from '../notifications/send-letter.ts'
import { momentAt } from '../page-words.ts'
import { hasSeats, MOST_PEOPLE } from './attendances.ts'
import { joinedSession, PublicSession } from './open-sessions.ts'
import { lockedSession } from './session.ts'

/** The body of a guest's registration. `website` is a honeypot field that people do not see. */
export const Joining = Type.Object({
  name: labelled(line(100, '王小美'), ['姓名', 'Name']),
  people: Type.Optional(labelled(whole(1, MOST_PEOPLE), ['人數（含您）', 'How many come, you included'])),
  phone: Type.Optional(phone()),
  email: Type.Optional(email()),
  privacy_consent: Type.Unsafe<true>({ type: 'boolean', const: true, examples: [true] }),
  website: Type.Optional(Type.String({ format: 'query', maxLength: 200, examples: [''] })),
})
export type Joining = Static<typeof Joining>

/** The fields that only a registered guest sees. */
const Receipt = Type.Object({
  name: Type.String(),
  people: Type.Integer({ examples: [2] }),
  status: oneOf(['registered']),
  session: Type.Object({
    ...PublicSession.properties,
    ...shownFields({ online_url: nullable(url()) }),
  }),
})

type Guest = Omit<Joining, 'website'>
type Caller = { address: string; mailbox: string; locale: Locale }

/**
 * A guest registers. A guest who is on the list already gets the same receipt and no second seat; a bot gets a receipt and is not
 * registered.
 */
export async function joinSession(tx: Tx, id: number, { website, ...guest }: Joining, caller: Caller) {
  if (!guest.phone && !guest.email) refuseField('email', needsContact)
  await throttle(tx, limits['session join'], caller.address)
  await joinedSession(tx, { id })
  if (!website) {
    const refused = await register(tx, id, guest, caller)
    if (refused) return refused
  }
  const { json } = await joinedSession(tx, { id })
  const { people = 1 } = (website ? undefined : await sameGuest(tx, id, guest)) ?? guest
  return { name: guest.name, people, status: 'registered' as const, session: JSON.parse(json) }
}

// A refusal is returned and not thrown, so that the attempt is counted.
const register = async (tx: Tx, session_id: number, guest: Guest, { mailbox, locale }: Caller) => {
  const session = await lockedSession(tx, session_id)
  const there = await sameGuest(tx, session_id, guest)
  if (there && there.status !== 'invited') return undefined
  if (!(await hasSeats(tx, session, guest.people ?? 1))) return new Refusal('session_full')
  const attendance_id = await keepSeat(tx, session_id, guest, locale, there?.id)
  if (guest.email && !isOver(await tally(tx, limits['mail to a stranger'], mailbox)))
    enqueue(tx, 'seminars.guest', { attendance_id, about: 'joined' })
  return undefined
}

// An invited guest becomes registered.
const keepSeat = async (tx: Tx, session_id: number, guest: Guest, guest_locale: Locale, id: number | undefined) => {
  const said = { people: guest.people ?? 1, guest_locale, privacy_consent_at: sql<string>`now()` }
  if (id !== undefined) {
    await tx
      .updateTable('session_attendances')
      .set({ ...said, status: 'registered' })
      .where('id', '=', id)
      .execute()
    return id
  }
  const { name: guest_name, phone: guest_phone = null, email: guest_email = null } = guest
  const made = await tx
    .insertInto('session_attendances')
    .values({ session_id, guest_name, guest_phone, guest_email, source: 'public', ...said })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

const sameGuest = (tx: Tx, session_id: number, { name, email, phone }: Guest) =>
  tx
    .selectFrom('session_attendances')
    .select(['id', 'status', 'people'])
    .where('session_id', '=', session_id)
    .where('traveler_id', 'is', null)
    .where(sql<boolean>`lower(guest_name) = lower(${name}) and coalesce(lower(guest_email), regexp_replace(guest_phone, '\\D', '', 'g'))
      = coalesce(lower(${email ?? null}::text), regexp_replace(${phone ?? null}::text, '\\D', '', 'g'))`)
    .executeTakeFirst()

const needsContact = ['請留下電話或電子郵件。', 'Enter a phone number or an email address.'] as const

type About = 'invited' | 'joined' | 'moved' | 'cancelled'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'seminars.guest': { attendance_id: number; about: About }
  }
}

/** Mails a guest without an account: the confirmation, and changes of the session. */
export async function mailGuest({ attendance_id, about }: Jobs['seminars.guest'], tools: JobTools, id: string) {
  const { database, publicUrl } = tools
  const attendance = await linkedAttendance(database.db, { attendance: attendance_id })
  if (!attendance?.email || !concerns(attendance, about)) return
  const { locale, title, title_en, email: to } = attendance
  const { token } = await database.transaction({}, (tx) => makeLink(tx, 'session', attendance_id))
  const params = {
    title,
    title_en: title_en ?? title,
    place: whereAndWhen(attendance),
    people: attendance.people > 1 ? attendance.people : null,
    link: `${publicUrl}/l/session/${token}`,
  }
  const sender = await senderOfHouse(database.db)
  // The address is not proved, so the mail contains nothing that the caller typed, and cannot be abused for spam.
  await sendLetter(tools, { id, to }, mailOf(`seminar-guest.${about}`, params, { locale, name: null, sender }))
}

// Only guests who are registered or invited, and only if the mail is still true.
const concerns = ({ traveler_id, status, is_cancelled }: LinkedAttendance, about: About) =>
  traveler_id === null &&
  (about === 'joined' ? ['registered'] : about === 'invited' ? ['invited'] : ['invited', 'registered']).includes(
    status,
  ) &&
  is_cancelled === (about === 'cancelled')

const whereAndWhen = (attendance: LinkedAttendance) =>
  [
    momentAt(attendance.starts_at, attendance.timezone, attendance.locale),
    attendance.venue,
    attendance.address,
    attendance.online_url,
  ]
    .filter((line) => line !== null)
    .join('\n')

/** The attendance of a guest or of an invited traveler, with its session. */
const linkedAttendance = oneRow((db, { attendance }: { attendance: number }) =>
  db
    .selectFrom('session_attendances as a')
    .innerJoin('seminar_sessions as s', 's.id', 'a.session_id')
    .innerJoin('seminars as m', 'm.id', 's.seminar_id')
    .leftJoin('travelers as v', 'v.id', 'a.traveler_id')
    .select(['a.id', 'a.session_id', 'a.guest_email as email', 'a.traveler_id', 'a.status', 'a.people', 'a.version'])
    .select(sql<string>`coalesce(v.name, a.guest_name)`.as('name'))
    .select(sql<Locale>`coalesce(a.guest_locale, 'zh-TW')`.as('locale'))
    .select(['m.title', 'm.title_en', 's.starts_at', 's.timezone', 's.venue', 's.address', 's.online_url'])
    .select(sql<boolean>`s.starts_at <= now()`.as('has_begun'))
    .select(sql<boolean>`s.status = 'cancelled'`.as('is_cancelled'))
    .where('a.id', '=', attendance),
)
export type LinkedAttendance = NonNullable<Awaited<ReturnType<typeof linkedAttendance>>>

/**
 * The attendance of a link, until the session begins. A person who declined may still accept, but a guest who gave up the seat may
 * not.
 */
export async function attendanceBehind(db: Db, token: string): Promise<LinkedAttendance> {
  const id = (await idBehind(db, { token_hash: hashOf(token) }))?.attendance_id
  const attendance = id ? await linkedAttendance(db, { attendance: id }) : undefined
  if (!attendance || attendance.status === 'attended') return refuse('not_found', { detail: gone })
  if (attendance.has_begun || attendance.is_cancelled)
    return refuse('step_not_possible', { detail: over, also: { possible: [] } })
  return attendance
}

const idBehind = oneRow((db, { token_hash }: { token_hash: Buffer }) =>
  db
    .selectFrom('links')
    .select('attendance_id')
    .where('token_hash', '=', token_hash)
    .where('kind', '=', 'session')
    .where('expires_at', '>', sql<string>`now()`),
)

const gone = [
  '這個連結不正確，或報名已經取消。',
  'This link is invalid, or the registration was already cancelled.',
] as const
const over = ['這個場次已經開始或取消。', 'This session has begun, or does not take place.'] as const

/** Frees the seat. A guest is removed from the list; an invited traveler stays on it as declined. */
export async function giveUpSeat(tx: Tx, token: string) {
  const { id, session_id, traveler_id } = await attendanceBehind(tx, token)
  await lockedSession(tx, session_id)
  if (traveler_id === null) await tx.deleteFrom('session_attendances').where('id', '=', id).execute()
  else await tx.updateTable('session_attendances').set({ status: 'absent' }).where('id', '=', id).execute()
}

/** Accepts an invitation, if there is a seat. Repeating it changes nothing. */
export async function takeSeat(tx: Tx, token: string) {
  const session = await lockedSession(tx, (await attendanceBehind(tx, token)).session_id)
  // Read again after the lock was granted, so that the last seat is given once.
  const { id, status, people } = await attendanceBehind(tx, token)
  if (status === 'registered') return
  if (!(await hasSeats(tx, session, people))) refuse('session_full')
  await tx.updateTable('session_attendances').set({ status: 'registered' }).where('id', '=', id).execute()
}

const KEPT = '1 year'

const rows = sql<{ id: number }>`
  select a.id from seminar_sessions s join session_attendances a on a.session_id = s.id
   where s.starts_at < now() - ${KEPT}::interval and a.traveler_id is null and a.guest_name <> '•••'
   order by s.starts_at, a.id limit ${AT_ONCE} for update of a skip locked`

// The history of changes is cleared last, so that it does not keep the values that are removed here.
const deleteGuests = async (tx: Tx) => {
  const guests = await rows.execute(tx)
  const ids = guests.rows.map(({ id }) => id)
  if (!ids.length) return 0
  await tx
    .updateTable('session_attendances')
    .set({ guest_name: '•••', guest_phone: null, guest_email: null, guest_locale: null, notes: null })
    .where('id', 'in', ids)
    .execute()
  await forgetValues(tx, 'session_attendances', ids)
  return ids.length
}

export const seminarGuests: Retention = {
  what: 'names, numbers and addresses of seminar guests',
  table: 'session_attendances',
  kept: `${KEPT} after the session`,
  why: 'Guests may be asked again that long. The attendance stays, without the person.',
  deleteBatch: deleteGuests,
  rows,
}

/** `/api/public/sessions/{id}/attendances`. */
export function joinRoute(on: On, { keys }: FastifyInstance) {
  on.create(
    '/:id/attendances',
    {
      access: 'public',
      summary: 'Register as a guest; the answer is a receipt',
      body: Joining,
      returns: Receipt,
      etag: 'none',
      bodyLimit: 8192,
      serializeBy: 'id',
      refuses: ['session_full', 'too_many_requests'],
    },
    ({ tx, params, body, request, locale }) =>
      joinSession(tx, params.id, body, {
        address: callerFingerprint(keys, request.ip),
        mailbox: mailboxFingerprint(keys, `${body.email}`),
        locale,
      }),
  )
}

const params = Type.Object({ token: Type.String({ maxLength: 200 }) })
const refuses = ['not_found', 'step_not_possible'] as const

/** `/api/public/attendances/{token}`: the attendance behind the link of a guest's mail. */
export function guestRoutes(on: On) {
  on.get(
    '/:token',
    { access: 'public', summary: 'The registration of a mailed link', params, returns: Receipt, etag: 'none', refuses },
    async ({ db, params: { token } }) => {
      const { name, people, session_id } = await attendanceBehind(db, token)
      const { json } = await joinedSession(db, { id: session_id })
      return { name, people, status: 'registered', session: JSON.parse(json) }
    },
  )

  on.post(
    '/:token/cancel',
    {
      access: 'public',
      summary: 'Cancel the registration',
      params,
      returns: Type.Object({ status: oneOf(['cancelled']) }),
      etag: 'none',
      refuses,
    },
    async ({ tx, params: { token } }) => {
      await giveUpSeat(tx, token)
      return { status: 'cancelled' }
    },
  )
}
