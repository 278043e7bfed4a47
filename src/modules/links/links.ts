import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely'
import { statement, theRow } from '../../kit/db/statement.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import { namesOf } from '../../kit/flow.ts'
import { hashOf, newToken } from '../../kit/secrets/tokens.ts'
import type { Term } from '../../kit/words/units.ts'
import { terms } from '../../terms.ts'

/** The column with the subject of each kind of link. The kind is also a part of the address. */
const subjects = {
  invitation: 'user_id',
  password: 'user_id',
  'sign-in': 'user_id',
  offer: 'communication_id',
  booking: 'booking_id',
  traveler: 'traveler_id',
  session: 'attendance_id',
} as const
export type LinkKind = keyof typeof subjects
export type AccountLink = 'invitation' | 'password' | 'sign-in'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    links: {
      token_hash: Buffer
      kind: LinkKind
      user_id: ColumnType<number | null, number | undefined, never>
      booking_id: ColumnType<number | null, number | undefined, never>
      traveler_id: ColumnType<number | null, number | undefined, never>
      communication_id: ColumnType<number | null, number | undefined, never>
      attendance_id: ColumnType<number | null, number | undefined, never>
      /** False for a link that was shown in an answer to a caller whose mailbox is not proved. */
      is_mailed: Generated<boolean>
      expires_at: ColumnType<string, RawBuilder<string>, RawBuilder<string>>
      used_at: ColumnType<string | null, never, RawBuilder<string>>
      created_at: Generated<string>
    }
  }
}

type Moment = RawBuilder<string>
type Id = RawBuilder<number>

const inTerm = ({ interval }: Term): Moment => sql`now() + ${sql.lit(interval)}::interval`
const ofTrip = (subject: Id): Moment => sql`(
  select greatest(t.return_date + interval '2 days', now() + interval '7 days') from planned_trips t where t.id = ${subject})`

/** The end of each kind of link. The link to an offer is valid until the deadline of the offer, if it has one. */
const ends: Record<LinkKind, (id: Id) => Moment> = {
  invitation: () => inTerm(terms.invitationLink),
  password: () => inTerm(terms.passwordLink),
  'sign-in': () => inTerm(terms.signInLink),
  offer: (id) => sql`(
    select coalesce(customer_response_deadline, now() + interval '14 days') from addon_communications where id = ${id})`,
  booking: (id) => ofTrip(sql`(select planned_trip_id from bookings where id = ${id})`),
  traveler: (id) =>
    ofTrip(sql`(select b.planned_trip_id from travelers v join bookings b on b.id = v.booking_id where v.id = ${id})`),
  session: (id) => sql`(
    select s.ends_at + interval '7 days' from session_attendances a join seminar_sessions s on s.id = a.session_id where a.id = ${id})`,
}

type Options = { is_mailed?: boolean }

/**
 * Creates a link. Only its hash is stored; the token is only in the mail. Earlier links of the subject stay valid, but an account
 * has only the newest of each kind.
 */
export async function makeLink(tx: Tx, kind: LinkKind, id: number, { is_mailed = true }: Options = {}) {
  const { token, token_hash } = newToken()
  if (subjects[kind] === 'user_id') await endLinks(tx, kind, id)
  const { expires_at } = await inserts[kind](tx, { id, token_hash, is_mailed })
  return { token, expires_at }
}

/** Creates the links that are mailed for many bookings. Returns the tokens by the ids of the bookings. */
export async function makeBookingLinks(tx: Tx, ids: readonly number[]) {
  const links = ids.map((id) => ({ id, ...newToken() }))
  await insertMany(tx, { ids: links.map(({ id }) => id), token_hashes: links.map(({ token_hash }) => token_hash) })
  return new Map(links.map(({ id, token }) => [id, token]))
}

const insertLinks = (kind: LinkKind, rows: RawBuilder<unknown>) => sql<{ expires_at: string }>`
  insert into links (token_hash, kind, ${sql.ref(subjects[kind])}, is_mailed, expires_at)
  select token_hash, ${sql.lit(kind)}, made.id, is_mailed, ${ends[kind](sql.ref('made.id'))} from ${rows}
  returning expires_at`

type NewLink = { id: number; token_hash: Buffer; is_mailed: boolean }
const insertOf = (kind: LinkKind) =>
  theRow((_db, { id, token_hash, is_mailed }: NewLink) =>
    insertLinks(
      kind,
      sql`(values (${id}::integer, ${token_hash}::bytea, ${is_mailed}::boolean)) made (id, token_hash, is_mailed)`,
    ),
  )
const inserts = Object.fromEntries(namesOf(subjects).map((kind) => [kind, insertOf(kind)])) as Record<
  LinkKind,
  ReturnType<typeof insertOf>
>

// Not used for a single link: PostgreSQL would plan it anew each time, because the generic plan expects a list of ten ids.
const insertMany = statement((_db, { ids, token_hashes }: { ids: number[]; token_hashes: Buffer[] }) =>
  insertLinks(
    'booking',
    sql`(select *, true from unnest(${ids}::integer[], ${token_hashes}::bytea[])) made (id, token_hash, is_mailed)`,
  ),
)

/**
 * Ends the links of a kind to a subject, or only those that were mailed. A used link stays, so that its holder gets the right
 * refusal.
 */
export function endLinks(tx: Tx, kind: LinkKind, id: number, { mailedOnly = false } = {}) {
  return tx
    .deleteFrom('links')
    .where('kind', '=', kind)
    .where(subjects[kind], '=', id)
    .where('used_at', 'is', null)
    .$if(mailedOnly, (rows) => rows.where('is_mailed', '=', true))
    .execute()
}

/** A contact without a mailbox keeps the link that its registration was answered with: once sales have called, it counts like a mailed one. */
export async function keepShownLink(tx: Tx, booking_id: number) {
  await tx.updateTable('links').set({ is_mailed: true }).where('booking_id', '=', booking_id).execute()
}

/** Ends all links of an account. */
export function endAccountLinks(tx: Tx, user_id: number) {
  return tx.deleteFrom('links').where('user_id', '=', user_id).where('used_at', 'is', null).execute()
}

/** Ends the links to all offers of a booking. */
export function endAddonLinks(tx: Tx, booking_id: number) {
  return sql`delete from links where communication_id in (
    select c.id from addon_requests r join addon_communications c on c.addon_request_id = r.id
     where r.booking_id = ${booking_id})`.execute(tx)
}

/** Consumes a link and returns its account; undefined if the link is wrong, expired or used. Of two simultaneous uses one fails. */
export async function useLink(tx: Tx, kinds: readonly AccountLink[], token: string) {
  const link = await tx
    .updateTable('links')
    .set({ used_at: sql<string>`now()` })
    .where('token_hash', '=', hashOf(token))
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('user_id')
    .executeTakeFirst()
  return link?.user_id ?? undefined
}

/** For the holder of a link to a booking or a traveler that was never made, or that a newer one has replaced. */
export function refuseWrongLink() {
  return refuse('not_found', {
    detail: [
      '這個連結不正確或已失效，請確認網址是否完整；若我們寄過更新的信，請使用最新一封的連結。',
      'This link is wrong or no longer valid: check that it is complete, or use the link of our latest mail.',
    ],
  })
}

/** For the holder of a link whose time is over. */
export function refuseEndedLink() {
  return refuse('not_found', {
    title: ['這個連結已經到期', 'This link has ended'],
    detail: [
      '行程結束後，信件裡的連結就不再開啟訂單；請以信箱登入，或與我們聯絡。',
      'After the trip its mailed links no longer open the booking: sign in with your mail address, or contact us.',
    ],
  })
}
