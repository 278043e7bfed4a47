import { sql } from 'kysely'
import { isOneOf } from '../../kit/db/fragments.ts'
import type { Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import type { Events } from '../../kit/events.ts'
import { seatedStatuses } from '../booking-statuses.ts'
import { notify } from '../notifications/notify.ts'
import { tripInEnglish } from '../shown-names.ts'
import type { IncidentNews } from './incidents.ts'

const sentences = {
  reported: 'incident.reported',
  updated: 'incident.updated',
  taken: 'incident.taken',
  passed_on: 'incident.passed-on',
  closed: 'incident.closed',
} as const satisfies Record<IncidentNews, string>

/**
 * Tells of an incident whoever has to act: the OP of the trip, who is on duty, who is in charge of it, managers and the leader; and the sales of
 * the customers whom it concerns, with their own bookings alone. What was written about it is read online, because it may name papers or illnesses.
 */
export async function notifyOfIncident(
  tx: Tx,
  { incident_id, planned_trip_id, what, actor_id }: Events['incident.changed'],
) {
  const { office, leader, sales, ...known } = await toldOf(tx, incident_id, actor_id)
  const about = { type: 'planned_trip', id: planned_trip_id }
  const event = sentences[what]
  const others = sales.filter(({ id }) => !office.includes(id))
  await notify(tx, {
    who: [...office, leader === null ? null : { leader }],
    event,
    params: { ...known, numbers: null },
    about,
    except: actor_id,
  })
  for (const { id, numbers } of others)
    await notify(tx, { who: [id], event, params: { ...known, numbers }, about, except: actor_id })
}

type Told = {
  serial: string
  trip: string
  trip_en: string | null
  kind: string
  severity: string
  happened: string
  until: string
  reported_to: string | null
  author: string
  leader: number | null
  office: number[]
  sales: { id: number; numbers: string }[]
}

// Without an OP and somebody on duty, all of operations are told.
const toldOf = async (tx: Tx, incident: number, actor: number) => {
  const { rows } = await sql<Told>`
    select t.serial, t.name as trip, ${tripInEnglish('t')} as trip_en, i.kind, i.severity, i.happened_at as happened, i.reported_to,
           incident_due_at(i.happened_at, i.created_at) as until, (select name from users where id = ${actor}) as author,
           t.assigned_leader_id as leader,
           (select coalesce(json_agg(u.id order by u.id), '[]') from users u where u.status = 'active' and (
              u.id in (t.op_user_id, i.office_user_id, h.duty_user_id) or 'manager' = any (u.roles)
              or coalesce(t.op_user_id, h.duty_user_id) is null and 'op' = any (u.departments))) as office,
           (select coalesce(json_agg(json_build_object('id', sold.id, 'numbers', sold.numbers) order by sold.id), '[]')
              from (select coalesce(b.sales_user_id, t.sales_user_id) as id, string_agg(b.booking_number, ', ' order by b.booking_number) as numbers
                      from bookings b where b.planned_trip_id = t.id and ${isOneOf('b.status', seatedStatuses)}
                       and (not exists (select from incident_travelers c where c.incident_id = i.id)
                         or exists (select from incident_travelers c join travelers v on v.id = c.traveler_id where c.incident_id = i.id and v.booking_id = b.id))
                     group by 1) sold where sold.id is not null) as sales
      from incidents i join planned_trips t on t.id = i.planned_trip_id cross join house h where i.id = ${incident}`.execute(
    tx,
  )
  return found(rows[0])
}
