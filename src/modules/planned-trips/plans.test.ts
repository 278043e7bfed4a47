import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { stoppedClock } from '../../../test/clock.ts'
import { geography } from '../../../test/fixtures/geography.ts'
import { house } from '../../../test/house.ts'
import { workOf } from '../../../test/works.ts'
import { conditionsOf, type Filter, parametersOf } from '../../kit/list/filters.ts'
import { lists } from '../../kit/list/list.ts'

const { as, database, db, fill, ids } = await house()
const filters: Record<string, Filter> =
  lists.find(({ of, filters = {} }) => of === 'planned_trips' && 'leader_id' in filters)?.filters ?? {}

before(async () => {
  const { japan } = await geography(as)
  await fill(async (db) => {
    // Without audit triggers, to insert faster.
    await sql`set session_replication_role = replica`.execute(db)
    await sql`insert into geographical_areas (code, name) select 'AREA_' || i, 'A' from generate_series(1, 40) i`.execute(
      db,
    )
    await sql`insert into categories (code, name) select 'CATEGORY_' || i, 'A' from generate_series(1, 40) i`.execute(
      db,
    )
    await sql`insert into seasons (code, name, starts_on, ends_on) select 'SEASON_' || i, 'A', '2090-01-01', '2090-02-01' from generate_series(1, 40) i`.execute(
      db,
    )
    await sql`insert into branches (code, name) select 'BRANCH_' || i, 'A' from generate_series(1, 40) i`.execute(db)
    await sql`insert into packages (package_code, name, days) select 'P' || i, 'A', 5 from generate_series(1, 200) i`.execute(
      db,
    )
    await sql`insert into person_keys (id, wrapped) select gen_random_uuid(), '' from generate_series(1, 100)`.execute(
      db,
    )
    await sql`insert into tour_leaders (person_key, name) select id, 'L' from person_keys`.execute(db)
    await sql`
      insert into planned_trips (serial, name, departure_date, return_date, status, package_id, area_id, category_id, season_id,
                                 assigned_leader_id, briefing_leader_id, op_user_id, sales_user_id, ticketing_user_id, branch_id)
      select 'S' || i, 'Trip ' || i, date '2085-01-01' + i / 5, date '2085-01-04' + i / 5,
             case when i % 100 = 0 then 'open' when i % 100 = 1 then 'draft' else 'settled' end,
             1 + i % 200, 1 + i % 40, 1 + i % 40, 1 + i % 40, case when i % 50 > 0 then 1 + i % 100 end, 1 + i % 100,
             case when i % 60 = 0 then ${ids.op}::integer end, case when i % 60 = 0 then ${ids.sales}::integer end, case when i % 60 = 0 then ${ids.ticketing}::integer end, case when i % 5 = 0 then 1 + i % 40 end
        from generate_series(1, 20000) i`.execute(db)
    await sql`insert into trip_countries select id, ${japan} from planned_trips where id % 1000 = 0`.execute(db)
    await sql`
      insert into trip_deadlines (planned_trip_id, key, due_on, done_at)
      select id, 'visa', case when id % 150 = 0 then date '2020-01-01' else departure_date end, case when id % 150 > 0 then now() end from planned_trips`.execute(
      db,
    )
    await sql`vacuum analyze planned_trips, trip_deadlines, trip_countries`.execute(db)
  })
})

const asked: Record<string, unknown> = {
  status: 'open',
  group: 'open',
  package_id: 7,
  area_id: 7,
  category_id: 7,
  season_id: 7,
  branch_id: 7,
  leader_id: 7,
  briefing_leader_id: 7,
  op_user_id: ids.op,
  sales_user_id: ids.sales,
  ticketing_user_id: ids.ticketing,
  country_id: 1,
  from: '2095-12-01',
  to: '2085-01-20',
  is_public: false,
  missing_leader: true,
  leader_conflict: true,
  overdue_deadline: true,
  continent_id: 1,
  region_id: 1,
  city_id: 1,
  guarantee_state: 'almost',
  seats_from: 4,
  weekday: 6,
  on_the_road_on: '2085-01-20',
  q: 'Trip 19999',
  updated_since: '2100-01-01T00:00:00Z',
  created_from: '2100-01-01T00:00:00Z',
  created_to: '2000-01-01T00:00:00Z',
}

test('every filter of the trips is tested here', () => {
  assert.deepEqual(Object.keys(filters).sort(), Object.keys(asked).sort())
})

for (const [name, value] of Object.entries(asked))
  test(`with 20,000 trips, the filter ${name} uses an index`, async () => {
    const [condition] = conditionsOf(filters, parametersOf(filters, { [name]: value }))
    // Once sorted as on a page, and once without an order, because an index on the order could hide a full scan.
    for (const order of [sql`order by departure_date, id limit 15`, sql``]) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select id from planned_trips where ${condition} ${order}`.execute(db)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      assert.match(plan, /Index/, plan)
      assert.doesNotMatch(plan, /Seq Scan on (planned_trips|trip_deadlines)/, plan)
    }
  })

test('with 20,000 trips, a year of the calendar uses the index of departures', async () => {
  const span = conditionsOf(filters, parametersOf(filters, { from: '2086-01-01', to: '2086-12-31' }))
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select id from planned_trips where ${sql.join(span, sql` and `)} order by departure_date, id`.execute(db)
  assert.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /Index[^\n]*planned_trips_departure\b/)
})

const ofDeadlines: Record<string, Filter> = lists.find(({ of }) => of === 'trip_deadlines')?.filters ?? {}
const askedOfDeadlines: Record<string, unknown> = {
  planned_trip_id: 7,
  branch_id: 7,
  owner: 'op',
  due_from: '2095-12-01',
  due_until: '2085-01-20',
  done: false,
  updated_since: '2100-01-01T00:00:00Z',
  created_from: '2100-01-01T00:00:00Z',
  created_to: '2000-01-01T00:00:00Z',
}
test('with 20,000 deadlines, every filter of their list uses an index', async () => {
  assert.deepEqual(Object.keys(ofDeadlines).sort(), Object.keys(askedOfDeadlines).sort())
  for (const [name, value] of Object.entries(askedOfDeadlines)) {
    const [condition] = conditionsOf(ofDeadlines, parametersOf(ofDeadlines, { [name]: value }))
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select trip_deadlines.id from trip_deadlines left join planned_trips as t on t.id = trip_deadlines.planned_trip_id
       where ${condition} order by trip_deadlines.due_on, trip_deadlines.id limit 15`.execute(db)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.match(plan, /Index/, `${name}: ${plan}`)
    assert.doesNotMatch(plan, /Seq Scan on (planned_trips|trip_deadlines)/, `${name}: ${plan}`)
  }
})

test('a page of trips with package, leader and seats is one statement that reads few rows', async (t) => {
  // With a stopped clock, the total of the first page stays cached and is not counted again.
  stoppedClock(t)
  const page = () => as('sales').get('/planned-trips?per_page=20&from=2090-01-01')
  assert.equal((await page()).data.length, 20)
  const { statements, rows } = await workOf(database, page)
  assert.equal(statements, 2, 'one for the caller, one for the page')
  assert.ok(rows < 500, `${rows} rows`)
})
