import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely'
import { oneRow, statement } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { refuse } from '../../kit/errors.ts'
import type { Events } from '../../kit/events.ts'
import type { Locale } from '../../kit/words/words.ts'
import { mailInstead } from '../notifications/by-line.ts'

declare module '../../kit/db/tables.ts' {
  interface Tables {
    line_closed_bookings: {
      booking_id: number
      closed_at: Generated<string>
    }
    line_friends: {
      id: Generated<number>
      line_user_id: string
      display_name: string | null
      language: string | null
      followed_at: string | null
      blocked_at: string | null
      person_record_id: number | null
      linked_at: ColumnType<string | null, undefined, RawBuilder<string> | null>
      linked_by: number | null
      assignee_id: number | null
      last_message_at: ColumnType<string, never, never>
      unread: ColumnType<number, never, never>
      is_unread: ColumnType<boolean, never, never>
      version: Generated<number>
      created_at: Generated<string>
      updated_at: Generated<string>
    }
  }
}

/** A view: who hears of what. */
interface Views {
  line_hearers: {
    line_friend_id: ColumnType<number, never, never>
    blocked_at: ColumnType<string | null, never, never>
    booking_id: ColumnType<number | null, never, never>
    user_id: ColumnType<number | null, never, never>
    tour_leader_id: ColumnType<number | null, never, never>
  }
}
declare module '../../kit/db/tables.ts' {
  interface Tables extends Views {}
}

export type Friend = { id: number; line_user_id: string; person_record_id: number | null; locale: Locale }

