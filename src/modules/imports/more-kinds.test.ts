import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { completeAgency } from '../../../test/fixtures/agency.ts'
import { csv, mover, workbook } from '../../../test/fixtures/moving.ts'
import { house } from '../../../test/house.ts'
import { seedReference } from '../../seeds/reference.ts'

const home = await house()
const { db, database, as } = home
await database.transaction({}, seedReference)
await completeAgency(as)
const { admin, bring, run, undo, send } = mover(home)

const book = await workbook({
  航線時刻: [
    ['航空公司', '航班號碼', '起飛城市', '抵達城市', '星期', '起飛時間', '抵達時間', '開始生效日'],
    ['BR', 'BR198', '台北', '東京', '一三五', '09:00', '13:25', '115/03/29'],
  ],
  領隊: [
    ['領隊編號', '姓名', '執業證種類', '執業證效期', '護照號碼', '護照效期'],
    ['TL777', '林大山', '領隊人員執業證（外語）', '2099/12/31', '311777777', '2099-12-31'],
  ],
  領隊休假: [
    ['領隊編號', '類別', '開始日', '結束日', '原因'],
    ['TL777', '特休', '2083/02/01', '2083/02/05', '家庭旅遊'],
  ],
  行程: [
    ['行程代碼', '名稱', '種類', '天數', '最低成團人數', '最多人數', '訂金', '國家', '線別', '狀態'],
    ['TYO', '東京五日', 'group', 5, 1, 20, 5000, 'JP', 'NORTHEAST_ASIA', 'published'],
  ],
  行程價格: [
    ['行程代碼', '大人價', '嬰兒價'],
    ['TYO', 30000, 0],
  ],
  每日行程: [
    ['行程代碼', '起始天', '結束天', '標題'],
    ['TYO', 1, 5, '東京'],
  ],
  團: [
    ['團號', '行程代碼', '出發日', '領隊編號'],
    ['TYO830301A', 'TYO', '2083-03-01', 'TL777'],
  ],
  團體航班: [
    ['團號', '航段', '航班號碼', '起飛機場', '抵達機場', '起飛時間（當地）', '抵達時間（當地）'],
    ['TYO830301A', '去程', 'BR198', 'TPE', 'NRT', '2083-03-01T09:00', '2083-03-01T13:25'],
    ['TYO830301A', '回程', 'BR197', 'NRT', 'TPE', '2083-03-05T14:15', '2083-03-05T16:50'],
  ],
  出團成本: [
    ['團號', '種類', '說明', '預估金額'],
    ['TYO830301A', '機票', '長榮團體票', '12,000'],
  ],
})

test('timetables, days off of leaders, flights and costs of trips come in, once, and are undone', async () => {
  const checked = await send('more.xlsx', book)
  assert.deepEqual(checked.data.problems, [])
  const done = await run(checked)
  assert.deepEqual([done.status, done.created, done.refused], ['done', 10, 0])
  const { rows } = await sql<object>`
    select (select days_of_week from airline_routes where flight_number = 'BR198' and effective_from = '2026-03-29') as days,
           (select u.status || ' ' || u.type from leader_unavailabilities u) as leave,
           (select count(*)::integer from leader_calendar where kind = 'unavailability') as blocks,
           (select string_agg(flight_number || ' ' || to_char(departs_at at time zone departs_timezone, 'HH24:MI'), ', ' order by departs_at)
              from planned_trip_flights) as flights,
           (select estimated::integer from trip_costs) as cost, (select count(*)::integer from notifications) as told`.execute(
    db,
  )
  assert.deepEqual(rows, [
    {
      days: [1, 3, 5],
      leave: 'approved annual_leave',
      blocks: 1,
      flights: 'BR198 09:00, BR197 14:15',
      cost: 12000,
      told: 0,
    },
  ])
  const again = await bring('more.xlsx', book)
  assert.deepEqual([again.created, again.unchanged], [0, 10])
  const undone = await undo(done.id)
  assert.deepEqual([undone.status, undone.problems], ['undone', []])
  const left = await sql<{ n: number }>`
    select (select count(*) from leader_unavailabilities)::integer + (select count(*) from leader_calendar)::integer
         + (select count(*) from planned_trip_flights)::integer + (select count(*) from trip_costs)::integer as n`.execute(
    db,
  )
  assert.deepEqual(left.rows, [{ n: 0 }])
})

test('imported accounts wait until all are invited by one call, each once', async () => {
  const waiting = async () => {
    const { data } = await admin.get('/imports/kinds')
    return data.find(({ code }: { code: string }) => code === 'accounts').to_invite
  }
  const invited = async () => (await sql`select from jobs.job where name = 'auth.invitation'`.execute(db)).rows.length
  const file = csv(
    ['姓名', '電子郵件', '角色'],
    ['林一', 'one@moved.example', '業務'],
    ['林二', 'two@moved.example', '會計'],
  )
  const done = await bring('accounts.csv', file)
  assert.deepEqual([done.created, await waiting(), await invited()], [2, 2, 0])
  assert.equal((await as('manager').post('/imports/invite')).status, 403)
  assert.deepEqual((await admin.post('/imports/invite')).data, { invited: 2 })
  assert.deepEqual([await waiting(), await invited()], [0, 2])
  assert.deepEqual((await admin.post('/imports/invite')).data, { invited: 0 })
  assert.equal((await send('accounts.csv', file)).data.unchanged, 2)
})

test('people who may be there twice are counted in the report, and are not merged', async () => {
  const persons = async () =>
    (await sql<{ n: number }>`select count(*)::integer as n from persons`.execute(db)).rows[0]?.n
  const before = (await persons()) ?? 0
  const done = await bring(
    'leaders.csv',
    csv(
      ['領隊編號', '姓名', '手機'],
      ['TL801', '王重複', '0912345678'],
      ['TL802', '王重複', '0912-345-678'],
      ['TL803', '林唯一', '0922000111'],
    ),
    { kind: 'leaders' },
  )
  assert.deepEqual([done.status, done.created, done.possible_doubles, await persons()], ['done', 3, 2, before + 3])
})
