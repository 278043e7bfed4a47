import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { demoHouse } from '../../../test/fixtures/demo.ts'
import { feePercent } from '../../modules/cancellation-terms/rules.ts'

const { db } = await demoHouse()
const seated = sql`(
  select count(*) from bookings b join travelers v on v.booking_id = b.id
   where b.planned_trip_id = t.id and b.status in ('held', 'confirmed', 'completed') and v.status = 'active')`
const people = sql`bookings b join planned_trips t on t.id = b.planned_trip_id and b.status in ('held', 'confirmed', 'completed')
  join travelers v on v.booking_id = b.id and v.status = 'active'`

/** Statements that find implausible data. */
const unbelievable: [what: string, found: RawBuilder<{ what: string }>][] = [
  [
    'a trip that certainly takes place with fewer people than its minimum',
    sql`select t.serial || ' ' || ${seated} as what from planned_trips t
         where t.status in ('guaranteed', 'closed', 'departed', 'returned', 'settled') and ${seated} < t.min_pax`,
  ],
  ['more people than seats', sql`select t.serial as what from planned_trips t where ${seated} > t.capacity`],
  [
    'a trip on sale that nobody has booked',
    sql`select t.serial as what from planned_trips t where t.status = 'open' and ${seated} = 0`,
  ],
  [
    'a status before its day, or a day without its status',
    sql`select t.serial || ' ' || t.status as what from planned_trips t
         where (t.status in ('departed', 'returned', 'settled') and t.departure_date > today())
            or (t.status in ('returned', 'settled') and t.return_date >= today())
            or (t.status in ('draft', 'open', 'guaranteed', 'closed') and t.departure_date <= today())`,
  ],
  [
    'a settled or completed account with money open',
    sql`select b.booking_number || ' ' || b.balance as what from bookings b join planned_trips t on t.id = b.planned_trip_id
         where (t.status = 'settled' or b.status = 'completed') and b.balance <> 0`,
  ],
  [
    'somebody on the road without passport, birth date, gender or emergency contact',
    sql`select t.serial || ' ' || v.name as what from ${people}
         where t.status = 'departed' and (v.passport_number is null or v.birth_date is null or v.gender is null or v.emergency_phone is null)`,
  ],
  [
    'somebody who leaves within two weeks without a room',
    sql`select t.serial || ' ' || v.name as what from ${people} join planned_trip_stays s on s.planned_trip_id = t.id
         where t.departure_date between today() and today() + 14 and t.status <> 'cancelled'
           and not exists (select from stay_room_travelers r where r.stay_id = s.id and r.traveler_id = v.id)`,
  ],
  [
    'more people in a room than it sleeps',
    sql`select room.type as what from stay_rooms room
         where (select count(*) from stay_room_travelers r where r.room_id = room.id) > case room.type when 'single' then 1 when 'twin' then 2 else 3 end`,
  ],
  [
    'more rooms of a type than the hotel holds',
    sql`select s.id || ' ' || r.type as what from stay_rooms r join planned_trip_stays s on s.id = r.stay_id group by s.id, r.type
         having count(*) > coalesce((select (held ->> 'count')::integer from jsonb_array_elements(s.rooms) held where held ->> 'type' = r.type), 0)`,
  ],
  [
    'a request that is due at another time than its offer or its last turn says',
    sql`select r.request_number as what from addon_requests r where r.due is distinct from due_of(r)`,
  ],
  [
    'a traveler without gender or nationality',
    sql`select v.name as what from travelers v where v.gender is null or v.nationality is null`,
  ],
  [
    'a person twice in one trip',
    sql`select t.serial || ' ' || v.name as what from ${people} group by t.serial, v.name having count(*) > 1`,
  ],
  [
    'a trip on the road whose leader has not accepted it, or one that is settled without its report',
    sql`select t.serial as what from planned_trips t where t.status in ('departed', 'returned', 'settled') and (
          select count(*) from trip_handovers h where h.planned_trip_id = t.id and h.status = 'accepted')
          < case t.status when 'settled' then 3 else 2 end`,
  ],
  [
    'a visa that is missing within nine days of the departure, but for one in nine',
    sql`select t.serial as what from ${people} join traveler_documents d on d.traveler_id = v.id and d.kind = 'visa'
         where t.departure_date between today() and today() + 9 and d.status <> 'verified' and v.id % 9 > 0`,
  ],
  [
    'a trip that loses money',
    sql`select t.serial as what from planned_trips t join trip_costs c on c.planned_trip_id = t.id group by t.id, t.serial
        having sum(coalesce(c.actual, c.estimated)) >= (select sum(total) from bookings b where b.planned_trip_id = t.id)`,
  ],
  [
    'a hotel without English name, phone or bed rules for children',
    sql`select h.name as what from hotels h where num_nulls(h.name_en, h.phone, h.child_bed_rules) > 0`,
  ],
  [
    'a leader without the scan of a passport or a licence, or with one that ends on another day than the leader',
    sql`select l.name || ' ' || paper as what from tour_leaders l cross join unnest(array['passport', 'license']) paper
         where not exists (select from leader_files f where f.tour_leader_id = l.id and f.kind = paper and f.expires_on
           = case paper when 'passport' then l.passport_expires_on else (l.licenses #>> '{0,expires_on}')::date end)`,
  ],
  [
    'a trip whose steps do not lead to its status, or are not in the order of their days',
    sql`select t.serial as what from planned_trips t where t.status <> 'draft' and (
          (select to_status from trip_status_changes c where c.planned_trip_id = t.id order by id desc limit 1) is distinct from t.status
          or exists (select from trip_status_changes c join trip_status_changes later using (planned_trip_id)
                      where planned_trip_id = t.id and later.id > c.id and later.created_at <= c.created_at)
          or exists (select from trip_status_changes c where c.planned_trip_id = t.id and (c.created_at < t.created_at
                      or c.to_status = 'departed' and (c.created_at at time zone house_zone())::date <> t.departure_date)))`,
  ],
  [
    'a package without a price for infants',
    sql`select k.package_code as what from packages k where not exists (
          select from package_prices p where p.package_id = k.id and p.infant > 0)`,
  ],
  [
    'an answer of a customer as old as its offer',
    sql`select r.request_number as what from addon_communications c join addon_requests r on r.id = c.addon_request_id
         where c.answered_at < c.created_at + interval '5 minutes'`,
  ],
  ['a name that is missing in English', sql`select t.serial as what from planned_trips t where t.name_en is null`],
]

