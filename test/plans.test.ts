import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { conditionsOf, parametersOf } from '../src/kit/list/filters.ts'
import { lists } from '../src/kit/list/list.ts'
import { house } from './house.ts'

const { db, fill, ids } = await house()

// Tables that grow over the years. The modules of trips and requests test theirs.
before(() =>
  fill(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    await sql`insert into person_keys (id, wrapped) select gen_random_uuid(), '' from generate_series(1, 200)`.execute(
      db,
    )
    await sql`insert into tour_leaders (person_key, name) select id, 'L' from person_keys`.execute(db)
    await sql`
      insert into leader_unavailabilities (tour_leader_id, type, starts_on, ends_on, firmness, status)
      select 1 + i % 200, case when i % 100 = 0 then 'training' else 'annual_leave' end, date '2060-01-01' + i / 4, date '2060-01-03' + i / 4,
             case when i % 100 = 2 then 'tentative' else 'hard' end,
             case when i % 100 = 1 then 'requested' else 'approved' end from generate_series(1, 20000) i`.execute(db)
    await sql`
      insert into seminars (kind, title, area_id, host_user_id, briefing_leader_id, is_public, status, created_at)
      select case when i % 100 = 0 then 'leader_training' else 'pre_departure' end, 'Talk ' || i, 1 + i % 100,
             case when i % 100 = 0 then ${ids.sales}::integer end, 1 + i % 200, i % 100 = 0, case when i % 100 = 0 then 'draft' else 'done' end,
             timestamptz '2060-01-01' + i * interval '1 hour' from generate_series(1, 20000) i`.execute(db)
    await sql`insert into seminar_trips (seminar_id, planned_trip_id) select id, id / 2 from seminars`.execute(db)
    await sql`
      insert into seminar_sessions (seminar_id, starts_at, ends_at, timezone, venue, status)
      select id, created_at, created_at + interval '2 hours', 'Asia/Taipei', 'Room ' || id, case when id % 100 = 0 then 'draft' else 'done' end
        from seminars`.execute(db)
    await sql`vacuum analyze leader_unavailabilities, seminars, seminar_sessions, seminar_trips`.execute(db)
  }),
)

const since = {
  updated_since: '2100-01-01T00:00:00Z',
  created_from: '2100-01-01T00:00:00Z',
  created_to: '2000-01-01T00:00:00Z',
}
const asked: Record<string, Record<string, unknown>> = {
  leader_unavailabilities: {
    tour_leader_id: 7,
    type: 'training',
    status: 'requested',
    from: '2073-01-01',
    to: '2060-01-20',
    ...since,
    firmness: 'tentative',
    group: 'open',
  },
  seminars: {
    kind: 'leader_training',
    status: 'draft',
    area_id: 7,
    host_user_id: ids.sales,
    briefing_leader_id: 7,
    is_public: true,
    planned_trip_id: 7,
    q: 'Talk 19999',
    group: 'open',
    ...since,
  },
  seminar_sessions: {
    from: '2062-01-01T00:00:00Z',
    to: '2060-01-10T00:00:00Z',
    seminar_id: 7,
    area_id: 7,
    host_user_id: ids.sales,
    briefing_leader_id: 7,
    planned_trip_id: 7,
    q: 'Room 19999',
    ...since,
    status: 'draft',
    group: 'open',
    kind: 'leader_training',
  },
}
// The list itself joins the number of taken seats, so the plan needs a placeholder for it.
const beside: Record<string, RawBuilder<unknown>> = { seminar_sessions: sql`, lateral (select 0 as taken) counted` }

for (const [of, values] of Object.entries(asked)) {
  const declared = lists.find((each) => each.of === of && Object.keys(each.filters ?? {}).length > 3)
  const filters = declared?.filters ?? {}

  test(`every filter of ${of} is tested here`, () => {
    assert.deepEqual(
      Object.keys(filters).filter((name) => !(name in values)),
      [],
    )
  })

  for (const [name, value] of Object.entries(values))
    test(`with 20,000 ${of}, the filter ${name} uses an index`, async () => {
      const [condition] = conditionsOf(filters, parametersOf(filters, { [name]: value }))
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select id from ${sql.table(of)} ${beside[of] ?? sql``} where ${condition}`.execute(db)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      assert.match(plan, /Index/, plan)
      assert.doesNotMatch(plan, new RegExp(`Seq Scan on (${of}|seminars|seminar_trips)`), plan)
    })
}
