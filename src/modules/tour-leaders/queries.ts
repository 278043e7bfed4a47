import { type SqlBool, sql } from 'kysely'
import { isOneOf } from '../../kit/db/condition.ts'
import { jsonRecord } from '../../kit/db/json.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { found } from '../../kit/errors.ts'
import { type Filter, is, reached } from '../../kit/list/filters.ts'
import { list } from '../../kit/list/list.ts'
import { columnsOf } from '../../kit/resource/record.ts'
import { staffedStatuses } from '../trip-statuses.ts'
import type { Reader } from '../users/reader.ts'
import { Language, TourLeader } from './schema.ts'
import { isLeaderSeen } from './visible.ts'

const { leader_number, name, name_en, employment_type, grade, joined_on, passport_expires_on, status } =
  TourLeader.properties

const speaks: Filter = {
  schema: Language.properties.code,
  where: (code) => sql<SqlBool>`tour_leaders.languages @> jsonb_build_array(jsonb_build_object('code', ${code}::text))`,
}
export const searched = ['leader_number', 'name', 'name_en', 'mobile']

export const leaderList = list({
  of: 'tour_leaders',
  sort: { leader_number, name, name_en, joined_on, passport_expires_on },
  order: 'name',
  people: true,
  search: searched,
  filters: {
    status: is('tour_leaders.status', status),
    grade: is('tour_leaders.grade', grade),
    employment_type: is('tour_leaders.employment_type', employment_type),
    language: speaks,
    area_id: reached('tour_leaders.id', 'leader_regional_priorities', 'tour_leader_id', 'area_id'),
    country_id: reached('tour_leaders.id', 'leader_country_ranks', 'tour_leader_id', 'country_id'),
  },
})

/** The leaders a reader may see, with personal data masked. */
const leaders = (db: Db, reader: Reader) =>
  db
    .selectFrom('tour_leaders')
    .select(columnsOf('tour_leaders', TourLeader))
    .select(sql<number | null>`(select u.id from users u where u.tour_leader_id = tour_leaders.id)`.as('user_id'))
    .where(isLeaderSeen(reader))

export const leaderPage = leaderList.over(leaders)
export const oneLeader = jsonRecord((db, given: Reader & { id: number }) =>
  leaders(db, given).where('tour_leaders.id', '=', given.id),
)

/** What a leader leads or briefs after its last day: the day on which it left, or today. */
export async function dutiesToCome(db: Db, id: number) {
  const { rows } = await sql<{ after: string; duties: object[] }>`
    select after::text, coalesce((select json_agg(d order by d.starts_on, d.id) from (
      select t.id, 'planned_trip' as type, duty, t.serial || ' ' || t.name as title, t.departure_date as starts_on, t.return_date as ends_on
        from planned_trips t cross join lateral (values ('assigned', assigned_leader_id), ('briefing', briefing_leader_id)) duties (duty, leader)
       where leader = l.id and t.return_date > after and ${isOneOf('t.status', staffedStatuses)}
      union all
      select s.id, 'seminar_session', 'briefing', m.title, (s.starts_at at time zone s.timezone)::date, (s.ends_at at time zone s.timezone)::date
        from seminars m join seminar_sessions s on s.seminar_id = m.id
       where m.briefing_leader_id = l.id and s.status in ('draft', 'open') and s.starts_at > now()) d), '[]') as duties
      from tour_leaders l
     cross join lateral (select case l.status when 'inactive' then today() - 1 else greatest(l.left_on, today() - 1) end as after) day
     where l.id = ${id}`.execute(db)
  const [found] = rows
  return { after: found?.after ?? '', duties: found?.duties ?? [] }
}

/** The row, locked until the transaction ends. */
export async function lockedLeader(tx: Tx, reader: Reader, id: number) {
  return found(
    await tx
      .selectFrom('tour_leaders')
      .select(['id', 'version', 'person_key', 'name', 'status', 'left_on', 'min_rest_days'])
      .where('id', '=', id)
      .where(isLeaderSeen(reader))
      .forUpdate()
      .executeTakeFirst(),
  )
}
