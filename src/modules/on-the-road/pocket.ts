import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { isOneOf } from '../../kit/db/fragments.ts'
import { jsonRow } from '../../kit/db/json.ts'
import {
  anyText,
  currency,
  day,
  flag,
  labelled,
  moment,
  money,
  oneOf,
  orNull,
  ref,
  shownFields,
} from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { terms } from '../../terms.ts'
import { seatedStatuses } from '../booking-statuses.ts'
import { roomTypes } from '../planned-trips/stays.ts'
import { Assembly } from '../planned-trips/trip.ts'
import { moves, startsIn } from '../planned-trips/whereabouts.ts'
import { tripInEnglish } from '../shown-names.ts'
import { tripStatuses } from '../trip-statuses.ts'
import { TripExpense } from './expense.ts'
import { Incident } from './incident.ts'

const { kind, paid_from, status } = TripExpense.properties

/**
 * What a leader needs on the road, in one read that its phone keeps: no numbers of passports and identity cards, no allergies and no medical
 * needs, no prices. What is left out is listed here by leaving it out, so each field is named.
 */
const text = () => orNull(anyText())
const names = { name: anyText(), name_en: text() }
const moments = shownFields({ at: moment() })

const Day = Type.Object({
  ...shownFields({ starts_on: day(), ends_on: day() }),
  title: anyText(),
  title_en: text(),
  description: text(),
  description_en: text(),
  breakfast: anyText(),
  lunch: anyText(),
  dinner: anyText(),
  transport: text(),
  timezone: text(),
  /** What has a time, in the local time of its place. */
  appointments: Type.Array(
    Type.Object({
      type: anyText('coach'),
      place: text(),
      starts_at: moments.at,
      starts_local: anyText('2026-11-30T08:20'),
    }),
  ),
})
const Flight = Type.Object({
  flight_number: anyText('CI0067'),
  origin: anyText('TPE'),
  destination: anyText('PRG'),
  departs_at: moments.at,
  departs_local: anyText('2026-11-28T23:40'),
  departs_timezone: anyText('Asia/Taipei'),
  arrives_at: moments.at,
  arrives_local: anyText('2026-11-29T06:30'),
  arrives_timezone: anyText('Europe/Prague'),
})
const Hotel = Type.Object({
  ...names,
  address: text(),
  address_en: text(),
  phone: text(),
  ...shownFields({ check_in: day(), check_out: day() }),
  rooms: Type.Array(
    Type.Object({
      number: Type.Integer(),
      type: Type.Enum([...roomTypes]),
      ...shownFields({ has_leader: flag() }),
      traveler_ids: Type.Array(ref()),
    }),
  ),
})
const Person = Type.Object({
  ...shownFields({ id: ref() }),
  name: anyText('王小美'),
  mobile: text(),
  passenger_type: text(),
  age: orNull(Type.Integer()),
  meal_requirement: text(),
  food_restrictions: Type.Array(anyText()),
  /** Special requests that leaders see, without those about meals and health, which are read online. */
  requests: Type.Array(Type.Object({ kind: anyText('room'), detail: anyText('高樓層') })),
})
const Contact = Type.Object({
  role: oneOf(['house', 'emergency', 'op', 'sales', 'insurer']),
  ...names,
  phone: text(),
  reference: text(),
})
const Entry = { ...shownFields({ id: ref() }), entry_id: anyText(), entered_at: moments.at, created_at: moments.at }
const TripInPocket = Type.Object({
  ...shownFields({ id: ref() }),
  serial: anyText('PRG261128A'),
  ...names,
  ...shownFields({ departure_date: day(), return_date: day(), status: oneOf(tripStatuses) }),
  /** The days in which the leader writes entries, and expenses. */
  ...shownFields({ writes_from: day(), writes_until: day(), expenses_until: day() }),
  /** In which zone the trip begins, and from when it is in another one. */
  starts_in: anyText('Asia/Taipei'),
  moves: Type.Array(Type.Object({ at: moments.at, zone: anyText('Europe/Prague') })),
  assembly: orNull(Type.Object(shownFields(Assembly.properties))),
  days: Type.Array(Day),
  flights: Type.Array(Flight),
  hotels: Type.Array(Hotel),
  people: Type.Array(Person),
  contacts: Type.Array(Contact),
  /** What is opened online, where each reading is seen by the service. */
  papers: Type.Array(
    Type.Object({ kind: oneOf(['leader_pack', 'manifest', 'rooming_list', 'dietary_list']), url: anyText() }),
  ),
  day_notes: Type.Array(Type.Object({ ...Entry, ...shownFields({ day: day() }), text: anyText() })),
  roll_calls: Type.Array(
    Type.Object({
      ...Entry,
      name: anyText(),
      at: moments.at,
      place: text(),
      present: Type.Array(ref()),
      missing: Type.Array(ref()),
    }),
  ),
  expenses: Type.Array(
    Type.Object({
      ...Entry,
      ...shownFields({ day: day(), kind, amount: money(), currency: currency(), paid_from, status }),
      description: text(),
      voucher_number: text(),
      no_voucher_reason: text(),
      reason: text(),
      attachment_ids: Type.Array(ref()),
    }),
  ),
  /** What happened and what was done since is read online: people write numbers of passports and illnesses into it. */
  incidents: Type.Array(
    Type.Object({
      ...shownFields({ id: ref(), kind: Incident.properties.kind, happened_at: Incident.properties.happened_at }),
      is_closed: flag(),
      /** Whether somebody of the office is in charge of it, and when somebody else than this leader has last written what was done. */
      is_taken: flag(),
      last_update_at: labelled(orNull(moment()), ['最後進展', 'Last update']),
    }),
  ),
})

