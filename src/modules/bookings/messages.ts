import { type ColumnType, type Generated, type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { statement, theRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found, refuse } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { labelled, moment, nullable, oneOf, orNull, ref, shownFields, text } from '../../kit/fields.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { throttle } from '../../kit/throttle.ts'
import type { Words } from '../../kit/words/words.ts'
import { limits } from '../../limits.ts'
import type { BookingStatus } from '../booking-statuses.ts'
import { readerOf } from '../users/reader.ts'
import { knownBooking } from './visible.ts'

const sides = ['customer', 'agency'] as const
export type Side = (typeof sides)[number]

const words = text(2000, '兩間房可以安排相鄰嗎？')
export const NewMessage = Type.Object({ text: labelled(words, ['訊息', 'Message']) })
export type NewMessage = Static<typeof NewMessage>

const Message = Type.Object({
  ...shownFields({ id: ref(), from: oneOf(sides), text: words, read_at: nullable(moment()) }),
  user: orNull(Type.Object({ id: Type.Integer({ examples: [7] }), name: Type.String({ examples: ['陳怡安'] }) })),
  ...shownFields({ created_at: moment() }),
})

declare module '../../kit/db/tables.ts' {
  interface Tables {
    booking_messages: {
      id: Generated<number>
      booking_id: number
      from: Side
      written_by: number | null
      text: string
      read_at: ColumnType<string | null, undefined, RawBuilder<string>>
      created_at: Generated<string>
    }
  }
}

declare module '../../kit/events.ts' {
  interface Events {
    /** The customer of a booking, or the agency, has written to the other. */
    'booking-message.written': { message_id: number; booking_id: number; from: Side; actor_id: number | undefined }
  }
}

/** The newest messages are shown, at most so many. */
const MOST = 200

/** The messages of a booking, the oldest first. */
export const messagesOf = statement((db, { booking }: { booking: number }) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('booking_messages as m')
        .leftJoin('users as u', 'u.id', 'm.written_by')
        .select(['m.id', 'm.from', 'm.text', 'm.read_at', 'm.created_at'])
        .select(
          sql<{
            id: number
            name: string
          } | null>`case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end`.as('user'),
        )
        .where('m.booking_id', '=', booking)
        .orderBy('m.id', 'desc')
        .limit(MOST)
        .as('newest'),
    )
    .selectAll()
    .orderBy('newest.id'),
)
export type BookingMessage = Awaited<ReturnType<typeof messagesOf>>[number]

/** The salesperson who answers for a booking: its own, else that of its trip. */
export const salespersonOf = theRow((db, { booking }: { booking: number }) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .leftJoin('users as u', (join) =>
      join.on('u.id', '=', sql<number>`coalesce(b.sales_user_id, t.sales_user_id)`).on('u.status', '=', 'active'),
    )
    .select(['u.name', 'u.name_en'])
    .where('b.id', '=', booking),
)

type Writing = { booking: number; from: Side; actor_id: number | undefined; text: string }

/** Writes to the other side. Who writes has read what was there before. A button that is pressed twice writes once. */
export async function writeMessage(tx: Tx, { booking, from, actor_id, text: said }: Writing) {
  await refuseClosed(tx, booking)
  // The second of two presses waits here for the first one.
  if (from === 'customer') await throttle(tx, limits['messages of booking'], booking)
  if (from === 'customer' && (await isJustWritten(tx, { booking, said }))) return
  await markMessagesRead(tx, booking, from)
  const { id } = await tx
    .insertInto('booking_messages')
    .values({ booking_id: booking, from, written_by: actor_id ?? null, text: said })
    .returning('id')
    .executeTakeFirstOrThrow()
  await emit(tx, 'booking-message.written', { message_id: id, booking_id: booking, from, actor_id })
}

const isJustWritten = async (tx: Tx, { booking, said }: { booking: number; said: string }) => {
  const newest = await tx
    .selectFrom('booking_messages')
    .select(['from', 'text', sql<boolean>`created_at > now() - interval '1 minute'`.as('is_recent')])
    .where('booking_id', '=', booking)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.from === 'customer' && newest.text === said && newest.is_recent
}

