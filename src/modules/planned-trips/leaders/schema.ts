import type { Generated } from 'kysely'
import { type Static, Type } from 'typebox'
import { constraint } from '../../../kit/db/faults.ts'
import { anyText, flag, line, moment, nullable, oneOf, orNull, ref, shown } from '../../../kit/fields.ts'
import { Clash, LeaderName } from '../../leader-calendar/schema.ts'
import { PlannedTrip } from '../schema.ts'

export const duties = ['assigned', 'briefing'] as const
export type Duty = (typeof duties)[number]

/** A leader or null; an override needs a reason. */
export const Assignment = Type.Object({
  tour_leader_id: orNull(ref()),
  override: Type.Optional(flag()),
  reason: Type.Optional(line(500, '由本人確認可以')),
})
export type Assignment = Static<typeof Assignment>

const leader = orNull(LeaderName)
const { serial, name, departure_date, return_date, status, area_id } = PlannedTrip.properties
const { assigned_leader_id, briefing_leader_id, briefing_starts_at, briefing_ends_at } = PlannedTrip.properties
const own = Type.Object({
  id: ref(),
  serial,
  name,
  departure_date,
  return_date,
  status,
  area_id,
  assigned_leader_id,
  briefing_leader_id,
  briefing_starts_at,
  briefing_ends_at,
  updated_at: moment(),
  version: ref(),
})

/** The leaders of a trip, with all conflicts in their calendars. */
export const TripLeaders = Type.Object({
  ...shown(own).properties,
  assigned_leader: leader,
  briefing_leader: leader,
  conflicts: Type.Array(Clash),
})

const told = Type.Object({
  id: ref(),
  duty: oneOf(duties),
  tour_leader_id: nullable(ref()),
  is_override: flag(),
  reason: nullable(line(500)),
  changed_by: nullable(ref()),
  created_at: moment(),
})
/** A change of the leader of a trip, and its time. */
export const LeaderChange = Type.Object({
  ...shown(told).properties,
  leader_name: orNull(anyText()),
  changed_by_name: orNull(anyText()),
})

declare module '../../../kit/db/tables.ts' {
  interface Tables {
    trip_leader_changes: {
      id: Generated<number>
      planned_trip_id: number
      duty: Duty
      tour_leader_id: number | null
      is_override: boolean
      reason: string | null
      changed_by: number | null
      created_at: Generated<string>
    }
  }
}

constraint('planned_trips_briefing', 'briefing_ends_at', [
  '須晚於說明會開始時間。',
  'Must be after the briefing starts.',
])
constraint('planned_trips_briefing_times', 'briefing_ends_at', [
  '須與說明會開始時間一起填寫。',
  'Give it together with the start of the briefing.',
])
