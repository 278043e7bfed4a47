import { sql } from 'kysely'
import { Type } from 'typebox'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db } from '../../kit/db/tables.ts'
import { day, moment, orNull, ref } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { from, is, reached, until, whether } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { columnsOf, RecordOf } from '../../kit/resource/record.ts'
import { staff } from '../roles.ts'
import { isBookingSeen } from '../travelers/visible.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { scores, TripFeedback } from './feedback.ts'
import { LOW } from './rules.ts'

const { answered_at } = TripFeedback.properties
const ofTrip = (column: string) =>
  reached(
    'trip_feedback.booking_id',
    'bookings',
    'id',
    reached('bookings.planned_trip_id', 'planned_trips', 'id', column),
  )

const feedbackList = list({
  of: 'trip_feedback',
  sort: { answered_at },
  order: '-answered_at',
  people: true,
  filters: {
    booking_id: is('trip_feedback.booking_id', ref()),
    planned_trip_id: reached('trip_feedback.booking_id', 'bookings', 'id', 'planned_trip_id'),
    package_id: ofTrip('planned_trips.package_id'),
    tour_leader_id: ofTrip('planned_trips.assigned_leader_id'),
    branch_id: reached('trip_feedback.booking_id', 'bookings', 'id', 'branch_id'),
    answered_from: from('trip_feedback.answered_at', moment()),
    answered_to: until('trip_feedback.answered_at', moment()),
    is_low: whether(sql`least(trip_score, leader_score, hotels_score, meals_score, again_score) <= ${sql.lit(LOW)}`),
  },
  columns: [
    'answered_at',
    'trip.serial',
    'trip.name',
    'trip.return_date',
    'leader.name',
    'booking.booking_number',
    'booking.contact_name',
    ...Object.keys(scores),
    'remarks',
  ],
})

const Names = { name: Type.String({ examples: ['北海道五日'] }), name_en: orNull(Type.String()) }
const shownFeedback = RecordOf(TripFeedback, {
  booking: Type.Object({
    booking_number: Type.String({ examples: ['CNX270128A-001'] }),
    contact_name: Type.String({ examples: ['王小美'] }),
  }),
  trip: Type.Object({
    id: ref(),
    serial: Type.String({ examples: ['CNX270128A'] }),
    ...Names,
    return_date: day(),
  }),
  leader: orNull(
    Type.Object({ id: ref(), name: Type.String({ examples: ['李明哲'] }), name_en: orNull(Type.String()) }),
  ),
})

const answers = (db: Db, reader: Reader) =>
  db
    .selectFrom('trip_feedback')
    .innerJoin('bookings as b', 'b.id', 'trip_feedback.booking_id')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .leftJoin('tour_leaders as l', 'l.id', 't.assigned_leader_id')
    .select(columnsOf('trip_feedback', TripFeedback))
    .select([
      sql`json_build_object('booking_number', b.booking_number, 'contact_name', b.contact_name)`.as('booking'),
      sql`json_build_object('id', t.id, 'serial', t.serial, 'name', t.name, 'name_en', t.name_en, 'return_date', t.return_date)`.as(
        'trip',
      ),
      sql`case when l.id is not null then json_build_object('id', l.id, 'name', l.name, 'name_en', l.name_en) end`.as(
        'leader',
      ),
    ])
    .where('trip_feedback.answered_at', 'is not', null)
    .where(isBookingSeen(reader, 'b'))

const feedbackPage = feedbackList.over(answers)
const oneFeedback = jsonRecord((db, { id, ...reader }: Reader & { id: number }) =>
  answers(db, reader).where('trip_feedback.id', '=', id),
)

/** `/api/trip-feedback`: what customers answered after their return. */
export default routes((on) => {
  const etag = 'content'
  on.get(
    '',
    {
      access: staff,
      summary: 'What customers answered after the return of their trips',
      ...feedbackList.of(shownFeedback),
      etag,
    },
    ({ db, actor, query }) => feedbackPage(db, readerOf(actor), query),
  )
  on.get(
    '/:id',
    { access: staff, summary: 'One answer after a return', returns: shownFeedback, etag },
    ({ db, actor, params }) => oneFeedback(db, { ...readerOf(actor), ...params }),
  )
})