/** Whether the two sides of a booking still write to each other: while it is alive, and as long as one owes the other money. */
export function takesMessages({ status, balance }: { status: BookingStatus; balance: number }) {
  return (status !== 'cancelled' && status !== 'expired') || balance !== 0
}

// The lock waits for a cancellation or an erasure that is going on.
const refuseClosed = async (tx: Tx, id: number) => {
  const { booking_number, contact_name, ...booking } = found(
    await tx
      .selectFrom('bookings')
      .select(['booking_number', 'status', 'balance', 'contact_name'])
      .where('id', '=', id)
      .forShare()
      .executeTakeFirst(),
  )
  const refused = (detail: Words) => refuse('step_not_possible', { detail, also: { possible: [] } })
  if (!takesMessages(booking)) refused(isClosed(booking_number))
  if (contact_name === '•••') refused(isErased(booking_number))
}
const isClosed = (number: string): Words => [
  `訂單 ${number} 已取消或逾期，款項也已結清，這裡不再收發訊息；請改用電話或電子郵件聯絡。`,
  `Booking ${number} was cancelled or has expired, and nothing is owed, so it takes no more messages; use the telephone or mail instead.`,
]
const isErased = (number: string): Words => [
  `訂單 ${number} 的聯絡人資料已刪除，這裡不再收發訊息；請改用電話或電子郵件聯絡。`,
  `The contact of booking ${number} was erased, and it takes no more messages; use the telephone or mail instead.`,
]

/** Marks what the other side has written as read. */
export function markMessagesRead(tx: Tx, booking: number, by: Side) {
  return tx
    .updateTable('booking_messages')
    .set({ read_at: sql<string>`now()` })
    .where('booking_id', '=', booking)
    .where('from', '<>', by)
    .where('read_at', 'is', null)
    .execute()
}

/** Deletes the messages of an erased contact. */
export function forgetMessages(tx: Tx, booking_id: number) {
  return tx.deleteFrom('booking_messages').where('booking_id', '=', booking_id).execute()
}

const sideOf = ({ roles }: Actor): Side => (roles.includes('customer') ? 'customer' : 'agency')

const list = async (db: Db, actor: Actor, id: number) => {
  await knownBooking(db, { ...readerOf(actor), id })
  return messagesOf(db, { booking: id })
}

const readers = ['customer', 'sales', 'department', 'manager', 'admin'] as const
const writers = ['customer', 'sales', 'department', 'admin'] as const

export function messageRoutes(on: On) {
  on.get(
    '/:id/messages',
    {
      name: 'listBookingMessages',
      access: readers,
      summary: `What the customer and the agency have written to each other about a booking, the newest ${MOST}, the oldest first`,
      returns: Type.Array(Message),
      etag: 'content',
    },
    ({ db, actor, params }) => list(db, actor, params.id),
  )
  on.post(
    '/:id/messages',
    {
      name: 'createBookingMessage',
      access: writers,
      summary: 'Write to the other side; what it has written counts as read',
      body: NewMessage,
      returns: Type.Array(Message),
      etag: 'none',
      refuses: ['too_many_requests', 'step_not_possible'],
    },
    async ({ tx, actor, params, body }) => {
      await knownBooking(tx, { ...readerOf(actor), ...params })
      await writeMessage(tx, { booking: params.id, from: sideOf(actor), actor_id: actor.id, text: body.text })
      return messagesOf(tx, { booking: params.id })
    },
  )
  on.patch(
    '/:id/messages/read',
    {
      name: 'markBookingMessagesRead',
      access: writers,
      summary: 'Mark what the other side has written as read',
      returns: Type.Null(),
      etag: 'none',
    },
    async ({ tx, actor, params }) => {
      await knownBooking(tx, { ...readerOf(actor), ...params })
      await markMessagesRead(tx, params.id, sideOf(actor))
      return null
    },
  )
}
