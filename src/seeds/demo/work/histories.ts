import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { tripStatuses } from '../../../modules/trip-statuses.ts'

/** The steps that each trip has taken so far, on plausible days. */
export function recordSteps(tx: Tx) {
  return sql`
    insert into trip_status_changes (planned_trip_id, from_status, to_status, changed_by, created_at)
    select t.id, from_status, to_status, t.op_user_id,
           least(day + time '03:00', now() - back * interval '1 day')
      from planned_trips t
     cross join lateral (values
        ('draft', (t.created_at + interval '1 day')::date, 'open', 4), ('open', t.departure_date - 22, 'guaranteed', 3),
        ('guaranteed', t.departure_date - 7, 'closed', 1), ('closed', t.departure_date, 'departed', 0),
        ('departed', t.return_date + 1, 'returned', 0), ('returned', t.return_date + 10, 'settled', 0)
      ) step (from_status, day, to_status, back)
     cross join (select array[${sql.join(tripStatuses)}]::text[] as statuses) flow
     where array_position(statuses, to_status) <= array_position(statuses, t.status::text)
     order by t.id, array_position(statuses, to_status)`.execute(tx)
}
