import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'
import { namesOf } from '../../../kit/flow.ts'
import { checklist, handovers } from '../../../modules/planned-trips/handovers/flow.ts'

/** Creates accounts, with their own mail addresses, for leaders without one. */
export function giveLeadersAccounts(tx: Tx, password_hash: string) {
  return sql`
    insert into users (name, name_en, email, phone, role, tour_leader_id, password_hash)
    select name, name_en, email, mobile, 'leader', id, ${password_hash} from tour_leaders l
     where not exists (select from users u where u.tour_leader_id = l.id) order by id`.execute(tx)
}

const lists = JSON.stringify(Object.fromEntries(namesOf(handovers).map((kind) => [kind, checklist(kind)])))

/** The handovers of each trip: sales to operations once it is guaranteed, to the leader before the departure, and back after it. */
export function handTripsOver(tx: Tx) {
  return sql`
    insert into trip_handovers (planned_trip_id, kind, from_user_id, to_user_id, items, status, decided_by, decided_at, created_at, updated_at)
    select t.id, kind, giver, receiver,
           (select jsonb_agg(item || jsonb_build_object('done', is_accepted)) from jsonb_array_elements(${lists}::jsonb -> kind) item),
           case when is_accepted then 'accepted' else 'pending' end,
           case when is_accepted then receiver end, case when is_accepted then given_at + interval '5 hours' end, given_at, given_at
      from planned_trips t left join users l on l.tour_leader_id = t.assigned_leader_id
     cross join lateral (values
        ('sales_to_op', t.sales_user_id, t.op_user_id, t.departure_date - 21, t.status in ('guaranteed', 'closed', 'departed', 'returned', 'settled'), true),
        ('op_to_leader', t.op_user_id, l.id, t.departure_date - 4, t.status in ('closed', 'departed', 'returned', 'settled'), t.departure_date < today() + 5),
        ('leader_to_op', l.id, t.op_user_id, t.return_date + 2, t.status in ('returned', 'settled'), t.status = 'settled')
      ) handed (kind, giver, receiver, day, is_due, is_accepted)
     cross join lateral (select least(now() - interval '1 day', day + interval '3 hours') as given_at) at
     where is_due and giver is not null and receiver is not null
     order by t.id, day`.execute(tx)
}
