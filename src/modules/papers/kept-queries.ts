import { sql } from 'kysely'
import { selected } from '../../kit/db/columns.ts'
import { jsonArrayOf } from '../../kit/db/json.ts'
import { oneRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { without } from '../../kit/fields.ts'
import { isBookingSeen } from '../travelers/visible.ts'
import type { Reader } from '../users/reader.ts'
import { BookingPaper } from './schema.ts'

const shownFields = Object.keys(without(BookingPaper, ['booking_id', 'mail_id']).properties)

type OneBooking = Reader & { id: number }
const booking = (db: Db, { id, ...reader }: OneBooking) =>
  db.selectFrom('bookings').select('bookings.id').where('bookings.id', '=', id).where(isBookingSeen(reader))

/** The mailed papers of a booking, oldest first. */
export const keptPapers = jsonArrayOf(booking, (db, { id }) =>
  db
    .selectFrom('booking_papers')
    .select(['id', 'created_at', ...selected('booking_papers', shownFields)])
    .select([sql<string>`encode(sha256, 'hex')`.as('sha256'), sql<number | null>`octet_length(bytes)`.as('size')])
    .where('booking_id', '=', id)
    .orderBy('id'),
)

/** One mailed paper with its bytes; undefined if it was erased with its contact. */
export const keptPaper = oneRow((db, { id, paper, ...reader }: OneBooking & { paper: number }) =>
  db
    .selectFrom('booking_papers as p')
    .innerJoin('bookings', 'bookings.id', 'p.booking_id')
    .select(['p.kind', 'p.bytes', 'bookings.booking_number'])
    .where('p.id', '=', paper)
    .where('bookings.id', '=', id)
    .where(isBookingSeen(reader)),
)

export const paperOfMail = oneRow((db, { mail_id }: { mail_id: string }) =>
  db.selectFrom('booking_papers').select(['kind', 'bytes']).where('mail_id', '=', mail_id),
)
