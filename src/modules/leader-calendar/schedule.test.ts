import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fixtures } from '../../../test/fixtures/leader-calendar.ts'
import { house } from '../../../test/house.ts'
import { workOf } from '../../../test/works.ts'
import { seesAll } from '../users/reader.ts'
import { readSchedule } from './schedule.ts'

const home = await house()
const { as, database, db, fill } = home
const { leader, trip, assign, north, create, own } = await fixtures(home)
const office = as('line_control')
const off = (tour_leader_id: number, starts_on: string, ends_on: string, more: object = {}) =>
  office.post('/leader-unavailabilities', { tour_leader_id, type: 'annual_leave', starts_on, ends_on, ...more })

type Block = { kind: string; title: string; starts_on: string; ends_on: string; is_firm: boolean }
const drawn = (blocks: Block[]) => blocks.map(({ kind, starts_on, ends_on }) => `${kind} ${starts_on} ${ends_on}`)

test('the schedule of a leader: activities, rest, conflicts, free days', async () => {
  const mei = await leader('美玲')
  const first = await trip('2027-03-29', '2027-04-03', { area_id: north })
  const second = await trip('2027-04-10', '2027-04-14')
  const briefed = await trip('2027-05-20', '2027-05-25', {
    briefing_starts_at: '2027-04-20T11:00:00Z',
    briefing_ends_at: '2027-04-20T13:00:00Z',
  })
  for (const one of [first, second]) assert.equal((await assign(one, mei)).status, 200)
  assert.equal((await office.put(`/planned-trips/${briefed}/briefing-leader`, { tour_leader_id: mei })).status, 200)
  await off(mei, '2027-04-14', '2027-04-16', { override: true, reason: '家中急事' })
  await off(mei, '2027-04-26', '2027-04-27', { firmness: 'tentative' })

  const { data, body } = await as('sales').get(
    `/tour-leaders/schedule/list?from=2027-04-01&to=2027-04-30&leader_id=${mei}`,
  )
  assert.deepEqual(body.meta, { from: '2027-04-01', to: '2027-04-30' })
  assert.equal(data.length, 1)
  assert.deepEqual(drawn(data[0].blocks), [
    'trip 2027-03-29 2027-04-03',
    'rest 2027-04-04 2027-04-04',
    'rest 2027-04-09 2027-04-09',
    'trip 2027-04-10 2027-04-14',
    'unavailability 2027-04-14 2027-04-16',
    'rest 2027-04-15 2027-04-15',
    'briefing 2027-04-20 2027-04-20',
    'unavailability 2027-04-26 2027-04-27',
  ])
  assert.deepEqual(data[0].free, [
    { starts_on: '2027-04-05', ends_on: '2027-04-08', days: 4 },
    { starts_on: '2027-04-17', ends_on: '2027-04-19', days: 3 },
    { starts_on: '2027-04-21', ends_on: '2027-04-30', days: 10 },
  ])
  assert.equal(data[0].days_led, 8)
  const [trips] = data[0].blocks
  assert.deepEqual([trips.place, trips.subject], ['東北亞', { type: 'planned_trip', id: first }])
  const briefing = data[0].blocks[6]
  assert.deepEqual(
    [briefing.starts_at, briefing.ends_at, briefing.title.slice(0, 3)],
    ['2027-04-20T11:00:00+00:00', '2027-04-20T13:00:00+00:00', '說明會'],
  )
  assert.equal(data[0].conflicts.length, 1)
  const [{ between, ...conflict }] = data[0].conflicts
  assert.deepEqual(conflict, { clash: 'overlap', blocks: true })
  assert.deepEqual(drawn(between), ['trip 2027-04-10 2027-04-14', 'unavailability 2027-04-14 2027-04-16'])
  assert.deepEqual([between[1].is_override, between[1].override_reason], [true, '家中急事'])

  const brief = (
    await office.get(`/tour-leaders/schedule/list?from=2027-04-01&to=2027-04-30&leader_id=${mei}&brief=true`)
  ).data[0]
  assert.deepEqual(brief, {
    ...data[0],
    free: [],
    blocks: data[0].blocks.filter(({ kind }: Block) => kind !== 'rest'),
  })
  assert.deepEqual(
    brief.blocks.map(({ kind, rest_days }: Block & { rest_days: number }) => [kind, rest_days]),
    [
      ['trip', 1],
      ['trip', 1],
      ['unavailability', 0],
      ['briefing', 0],
      ['unavailability', 0],
    ],
  )
})

