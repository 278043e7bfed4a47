import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { demoHouse } from '../../../test/fixtures/demo.ts'

const { db } = await demoHouse()
const seated = sql`(
  select count(*) from bookings b join travelers v on v.booking_id = b.id
   where b.planned_trip_id = t.id and b.status in ('held', 'confirmed', 'completed') and v.status = 'active')`
const people = sql`bookings b join planned_trips t on t.id = b.planned_trip_id and b.status in ('held', 'confirmed', 'completed')
  join travelers v on v.booking_id = b.id and v.status = 'active'`

/** What an operator would not believe; each statement finds it. */
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
    'a traveler without gender or nationality',
    sql`select v.name as what from travelers v where v.gender is null or v.nationality is null`,
  ],
  [
    'a person twice in one trip',
    sql`select t.serial || ' ' || v.name as what from ${people} group by t.serial, v.name having count(*) > 1`,
  ],
  ['a name that is missing in English', sql`select t.serial as what from planned_trips t where t.name_en is null`],
]

for (const [what, query] of unbelievable)
  test(`the demo has not ${what}`, async () => {
    const { rows } = await query.execute(db)
    assert.deepEqual(
      rows.map((row) => row.what),
      [],
    )
  })

test('families with children and people of other countries travel, and some papers of later trips are missing', async () => {
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