for (const [what, query] of unbelievable)
  test(`the demo does not contain ${what}`, async () => {
    const { rows } = await query.execute(db)
    assert.deepEqual(
      rows.map((row) => row.what),
      [],
    )
  })

test('for every package, the cancellation fee on each day before the departure follows the terms of the law', async () => {
  const packages = await db.selectFrom('packages').select(['package_code', 'cancellation_policy']).execute()
  assert.ok(packages.length > 10)
  const expected = [
    [100, 5],
    [41, 5],
    [40, 10],
    [31, 10],
    [30, 20],
    [21, 20],
    [20, 30],
    [2, 30],
    [1, 50],
    [0, 100],
  ] as const
  for (const { package_code, cancellation_policy } of packages)
    assert.deepEqual(
      expected.map(([days]) => [days, feePercent(cancellation_policy, days)]),
      expected,
      package_code,
    )
})

test('families with children and foreigners travel, and some documents of later trips are missing', async () => {
  const { rows } = await sql<Record<string, number>>`
    select count(*) filter (where v.passenger_type = 'child') as children, count(*) filter (where v.nationality <> 'TW') as foreigners,
           count(*) filter (where v.passport_number is null and t.departure_date > today()) as missing, count(*) as people,
           count(distinct b.id) filter (where b.locale = 'en') as english from ${people}`.execute(db)
  const { children = 0, foreigners = 0, missing = 0, people: all = 0, english = 0 } = rows[0] ?? {}
  assert.ok(
    children > 20 && foreigners > 8 && missing > 5 && missing < all / 5 && english > 5 && all > 250,
    JSON.stringify(rows),
  )
})

test('documents are verified, requested and rejected; special requests, timetables, costs and accounts of leaders exist', async () => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from traveler_documents where status = 'verified') as verified,
           (select count(*) from traveler_documents where status = 'missing') as wanted,
           (select count(*) from traveler_documents where status = 'rejected') as rejected,
           (select count(distinct kind) from traveler_requests) as kinds, (select count(*) from airline_routes) as flights,
           (select count(distinct planned_trip_id) from trip_costs) as priced,
           (select count(*) from booking_obligations where open_amount > 0 and created_at < now() - interval '1 day') as owed,
           (select count(*) from users where tour_leader_id is not null) as leaders`.execute(db)
  const {
    verified = 0,
    wanted = 0,
    rejected = 0,
    kinds = 0,
    flights = 0,
    priced = 0,
    owed = 0,
    leaders = 0,
  } = rows[0] ?? {}
  assert.ok(
    verified > 100 && wanted > 5 && rejected > 2 && kinds > 4 && flights > 20 && priced > 20 && owed > 1,
    JSON.stringify(rows),
  )
  assert.equal(leaders, 8)
})
