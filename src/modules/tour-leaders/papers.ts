import { type Generated, sql } from 'kysely'
import { isOneOf } from '../../kit/db/fragments.ts'
import type { Tx } from '../../kit/db/tables.ts'
import type { JobTools } from '../../kit/jobs/jobs.ts'
import { reportedOnce } from '../../kit/retention/rules.ts'
import { lineControl } from '../leader-calendar/notices.ts'
import { notify } from '../notifications/notify.ts'
import { staffedStatuses } from '../trip-statuses.ts'
import type { fileKinds } from './files.ts'

declare module '../../kit/jobs/jobs.ts' {
  interface Jobs {
    'tour-leaders.papers': object
  }
}

declare module '../../kit/db/tables.ts' {
  interface Tables {
    leader_paper_notices: { tour_leader_id: number; paper: string; expires_on: string; created_at: Generated<string> }
  }
}

export const paperReports = reportedOnce('leader_paper_notices', "that a leader's paper was reported")

type Due = {
  tour_leader_id: number
  leader: string
  kind: (typeof fileKinds)[number]
  detail: string | null
  expires_on: string
  serial: string
  return_date: string
}
const AT_ONCE = 100

/**
 * Reports documents that expire before their leader returns from the next trip. The report is recorded in the transaction of its
 * notice, so each is sent once.
 */
export async function remindOfPapers(tx: Tx): Promise<number> {
  const { rows } = await sql<Due>`
    with next_trip as (
      select distinct on (assigned_leader_id) assigned_leader_id as tour_leader_id, id, serial, return_date
        from planned_trips
       where assigned_leader_id is not null and return_date >= today()
         and ${isOneOf('status', staffedStatuses)}
       order by assigned_leader_id, departure_date, id
    ), paper as (${papers}), due as (
      select p.*, l.name as leader, t.serial, t.return_date
        from paper p join next_trip t using (tour_leader_id) join tour_leaders l on l.id = p.tour_leader_id
       where p.expires_on < t.return_date and l.status <> 'inactive'
         and not exists (select from leader_paper_notices n where n.tour_leader_id = p.tour_leader_id
                            and n.paper = p.paper and n.expires_on = p.expires_on)
       order by p.expires_on, p.tour_leader_id, p.paper limit ${AT_ONCE}
    ), marked as (
      insert into leader_paper_notices (tour_leader_id, paper, expires_on)
      select tour_leader_id, paper, expires_on from due on conflict do nothing returning tour_leader_id, paper, expires_on
    )
    select due.tour_leader_id, leader, kind, detail, expires_on, serial, return_date
      from due join marked using (tour_leader_id, paper, expires_on) order by tour_leader_id, expires_on, paper`.execute(
    tx,
  )
  for (const due of rows) await notifyAll(tx, due)
  return rows.length
}

const papers = sql`
  select id as tour_leader_id, 'passport' as paper, 'passport' as kind, null as detail, passport_expires_on as expires_on from tour_leaders
  union all
  select l.id, 'license ' || (license ->> 'type'), 'license', license ->> 'type', (license ->> 'expires_on')::date
    from tour_leaders l cross join jsonb_array_elements(l.licenses) license
  union all
  select f.tour_leader_id, 'file ' || f.id, f.kind, file.name, f.expires_on from leader_files f join files file on file.id = f.file_id
  union all
  select v.tour_leader_id, 'visa ' || v.country_id, 'visa', c.name, v.visa_valid_until
    from leader_country_priorities v join countries c on c.id = v.country_id
    join trip_countries tc on tc.country_id = v.country_id join next_trip t on t.id = tc.planned_trip_id and t.tour_leader_id = v.tour_leader_id`

const notifyAll = async (tx: Tx, { tour_leader_id, detail, expires_on, return_date, ...due }: Due) =>
  notify(tx, {
    who: [{ leader: tour_leader_id }, ...(await lineControl(tx))],
    event: 'tour-leader.papers',
    params: { ...due, detail: detail ? ` ${detail}` : '', expires: expires_on, return: return_date },
    about: { type: 'tour_leader', id: tour_leader_id },
  })

export async function remindOfAllPapers(_nothing: object, { database }: JobTools) {
  while ((await database.transaction({}, remindOfPapers)) === AT_ONCE);
}
