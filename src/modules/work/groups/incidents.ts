import { sql } from 'kysely'
import type { Condition } from '../../../kit/db/fragments.ts'
import { codeWord } from '../../../kit/words/code-words.ts'
import type { Locale, Words } from '../../../kit/words/words.ts'
import { incidentKinds } from '../../on-the-road/incident.ts'
import { columns, type Group, trip, type Whose } from '../group.ts'

const kindIn = (locale: Locale) =>
  sql`case i.kind ${sql.join(
    incidentKinds.map((code) => sql`when ${sql.lit(code)} then ${sql.lit(codeWord('incident_kind', code, locale))}`),
    sql` `,
  )} end`

type Asked = { says: Words; action: Group['action']; isOf?: (whose: Whose) => Condition }

/** Incidents that are open stand on top of everybody's morning. Once one is reported to the authority, its deadline is met. */
const openIncidents = ({ says, action, isOf = () => sql`true` }: Asked): Group => ({
  key: 'incidents_open',
  words: ['處理中的事故', 'Incidents that are open'],
  says,
  record: 'planned_trip',
  action,
  rows: (whose) => sql`
    select ${columns({ ...trip, of: 'i.id', at: 'due.until', person: 'due.person', reasons: sql`due.reasons` })}
      from incidents i join planned_trips t on t.id = i.planned_trip_id
      cross join lateral (select
        case when i.reported_at is null then incident_due_at(i.happened_at, i.created_at) end as until, coalesce(i.office_user_id, t.op_user_id) as person,
        json_build_array(json_build_object('kind', i.kind, 'light', 'red', 'count', 1, 'says', ${kindIn('zh-TW')}, 'says_en', ${kindIn('en')})) as reasons) due
     where i.closed_at is null and ${isOf(whose)}`,
})

const settles: Words = [
  '處理、通報主管機關，並在處理完後結案',
  'Act, report it to the authority, and close it with its result',
]
export const incidentsOfOffice = openIncidents({ says: settles, action: ['POST', '/api/incidents/{of}/close'] })

/** Sales see those of trips with their customers. */
export const incidentsOfSales = openIncidents({
  says: ['看經過，並告知您的客戶', 'Read what happened, and tell your customers'],
  action: ['GET', '/api/incidents/{of}'],
  isOf: ({ me }) =>
    me === undefined
      ? sql`true`
      : sql`(t.sales_user_id = ${me} or exists (select from bookings b where b.planned_trip_id = t.id and b.sales_user_id = ${me}))`,
})

export const incidentsOfLeader = openIncidents({
  says: ['有新的進展就補充，讓公司知道', 'Write what is new, so that the office knows'],
  action: ['POST', '/api/incidents/{of}/updates'],
  isOf: ({ leader }) =>
    leader === undefined ? sql`t.assigned_leader_id is not null` : sql`t.assigned_leader_id = ${leader}`,
})

/** Finance does not read what happened. */
export const incidentsOfFinance = openIncidents({
  says: ['可能需要緊急付款；請洽處理人', 'Money may be needed at once: ask who is in charge'],
  action: ['GET', '/api/planned-trips/{id}'],
})
