import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Tx } from '../../kit/db/tables.ts'
import { found, refuseField } from '../../kit/errors.ts'
import { emit } from '../../kit/events.ts'
import { labelled, ref, text } from '../../kit/fields.ts'
import { type Expected, guardVersion } from '../../kit/http/routes/answer.ts'
import { BulkChanges, changeMany } from '../../kit/http/routes/bulk.ts'
import type { On } from '../../kit/http/routes/routes.ts'
import type { Actor } from '../../kit/http/server/guard.ts'
import { actingOf, readerOf } from '../users/reader.ts'
import { handers } from './flow.ts'
import { BookingLine, BookingsAsked, bookingInLine, bookingsAsked } from './of-many.ts'
import { oneBooking, shownBooking } from './read.ts'
import { knownBooking } from './visible.ts'

declare module '../../kit/events.ts' {
  interface Events {
    'booking.handed-over': {
      booking_id: number
      from: number | null
      to: number
      words: string | null
      actor_id: number
    }
  }
}

const HandedOver = Type.Object({
  sales_user_id: ref(),
  words: Type.Optional(labelled(text(2000, '客人週五回覆，請你接著聯絡'), ['備註', 'Note'])),
})
type HandedOver = Static<typeof HandedOver>

/**
 * Gives a booking to another salesperson, who is told, with what is still open of its add-ons. The note stays in its history. Returns
 * whether somebody else had it.
 */
export async function handOver(
  tx: Tx,
  actor: Actor,
  id: number,
  { sales_user_id: to, words }: HandedOver,
  expected?: Expected,
) {
  await knownBooking(tx, { ...readerOf(actor), id })
  const { version, sales_user_id: from } = found(
    await tx
      .selectFrom('bookings')
      .select(['version', 'sales_user_id'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  )
  guardVersion({ version }, expected)
  if (from === to) return false
  await tx.updateTable('bookings').set({ sales_user_id: to, updated_at: sql`now()` }).where('id', '=', id).execute()
  if (words !== undefined)
    await tx.insertInto('booking_notes').values({ booking_id: id, written_by: actor.id, words }).execute()
  await emit(tx, 'booking.handed-over', { booking_id: id, from, to, words: words ?? null, actor_id: actor.id })
  return true
}

const theirsAlready = [
  '這筆訂單已經由這位業務負責；請選擇另一位。',
  'This salesperson has the booking already: choose another one.',
] as const

export function handOverRoutes(on: On) {
  on.post(
    '/:id/hand-over',
    {
      ...shownBooking,
      name: 'handOverBooking',
      access: handers,
      summary:
        'Hand a booking over to another salesperson, who is told; open add-on requests of the former one go with it',
      body: HandedOver,
      refuses: ['stale'],
    },
    async ({ tx, actor, params, body, expected }) => {
      if (!(await handOver(tx, actor, params.id, body, expected))) refuseField('sales_user_id', theirsAlready)
      return oneBooking(tx, { ...actingOf(actor), ...params })
    },
  )
  on.post(
    '/bulk/hand-over',
    {
      name: 'handOverBookings',
      access: handers,
      summary: 'Hand many bookings over to one salesperson at once, all or none; a line for each booking',
      body: Type.Object({ ...BookingsAsked.properties, ...HandedOver.properties }),
      returns: Type.Array(BookingLine),
      meta: BulkChanges,
      etag: 'none',
    },
    async ({ tx, actor, body: { ids, dry_run, ...given }, locale }) => {
      const bookings = await bookingsAsked(tx, actor, ids)
      return changeMany(tx, bookings, { dry_run, locale, named: bookingInLine, nothing: {} }, async ({ id }) => ({
        isChanged: await handOver(tx, actor, id, given),
      }))
    },
  )
}