export type TripInPocket = Static<typeof TripInPocket>

const Pocket = Type.Object({
  /** Whose pocket it is: a phone keeps entries for the account that wrote them. */
  account: Type.Object({ ...shownFields({ id: ref() }), ...names }),
  leader: orNull(Type.Object({ ...shownFields({ id: ref() }), ...names })),
  trips: Type.Array(TripInPocket),
})
export type Pocket = Static<typeof Pocket>

const array = (fields: RawBuilder<unknown>, source: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(json_build_object(${fields}) order by ${order}), '[]') from ${source})`
const local = (at: string, zone: string) =>
  sql`to_char(${sql.ref(at)} at time zone ${sql.ref(zone)}, 'YYYY-MM-DD"T"HH24:MI')`

// A time without a city is that of the night of its day, or of the agency.
const appointments = array(
  sql`'type', g.type, 'place', g.place, 'starts_at', g.starts_at, 'starts_local', to_char(g.starts_at at time zone zone, 'YYYY-MM-DD"T"HH24:MI')`,
  sql`planned_trip_segment_legs g
    cross join lateral (select coalesce((select timezone from cities where id = coalesce(g.from_city_id, g.to_city_id)), c.timezone, house_zone()) as zone) z
    where g.segment_id = s.id and g.starts_at is not null and g.status <> 'cancelled'`,
  sql`g.starts_at, g.id`,
)
const days = array(
  sql`'starts_on', s.starts_on, 'ends_on', s.ends_on, 'title', s.title, 'title_en', s.title_en, 'description', s.description,
    'description_en', s.description_en, 'breakfast', s.breakfast, 'lunch', s.lunch, 'dinner', s.dinner, 'transport', s.transport,
    'timezone', c.timezone, 'appointments', ${appointments}`,
  sql`planned_trip_segments s left join cities c on c.id = s.overnight_city_id where s.planned_trip_id = t.id`,
  sql`s.sequence`,
)
const flights = array(
  sql`'flight_number', f.flight_number, 'origin', f.origin, 'destination', f.destination,
    'departs_at', f.departs_at, 'departs_local', ${local('f.departs_at', 'f.departs_timezone')}, 'departs_timezone', f.departs_timezone,
    'arrives_at', f.arrives_at, 'arrives_local', ${local('f.arrives_at', 'f.arrives_timezone')}, 'arrives_timezone', f.arrives_timezone`,
  sql`planned_trip_flights f where f.planned_trip_id = t.id and f.status <> 'cancelled'`,
  sql`f.departs_at, f.id`,
)
const rooms = array(
  sql`'number', r.number, 'type', r.type, 'has_leader', r.has_leader, 'traveler_ids',
    (select coalesce(json_agg(i.traveler_id order by i.traveler_id), '[]') from stay_room_travelers i join travelers v on v.id = i.traveler_id
      join bookings b on b.id = v.booking_id and b.planned_trip_id = t.id and ${isOneOf('b.status', seatedStatuses)} where i.room_id = r.id and v.status = 'active')`,
  sql`stay_rooms r where r.stay_id = y.id`,
  sql`r.number`,
)
const hotels = array(
  sql`'name', h.name, 'name_en', h.name_en, 'address', h.address, 'address_en', h.address_en, 'phone', h.phone,
    'check_in', y.check_in, 'check_out', y.check_out, 'rooms', ${rooms}`,
  sql`planned_trip_stays y join hotels h on h.id = y.hotel_id where y.planned_trip_id = t.id and y.status <> 'cancelled'`,
  sql`y.check_in, y.id`,
)
const requests = array(
  sql`'kind', q.kind, 'detail', q.detail`,
  sql`traveler_requests q where q.traveler_id = v.id and q.status <> 'declined' and q.visible_to_leader and q.kind not in ('meal', 'medical')`,
  sql`q.id`,
)
const people = array(
  sql`'id', v.id, 'name', v.name, 'mobile', v.mobile, 'passenger_type', v.passenger_type, 'age', v.age,
    'meal_requirement', v.meal_requirement, 'food_restrictions', v.food_restrictions, 'requests', ${requests}`,
  sql`bookings b join travelers v on v.booking_id = b.id and v.status = 'active' where b.planned_trip_id = t.id and ${isOneOf('b.status', seatedStatuses)}`,
  sql`b.booking_number, v.id`,
)
const contacts = sql`(
  select coalesce(json_agg(json_build_object('role', role, 'name', name, 'name_en', name_en, 'phone', phone, 'reference', reference) order by place), '[]')
    from (select 1 as place, 'emergency' as role, h.name, h.name_en, h.emergency_phone as phone, null as reference from house h where h.emergency_phone is not null
           union all select 2, 'house', h.name, h.name_en, h.phone, null from house h where h.phone is not null
           union all select 3, 'op', u.name, u.name_en, u.phone, null from users u where u.id = t.op_user_id
           union all select 4, 'sales', u.name, u.name_en, u.phone, null from users u where u.id = t.sales_user_id
           union all select 5, 'insurer', h.liability_insurance ->> 'insurer', h.liability_insurance ->> 'insurer_en', null, h.liability_insurance ->> 'policy_number'
             from house h where h.liability_insurance is not null) known where name is not null)`
const papers = sql`json_build_array(
  json_build_object('kind', 'leader_pack', 'url', '/api/planned-trips/' || t.id || '/leader-pack'),
  json_build_object('kind', 'manifest', 'url', '/api/planned-trips/' || t.id || '/manifest'),
  json_build_object('kind', 'rooming_list', 'url', '/api/planned-trips/' || t.id || '/rooming-list'),
  json_build_object('kind', 'dietary_list', 'url', '/api/planned-trips/' || t.id || '/dietary-list'))`

const entry = sql`'id', e.id, 'entry_id', e.entry_id, 'entered_at', e.entered_at, 'created_at', e.created_at`
const own = sql`e.planned_trip_id = t.id and e.entered_by = me.id`
const dayNotes = array(sql`${entry}, 'day', e.day, 'text', e.text`, sql`day_notes e where ${own}`, sql`e.id`)
const calledPeople = (is: boolean) => sql`(select coalesce(json_agg(p.traveler_id order by p.traveler_id), '[]')
  from roll_call_people p where p.roll_call_id = e.id and p.is_present = ${sql.lit(is)})`
const rollCalls = array(
  sql`${entry}, 'name', e.name, 'at', e.at, 'place', e.place, 'present', ${calledPeople(true)}, 'missing', ${calledPeople(false)}`,
  sql`roll_calls e where ${own}`,
  sql`e.id`,
)
const expenses = array(
  sql`${entry}, 'day', e.day, 'kind', e.kind, 'amount', e.amount, 'currency', e.currency, 'paid_from', e.paid_from, 'status', e.status,
    'description', e.description, 'voucher_number', e.voucher_number, 'no_voucher_reason', e.no_voucher_reason, 'reason', e.reason, 'attachment_ids',
    (select coalesce(json_agg(u.attachment_id order by u.attachment_id), '[]') from attachment_uses u where u.subject_type = 'trip_expense' and u.subject_id = e.id)`,
  sql`trip_expenses e where e.planned_trip_id = t.id and e.tour_leader_id = me.tour_leader_id`,
  sql`e.id`,
)

const incidents = array(
  sql`'id', e.id, 'kind', e.kind, 'happened_at', e.happened_at, 'is_closed', e.closed_at is not null, 'is_taken', e.office_user_id is not null,
    'last_update_at', (select max(u.created_at) from incident_updates u where u.incident_id = e.id and u.written_by <> me.id)`,
  sql`incidents e where e.planned_trip_id = t.id`,
  sql`e.id`,
)

const [BEFORE, AFTER, EXPENSES_AFTER] = [terms.roadBefore, terms.roadAfter, terms.expensesAfter].map(({ count }) =>
  sql.lit(count),
)

/** The trips of a leader from some days before the departure to some after the return. */
export const pocketOf = jsonRow((db, { me }: { me: number }) =>
  db
    .selectFrom('users as me')
    .where('me.id', '=', me)
    .select([
      sql<object>`json_build_object('id', me.id, 'name', me.name, 'name_en', me.name_en)`.as('account'),
      sql<
        object | null
      >`(select json_build_object('id', l.id, 'name', l.name, 'name_en', l.name_en) from tour_leaders l where l.id = me.tour_leader_id)`.as(
        'leader',
      ),
      sql<object[]>`(
        select coalesce(json_agg(json_build_object('id', t.id, 'serial', t.serial, 'name', t.name, 'name_en', ${tripInEnglish('t')},
            'departure_date', t.departure_date, 'return_date', t.return_date, 'status', t.status,
            'writes_from', t.departure_date - ${BEFORE}, 'writes_until', t.return_date + ${AFTER}, 'expenses_until', t.return_date + ${EXPENSES_AFTER},
            'starts_in', ${startsIn}, 'moves', ${moves},
            'assembly', case when jsonb_typeof(t.assembly) = 'object' then
              '{"at": null, "place": null, "place_en": null, "contact": null, "contact_en": null}'::jsonb || t.assembly end,
            'days', ${days}, 'flights', ${flights}, 'hotels', ${hotels}, 'people', ${people}, 'contacts', ${contacts}, 'papers', ${papers},
            'day_notes', ${dayNotes}, 'roll_calls', ${rollCalls}, 'expenses', ${expenses}, 'incidents', ${incidents}) order by t.departure_date, t.id), '[]')
          from planned_trips t
         where t.assigned_leader_id = me.tour_leader_id and t.status <> 'cancelled'
           and today() between t.departure_date - ${BEFORE} and t.return_date + ${AFTER})`.as('trips'),
    ]),
)

/** `/api/me/pocket`: what a leader has on the road. */
export const pocket = routes((on) => {
  on.get(
    '/pocket',
    {
      name: 'readPocket',
      access: ['leader'],
      summary:
        'The trips that a leader is on, with what it needs without a network, in one read; nothing of it is secret',
      returns: Pocket,
      etag: 'content',
    },
    ({ db, actor }) => pocketOf(db, { me: actor.id }),
  )
})