/** The friend behind an id of LINE, which is new if nobody has heard of it. Whoever works on a friend locks it. */
export async function friendOf(tx: Tx, line_user_id: string): Promise<Friend> {
  await tx
    .insertInto('line_friends')
    .values({ line_user_id })
    .onConflict((same) => same.column('line_user_id').doNothing())
    .execute()
  return lockedFriend(tx, { line_user_id })
}
const lockedFriend = async (tx: Tx, { line_user_id }: { line_user_id: string }) => {
  const { language, ...friend } = await tx
    .selectFrom('line_friends')
    .select(['id', 'line_user_id', 'person_record_id', 'language'])
    .where('line_user_id', '=', line_user_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { ...friend, locale: localeOf(language) }
}

/** The language of answers: that of the person's LINE, and Chinese where nothing is known. */
export function localeOf(language: string | null): Locale {
  return language === null || language.startsWith('zh') ? 'zh-TW' : 'en'
}

/** Somebody came, or blocked the account. What LINE told earlier does not undo what it told later. */
export function follow(tx: Tx, id: number, { at, isBlocked }: { at: string; isBlocked: boolean }) {
  return tx
    .updateTable('line_friends')
    .set(isBlocked ? { blocked_at: at } : { followed_at: at, blocked_at: null })
    .where('id', '=', id)
    .where(sql<boolean>`${at}::timestamptz > greatest(followed_at, blocked_at, '-infinity')`)
    .execute()
}

/** What LINE shows of a friend. */
export function nameFriend(tx: Tx, id: number, named: { display_name: string | null; language: string | null }) {
  return tx.updateTable('line_friends').set(named).where('id', '=', id).execute()
}

/** Whoever writes has not blocked us. */
export function hasWritten(tx: Tx, id: number, at: string) {
  return tx
    .updateTable('line_friends')
    .set({ blocked_at: null })
    .where('id', '=', id)
    .where('blocked_at', '<', at)
    .execute()
}

/** LINE takes nothing for this friend any more. */
export function markGone(tx: Tx, id: number) {
  return tx
    .updateTable('line_friends')
    .set({ blocked_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('blocked_at', 'is', null)
    .execute()
}

/** Friend and person belong together from now on. The person keeps the friends that it has: a family may share a booking. */
export function link(
  tx: Tx,
  id: number,
  { person_record_id, linked_by }: { person_record_id: number; linked_by: number | null },
) {
  return tx
    .updateTable('line_friends')
    .set({ person_record_id, linked_by, linked_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}

const nobody = { person_record_id: null, linked_by: null, linked_at: null }
/** The friend hears nothing of the person any more. */
export function unlink(tx: Tx, id: number) {
  return tx.updateTable('line_friends').set(nobody).where('id', '=', id).execute()
}

/** All friends of these records are unlinked. Their codes go first: whoever takes one at this moment is seen then. */
const unlinkRecords = async (tx: Tx, records: readonly number[]) => {
  await tx.deleteFrom('line_link_codes').where('person_record_id', 'in', records).execute()
  await tx.updateTable('line_friends').set(nobody).where('person_record_id', 'in', records).execute()
}

/** Ends all links of the person of a record. */
export async function unlinkPerson(tx: Tx, of: RecordId) {
  const { person_id } = (await recordOf(tx, of)) ?? refuse('not_found')
  const records = await tx.selectFrom('person_records').select('id').where('person_id', '=', person_id).execute()
  await unlinkRecords(
    tx,
    records.map(({ id }) => id),
  )
}

type RecordId = { booking_id: number } | { user_id: number } | { tour_leader_id: number }

/** The record of the person who is the contact of a booking, or has an account, or leads. */
export const recordOf = oneRow((db, of: RecordId) => {
  const [column, id] = Object.entries(of)[0] ?? []
  return db
    .selectFrom('person_records')
    .select(['id', 'person_id'])
    .where(sql.ref(`person_records.${column}`), '=', id)
})

/** How many friends hear of a booking, or what an account is told. */
export async function countHearers(db: Db, of: RecordId) {
  return (await hearersOf(db, of)).length
}
const hearersOf = statement((db, of: RecordId) => {
  const [column, id] = Object.entries(of)[0] ?? []
  return db
    .selectFrom('line_hearers as h')
    .select('h.line_friend_id')
    .distinct()
    .where(sql.ref(`h.${column}`), '=', id)
})

/** Whether a friend hears of a booking: as its contact, or as the customer whose account it belongs to. */
export const hearsOfBooking = oneRow((db, { friend_id, booking_id }: { friend_id: number; booking_id: number }) =>
  db
    .selectFrom('line_hearers')
    .select('booking_id')
    .where('line_friend_id', '=', friend_id)
    .where('booking_id', '=', booking_id),
)

/** Ends what the page of a booking has linked, because its contact is somebody else now. Only a code of its own links to it again. */
export async function unlinkFormerContact(tx: Tx, { booking_id }: Events['booking.readdressed']) {
  const record = await recordOf(tx, { booking_id })
  if (!record) return
  await unlinkRecords(tx, [record.id])
  await tx
    .insertInto('line_closed_bookings')
    .values({ booking_id })
    .onConflict((same) => same.doNothing())
    .execute()
}

/** Erases the threads of an erased contact. LINE may tell of the friend again, who is then a stranger. */
export function forgetFriendsOfContact(tx: Tx, { booking_id }: Events['booking.erased']) {
  return forgetFriends(tx, { booking_id })
}

export function forgetFriendsOfUser(tx: Tx, { user_id }: Events['user.erased']) {
  return forgetFriends(tx, { user_id })
}

export function forgetFriendsOfLeader(tx: Tx, { tour_leader_id }: Events['tour-leader.erased']) {
  return forgetFriends(tx, { tour_leader_id })
}

/** Erases the friends that were linked by this record, with their messages. */
async function forgetFriends(tx: Tx, of: RecordId) {
  const record = await recordOf(tx, of)
  if (!record) return
  await tx.deleteFrom('line_link_codes').where('person_record_id', '=', record.id).execute()
  const waiting = await tx
    .selectFrom('line_messages as m')
    .innerJoin('line_friends as f', 'f.id', 'm.line_friend_id')
    .select('m.delivery_id')
    .where('f.person_record_id', '=', record.id)
    .where('m.state', '=', 'waiting')
    .execute()
  await tx.deleteFrom('line_friends').where('person_record_id', '=', record.id).execute()
  // What was on its way about other bookings of the person.
  for (const { delivery_id } of waiting) if (delivery_id !== null) await mailInstead(tx, delivery_id)
}
