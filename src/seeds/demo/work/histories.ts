import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { tripStatuses } from '../../../modules/trip-statuses.ts'

/** The steps that each trip has taken so far, on plausible days. */
export function recordSteps(tx: Tx) {
  return sql`
    insert into trip_status_changes (planned_trip_id, from_status, to_status, reason, changed_by, created_at)
    select t.id, from_status, to_status, case to_status when 'cancelled' then t.cancel_reason end, t.op_user_id,
           least(day + time '03:00', now() - back * interval '1 day')
      from planned_trips t
     cross join lateral (values
        ('draft', (t.created_at + interval '1 day')::date, 'open', 4), ('open', t.departure_date - 22, 'guaranteed', 3),
        ('guaranteed', t.departure_date - 7, 'closed', 1), ('closed', t.departure_date, 'departed', 0),
        ('departed', t.return_date + 1, 'returned', 0), ('returned', t.return_date + 10, 'settled', 0),
        ('open', t.departure_date - 30, 'cancelled', 1)
      ) step (from_status, day, to_status, back)
     cross join (select array[${sql.join(tripStatuses)}]::text[] as statuses) flow
     where case t.status when 'cancelled' then to_status in ('open', 'cancelled')
             else to_status <> 'cancelled' and array_position(statuses, to_status) <= array_position(statuses, t.status::text) end
     order by t.id, array_position(statuses, to_status)`.execute(tx)
}
