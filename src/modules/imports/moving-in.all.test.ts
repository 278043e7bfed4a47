import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { sql } from 'kysely'
import { completeAgency } from '../../../test/fixtures/agency.ts'
import { csv, mover, workbook } from '../../../test/fixtures/moving.ts'
import { smallAgency } from '../../../test/fixtures/small-agency.ts'
import { house } from '../../../test/house.ts'
import { startWorkers } from '../../../test/smtp.ts'
import { until } from '../../../test/until.ts'
import { seedReference } from '../../seeds/reference.ts'

const home = await house()
const { db, database, as } = home
await database.transaction({}, seedReference)
await completeAgency(as)
const { admin, send, run, work, bring } = mover(home)
const one = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(db)).rows[0] as Row
const { today } = await one(sql<{ today: string }>`select today()::text as today`)
const agency = smallAgency(today)
const file = await workbook(agency)

test('a smaller agency moves in: what it sold, what was paid, who travels, and nothing to do that is not there', async () => {
  const checked = await send('agency.xlsx', file)
  assert.deepEqual(checked.data.problems, [])
  assert.deepEqual([checked.data.rows, checked.data.is_rehearsed], [926, true])
  const done = await run(checked)
  assert.deepEqual([done.status, done.problems, done.done_rows], ['done', [], 926])
  assert.deepEqual(
    done.sheets.map(({ kind, created, refused }: Record<string, unknown>) => [kind, created, refused]),
    [
      ['branches', 2, 0],
      ['accounts', 7, 0],
      ['hotels', 35, 0],
      ['leaders', 8, 0],
      ['packages', 12, 0],
      ['package-prices', 12, 0],
      ['package-days', 68, 0],
      ['planned-trips', 48, 0],
      ['bookings', 144, 0],
      ['travelers', 432, 0],
      ['price-lines', 50, 0],
      ['payments', 108, 0],
    ],
  )
  assert.deepEqual(await account(), {
    sold: 29_355_300,
    paid: 9_562_200,
    open: 19_793_100,
    completed: 36,
    confirmed: 108,
  })
  const trips =
    await one(sql`select count(*) filter (where status = 'settled')::integer as settled, count(*) filter (where status = 'open')::integer as open,
    (select count(*) from travelers where status = 'active')::integer as people, sum(capacity)::integer as seats from planned_trips`)
  assert.deepEqual(trips, { settled: 12, open: 36, people: 432, seats: 1_152 })
})

test('the counter of serials continues, seats are left as the files say, and the morning of sales is quiet', async () => {
  const [, first] = agency['planned-trips'] ?? []
  const [serial = '', , departure = ''] = (first ?? []).map(String)
  const [osaka] = (await admin.get('/packages?q=OSA')).data
  const day = departure.replaceAll('/', '-')
  const { data } = await admin.get(`/planned-trips/check/next-serial?package_id=${osaka.id}&departure_date=${day}`)
  assert.equal(data.serial, serial.replace(/A$/, 'B'))
  const { data: open } = await admin.get('/planned-trips?status=open&sort=departure_date&per_page=1')
  assert.deepEqual([open[0].capacity, open[0].seats.confirmed, open[0].seats.remaining], [24, 9, 15])
  const told =
    await one(sql`select (select count(*) from notifications)::integer as notices, (select count(*) from deliveries)::integer as mails,
    (select count(*) from jobs.job where name not like 'imports.%')::integer as jobs`)
  assert.deepEqual(told, { notices: 0, mails: 0, jobs: 0 })
  const { data: work } = await as('sales').get('/work')
  assert.deepEqual(
    work.map(({ key, count }: { key: string; count: number }) => [key, count]),
    [],
  )
})

const account = () =>
  one(sql`select sum(total)::float as sold, sum(paid)::float as paid, sum(balance)::float as open,
    count(*) filter (where status = 'completed')::integer as completed, count(*) filter (where status = 'confirmed')::integer as confirmed
    from bookings`)

