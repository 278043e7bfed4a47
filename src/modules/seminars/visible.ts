import { type SqlBool, sql } from 'kysely'
import type { Actor } from '../../kit/http/access.ts'

/** A leader sees what it briefs itself, and what belongs to the trips it leads or briefs; the office sees all. */
export type Seer = { leader?: number }
export const seerOf = ({ role, tour_leader_id }: Actor): Seer =>
  role === 'leader' ? { leader: tour_leader_id ?? 0 } : {}

/** Whether a seminar, under its own name, is one that a reader may know of. */
export const isSeen = ({ leader }: Seer) =>
  leader === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(seminars.briefing_leader_id = ${leader} or exists (
        select from seminar_trips st join planned_trips p on p.id = st.planned_trip_id
         where st.seminar_id = seminars.id and (p.assigned_leader_id = ${leader} or p.briefing_leader_id = ${leader})))`