test('the schedule is filtered by area and status; a leader sees only their own', async () => {
  const [known, going, self] = [await leader('怡君'), await leader('雅婷'), await own()]
  await create('/leader-regional-priorities', { tour_leader_id: known, area_id: north, priority: 1 })
  await assign(await trip('2028-01-10', '2028-01-14', { area_id: north }), going)
  await leader('離職', { status: 'inactive' })
  const names = async (who: Parameters<typeof as>[0], asked: string) => {
    const { data } = await as(who).get(`/tour-leaders/schedule/list?from=2028-01-01&to=2028-03-31${asked}`)
    return data.map(({ tour_leader }: { tour_leader: { name: string } }) => tour_leader.name).sort()
  }
  assert.deepEqual(await names('admin', `&area_id=${north}`), ['怡君', '雅婷'].sort())
  assert.deepEqual(await names('admin', '&status=inactive'), ['離職'])
  assert.deepEqual(await names('leader', ''), ['陳志明'])
  assert.deepEqual(await names('leader', `&leader_id=${known}`), [])
  assert.deepEqual(await names('leader', `&leader_id=${self}`), ['陳志明'])
  assert.equal((await as('customer').get('/tour-leaders/schedule/list')).status, 403)
})

test('without dates it covers the next three months; invalid dates are refused', async () => {
  const { body } = await office.get('/tour-leaders/schedule/list')
  assert.equal(Date.parse(body.meta.to) - Date.parse(body.meta.from), 91 * 86_400_000)
  for (const [query, field] of [
    ['from=2027-02-01&to=2027-01-31', 'to'],
    ['to=2027-01-31', 'from'],
    ['from=2027-01-01&to=2029-01-01', 'to'],
  ])
    assert.deepEqual(Object.keys((await office.get(`/tour-leaders/schedule/list?${query}`)).body.errors), [field])
})

test('500 leaders over a quarter are read by one statement that works on 200 rows for each', async () => {
  await fill(async (db) => {
    await sql`
      with key as (insert into person_keys (id, wrapped) select gen_random_uuid(), 'x' from generate_series(1, 500) returning id)
      insert into tour_leaders (person_key, name) select id, 'leader ' || row_number() over () from key`.execute(db)
    await sql`analyze`.execute(db)
    await sql`
      with planned as (
        insert into planned_trips (serial, name, departure_date, return_date, area_id, assigned_leader_id)
        select 'Q' || l.id || '-' || n, '團', date '2029-01-01' + n * 22 + l.id % 5, date '2029-01-01' + n * 22 + l.id % 5 + 4, ${north}, l.id
          from tour_leaders l cross join generate_series(0, 3) n where l.name like 'leader %'
        returning id, assigned_leader_id, departure_date, return_date)
      insert into leader_calendar (tour_leader_id, kind, subject_type, subject_id, during, rest_days, is_firm)
      select assigned_leader_id, 'trip', 'planned_trip', id, tsrange(departure_date, return_date + 1), 1, true from planned`.execute(
      db,
    )
    await sql`analyze`.execute(db)
  })
  const asked = { from: '2029-01-01', to: '2029-03-31' }
  const read = () => readSchedule(db, { ...asked, ...seesAll })
  assert.equal((await read()).json.match(/"days_led":20,/g)?.length, 500)
  const { statements, rows } = await workOf(database, read)
  assert.equal(statements, 1)
  assert.ok(rows < 500 * 200, `${rows} rows`)
})