test('a second run of the same files changes nothing', async () => {
  const before = await account()
  const done = await bring('agency.xlsx', file)
  assert.deepEqual([done.status, done.rows, done.created, done.unchanged, done.refused], ['done', 926, 0, 926, 0])
  assert.deepEqual(await account(), before)
})

const hotels = (n: number) => [['name', 'city_name'], ...Array.from({ length: n }, (_, i) => [`飯店 ${i}`, '大阪'])]
const counted = async () => (await one(sql<{ n: number }>`select count(*)::integer as n from hotels`)).n

test('a large file is written in parts, and removed again if a later part is refused', async () => {
  const before = await counted()
  const trips = [
    ['serial', 'package_code', 'departure_date', 'status'],
    ['OSA-LATER', 'OSA', '2083-01-01', 'open'],
  ]
  const checked = await send('large.xlsx', await workbook({ hotels: hotels(2_100), 'planned-trips': trips }))
  assert.deepEqual([checked.data.problems, checked.data.is_rehearsed, checked.data.may_run], [[], true, true])
  // Somebody withdraws the package between the check and the run.
  await sql`update packages set status = 'draft' where package_code = 'OSA'`.execute(db)
  const failed = await run(checked)
  await sql`update packages set status = 'published' where package_code = 'OSA'`.execute(db)
  assert.deepEqual(
    [failed.status, failed.created, failed.problems.map(({ message }: { message: string }) => message)],
    ['failed', 0, ['Trips are planned from published packages only.']],
  )
  assert.equal(await counted(), before)
})

test('a worker that only seemed dead writes nothing once another has started the import anew', async () => {
  const before = await counted()
  const others = Array.from({ length: 2_200 }, (_, i) => [`旅館 ${i}`, '京都'])
  const { id } = (await send('hotels.csv', csv(['name', 'city_name'], ...others))).data
  assert.equal((await admin.post(`/imports/${id}/run`)).status, 202)
  const first = work(id)
  await until(async () => (await admin.get(`/imports/${id}`)).data.done_rows >= 600, 'the first part is written')
  const second = work(id)
  await Promise.all([first, second])
  const { status, created, done_rows, problems } = (await admin.get(`/imports/${id}`)).data
  assert.deepEqual([status, created, done_rows, problems], ['done', 2_200, 2_200, []])
  assert.equal(await counted(), before + 2_200)
})

test('a worker that is killed in the middle leaves nothing: another starts the import anew', async () => {
  const before = await counted()
  const checked = await send('hotels.csv', csv(...hotels(2_100)))
  const child = spawn(process.execPath, ['test/worker.ts', JSON.stringify(home.settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  home.atEnd(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const id = checked.data.id
  const letGo = await holdHotel(2_050)
  home.atEnd(letGo)
  assert.equal((await admin.post(`/imports/${id}/run`)).status, 202)
  const progress = async () => (await admin.get(`/imports/${id}`)).data
  await until(async () => (await progress()).done_rows >= 600, 'the first part is written')
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.ok((await counted()) >= before + 500, 'a part was committed')
  assert.equal((await progress()).status, 'running')
  await letGo()
  // As if thirty seconds had passed without a heartbeat.
  await sql`update jobs.job set heartbeat_on = heartbeat_on - interval '30 seconds' where state = 'active'`.execute(db)
  await startWorkers(home, 'smtp://127.0.0.1:9')
  await until(async () => (await progress()).status === 'done', 'another worker ends it')
  assert.equal(await counted(), before + 2_100)
})

/**
 * Inserts a hotel without a commit, so that an import of the same hotel waits for it: however slow the test is, the import is in the
 * middle. The returned function takes the hotel back.
 */
const holdHotel = async (n: number) => {
  const [isHeld, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = home.fill(async (other) => {
    await sql`begin`.execute(other)
    const name = `飯店 ${n}`
    await sql`insert into hotels (city_id, name) select id, ${name} from cities where name = '大阪'`.execute(other)
    isHeld.resolve()
    await isOver.promise
    await sql`rollback`.execute(other)
  })
  await Promise.race([isHeld.promise, holding])
  return () => {
    isOver.resolve()
    return holding
  }
}
