import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { jsonRow } from '../../kit/db/json.ts'
import { orNull } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { isTripSeen, readers } from '../planned-trips/visible.ts'
import { isLeaderSeen } from '../tour-leaders/visible.ts'
import { type Reader, readerOf } from '../users/reader.ts'
import { subjects } from './rules.ts'

const average = () => orNull(Type.Number({ examples: [4.5] }))

/** The averages of the answers, without who gave them. Null where nobody gave a score. */
const Averages = Type.Object({
  asked: Type.Integer({ examples: [12] }),
  answered: Type.Integer({ examples: [8] }),
  trip: average(),
  leader: average(),
  hotels: average(),
  meals: average(),
  again: average(),
})

const averages = (ofTrips: RawBuilder<unknown>) => sql<object>`(
  select json_build_object('asked', count(*), 'answered', count(f.answered_at), ${sql.join(
    subjects.map((subject) => sql`${sql.lit(subject)}, round(avg(${sql.ref(`f.${subject}_score`)}), 1)`),
  )})
    from trip_feedback f join bookings b on b.id = f.booking_id join planned_trips t on t.id = b.planned_trip_id where ${ofTrips})`
const members = ['asked', 'answered', ...subjects].map((name) => sql`(a.told ->> ${sql.lit(name)})::numeric`.as(name))

const ofTrip = jsonRow((db, { id, ...reader }: Reader & { id: number }) =>
  db
    .selectFrom('planned_trips')
    .innerJoinLateral(
      sql<{ told: object }>`(select ${averages(sql`t.id = planned_trips.id`)} as told)`.as('a'),
      (join) => join.onTrue(),
    )
    .select(members)
    .where('planned_trips.id', '=', id)
    .where(isTripSeen(reader)),
)
const ofLeader = jsonRow((db, { id, ...reader }: Reader & { id: number }) =>
  db
    .selectFrom('tour_leaders')
    .innerJoinLateral(
      sql<{ told: object }>`(select ${averages(sql`t.assigned_leader_id = tour_leaders.id`)} as told)`.as('a'),
      (join) => join.onTrue(),
    )
    .select(members)
    .where('tour_leaders.id', '=', id)
    .where(isLeaderSeen(reader)),
)

/** `/api/planned-trips/{id}/feedback`: the averages of a trip; a leader those of own trips. */
export const tripAverages = routes((on) =>
  on.get(
    '/:id/feedback',
    {
      access: readers,
      summary: 'Averages of what customers answered after the return of a trip',
      returns: Averages,
      etag: 'content',
    },
    ({ db, actor, params }) => ofTrip(db, { ...readerOf(actor), ...params }),
  ),
)

/** `/api/tour-leaders/{id}/feedback`: the averages of the trips that a leader led; a leader its own. */
export const leaderAverages = routes((on) =>
  on.get(
    '/:id/feedback',
    {
      access: readers,
      summary: 'Averages of what customers answered about the trips of a leader',
      returns: Averages,
      etag: 'content',
    },
    ({ db, actor, params }) => ofLeader(db, { ...readerOf(actor), ...params }),
  ),
)
