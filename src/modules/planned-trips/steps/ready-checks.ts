import { type RawBuilder, sql } from 'kysely'
import { isOneOf } from '../../../kit/db/condition.ts'
import { seatedStatuses } from '../../booking-statuses.ts'
import { checkTable, namesOfLight } from '../../travelers/labels.ts'
import { takesSeat } from '../seats.ts'
import { type Check, flights } from './checks.ts'

/** A failed check of a traveler that alone makes the light of its trip red. */
const ofTravelers = namesOfLight('red').map(
  (name): Check => ({
    kind: name,
    when: ['departed'],
    says: checkTable[name][1],
    light: 'red',
    rows: () => sql`select 'traveler', r.traveler_id from ready r where ${name}::text = any (r.checks)`,
  }),
)

const onBoard = (id: number, where: ReturnType<typeof sql>) =>
  sql`from bookings b join travelers v on v.booking_id = b.id and v.status = 'active'
     where b.planned_trip_id = ${id} and ${isOneOf('b.status', seatedStatuses)} and ${where}`
const hasNights = (id: number) => sql`exists (
  select from planned_trips t where t.id = ${id} and t.return_date > t.departure_date)`

// A stay whose rooms are assigned counts its rooms; any other, and a trip without stays, the groups of the bookings.
const isAssigned = sql`exists (select from stay_rooms r where r.stay_id = s.id)`
const staysWhere = (id: number, where: RawBuilder<unknown>) =>
  sql`exists (select from planned_trip_stays s where s.planned_trip_id = ${id} and s.status <> 'cancelled' and ${where})`
const hasNoRoom = (id: number) => sql`
  ${staysWhere(
    id,
    sql`${isAssigned} and not exists (
    select from stay_room_travelers g where g.stay_id = s.id and g.traveler_id = v.id)`,
  )}
  or (v.roommate_group is null and v.bed_type is distinct from 'single'
    and (${staysWhere(id, sql`not ${isAssigned}`)} or not ${staysWhere(id, sql`true`)}))`

/** Everything that makes the light of a trip red. The readiness and the step `departed` both read this list. */
export const readyChecks: readonly Check[] = [
  ...ofTravelers,
  {
    kind: 'rooms',
    when: ['departed'],
    says: ['旅客尚未分房', 'Travelers have no room yet'],
    light: 'red',
    rows: ({ id }) => sql`select 'traveler', v.id ${onBoard(id, sql`${hasNights(id)} and (${hasNoRoom(id)})`)}`,
  },
  {
    kind: 'hotels',
    when: ['departed'],
    says: ['住宿尚未確認', 'Hotels are not confirmed yet'],
    light: 'red',
    rows: ({ id }) => sql`
      select 'planned_trip_stay', s.id from planned_trip_stays s where s.planned_trip_id = ${id} and s.status = 'requested'
      union all
      select 'planned_trip_segment_leg', l.id from planned_trip_segment_legs l join planned_trip_segments d on d.id = l.segment_id
       where d.planned_trip_id = ${id} and l.type = 'hotel' and l.status in ('planned', 'requested') and not exists (
         select from planned_trip_stays s where s.planned_trip_id = ${id} and s.status <> 'cancelled'
            and d.starts_on >= s.check_in and d.starts_on < s.check_out)`,
  },
  {
    kind: 'tickets',
    when: ['departed'],
    says: ['機票尚未全部開立', 'Tickets are not all issued yet'],
    light: 'red',
    rows: ({ id }) =>
      flights(
        id,
        sql`f.seats_ticketed < (select count(*) ${onBoard(id, sql`${takesSeat('v')} and v.ticket_handling is distinct from 'individual'`)})`,
      ),
  },
]
