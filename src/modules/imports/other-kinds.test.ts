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
const { admin, bring, run, undo, send, problemsOf } = mover(home)
const told = async () => (await sql`select from notifications`.execute(db)).rows.length
const rowsOf = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows

const agency = {
  行程: [
    ['行程代碼', '名稱', '天數', '最低成團人數', '最多人數', '國家', '線別', '狀態'],
    ['TYO', '東京五日', 5, 1, 20, 'JP', '東北亞', '上架'],
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
    ['團號', '行程代碼', '出發日'],
    ['TYO830301A', 'TYO', '2083-03-01'],
  ],
  訂單: [
    ['訂單編號', '團號', '聯絡人', '聯絡電話', '狀態'],
    ['TYO830301A-001', 'TYO830301A', '王大同', '0912345678', '已確認'],
  ],
  旅客: [
    ['訂單編號', '姓名', '出生日期'],
    ['TYO830301A-001', '王大同', '1980-01-01'],
    ['TYO830301A-001', '王美玲', '1982-01-01'],
  ],
}
const moved = await bring('agency.xlsx', await workbook(agency))
assert.deepEqual([moved.status, moved.problems], ['done', []])

test('a customers’ list without bookings becomes enquiries, of the salesperson and on the day that it says', async () => {
  const before = await told()
  const list = {
    客戶名單: [
      ['姓名', '手機', 'Email', '需求', '業務', '下次聯絡'],
      ['林小姐 0922-333-444', null, 'lin@guests.example', '十月看楓葉', 'sales', '2083/1/5'],
      ['張大同', 933444555, null, null, null, null],
    ],
  }
  const asked = await send('客戶.xlsx', await workbook(list))
  const { data: mapping } = await admin.get(`/imports/${asked.data.id}/mapping`)
  const [sheet] = mapping.sheets
  assert.deepEqual(
    [sheet.kind, sheet.columns.map(({ column }: { column: string }) => column)],
    ['enquiries', ['name', 'phone', 'email', 'wish', 'sales_name', 'follow_up_on']],
  )
  const columns = Object.fromEntries(
    sheet.columns.map(({ heading, column }: { heading: string; column: string }) => [heading, column]),
  )
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', home.ids.sales)
    .executeTakeFirstOrThrow()
  const words = { sales_name: { sales: email } }
  const mapped = await admin.post(`/imports/${asked.data.id}/mapping`, {
    sheets: [{ sheet: '客戶名單', kind: 'enquiries', heading_row: 1, columns, words }],
  })
  assert.deepEqual([mapped.data.problems, mapped.data.created], [[], 2])
  const done = await run(mapped)
  assert.deepEqual([done.status, done.created], ['done', 2])
  const today = (await rowsOf(sql`select today()::text as on`))[0] as { on: string }
  assert.deepEqual(
    await rowsOf(sql`
      select name, phone, email, wish, source, status, sales_user_id, follow_up_on::text from enquiries order by id`),
    [
      {
        ...{ name: '林小姐', phone: '0922-333-444', email: 'lin@guests.example', wish: '十月看楓葉', source: 'other' },
        ...{ status: 'new', sales_user_id: home.ids.sales, follow_up_on: '2083-01-05' },
      },
      {
        ...{ name: '張大同', phone: '0933444555', email: null, wish: null, source: 'other' },
        ...{ status: 'new', sales_user_id: null, follow_up_on: today.on },
      },
    ],
  )
  assert.equal(await told(), before)
  const again = await bring('enquiries.csv', csv(['name', 'phone'], ['張大同', '0933-444-555']))
  assert.deepEqual([again.created, again.unchanged], [0, 1])
  assert.deepEqual(await problemsOf('enquiries.csv', csv(['name', 'email', 'people'], ['沒有電話', '', '3'])), [
    [
      2,
      'phone',
      'refused',
      'Enter at least one way to reach the person: a telephone number, a mail address or a LINE ID.',
    ],
  ])
  assert.equal((await undo(done.id)).status, 'undone')
  assert.deepEqual(await rowsOf(sql`select from enquiries`), [])
})

test('exchange rates come in; one that is far from the last needs a reason, and what is there stays', async () => {
  const heads = ['原幣', '兌換成', '匯率', '生效日', '與前次相差很多的原因']
  const file = (...lines: (string | number)[][]) => csv(heads, ...lines)
  const far = await problemsOf(
    '匯率.csv',
    file(['JPY', 'TWD', 0.21, '2025/1/1', ''], ['JPY', 'TWD', 0.5, '2025/2/1', '']),
  )
  assert.deepEqual(
    far.map((one: unknown[]) => one.slice(0, 3)),
    [[3, 'rate', 'refused']],
  )
  assert.match(far[0][3], /^The last rate from JPY to TWD is 0\.21, .* give a reason\.$/)
  const done = await bring(
    '匯率.csv',
    file(['JPY', 'TWD', 0.21, '114/1/1', ''], ['JPY', 'TWD', 0.5, '2025/2/1', '央行調整匯率']),
  )
  assert.deepEqual([done.status, done.created], ['done', 2])
  assert.deepEqual(
    await rowsOf(sql`select from_currency, rate, valid_from::text, confirm_reason from exchange_rates order by id`),
    [
      { from_currency: 'JPY', rate: 0.21, valid_from: '2025-01-01', confirm_reason: null },
      { from_currency: 'JPY', rate: 0.5, valid_from: '2025-02-01', confirm_reason: '央行調整匯率' },
    ],
  )
  const again = await bring('匯率.csv', file(['JPY', 'TWD', 0.3, '2025-01-01', '']))
  assert.deepEqual([again.created, again.unchanged], [0, 1])
  assert.deepEqual((await problemsOf('匯率.csv', file(['TWD', 'TWD', 1, '2025-01-01', ''])))[0].slice(0, 3), [
    ...[2, 'to_currency', 'refused'],
  ])
  assert.equal((await undo(done.id)).status, 'undone')
  assert.deepEqual(await rowsOf(sql`select from exchange_rates`), [])
})

test('special requests belong to a traveler of a booking by name, with their progress, and are told to nobody', async () => {
  const before = await told()
  const heads = ['訂單編號', '旅客姓名', '種類', '內容', '狀態', '領隊看得到']
  const number = 'TYO830301A-001'
  const done = await bring(
    '旅客需求.csv',
    csv(
      heads,
      [number, '王美玲', '房間', '安靜的房間', '已轉達', '是'],
      [number, '王大同', '慶祝', '生日蛋糕', '', '否'],
    ),
  )
  assert.deepEqual([done.status, done.created, done.problems], ['done', 2, []])
  assert.deepEqual(
    await rowsOf(sql`select t.name, r.kind, r.detail, r.status, r.visible_to_leader
                       from traveler_requests r join travelers t on t.id = r.traveler_id order by r.id`),
    [
      { name: '王美玲', kind: 'room', detail: '安靜的房間', status: 'passed_on', visible_to_leader: true },
      { name: '王大同', kind: 'celebration', detail: '生日蛋糕', status: 'open', visible_to_leader: false },
    ],
  )
  assert.equal(await told(), before)
  assert.deepEqual(await problemsOf('旅客需求.csv', csv(heads, [number, '王美鈴', '房間', '近電梯', '', ''])), [
    [2, 'traveler_name', 'refused', 'The booking has no “王美鈴”. It has: 王大同, 王美玲.'],
  ])
  // A traveler who is refused is one fault, and what belongs to it waits.
  const refused = await send(
    'both.xlsx',
    await workbook({
      旅客: [
        ['訂單編號', '姓名', '護照效期'],
        [number, '王小寶', '何時'],
      ],
      旅客需求: [heads, [number, '王小寶', '座位', '靠窗', null, null]],
    }),
  )
  assert.deepEqual(
    [refused.data.problems.length, refused.data.sheets.map((one: Record<string, unknown>) => [one.kind, one.waiting])],
    [
      1,
      [
        ['travelers', 0],
        ['traveler-requests', 1],
      ],
    ],
  )
  assert.equal((await undo(done.id)).status, 'undone')
  assert.deepEqual(await rowsOf(sql`select from traveler_requests`), [])
})

test('what a house owes customers from before is what was paid above the price; it comes with its booking', async () => {
  const heads = ['訂單編號', '金額', '付款方式', '收款時間']
  const done = await bring('收款.csv', csv(heads, ['TYO830301A-001', 65000, '現金', '2026-01-05 10:00']))
  assert.equal(done.status, 'done')
  assert.deepEqual(await rowsOf(sql`select open_amount, cause from booking_obligations`), [
    { open_amount: 5000, cause: 'overpayment' },
  ])
})

const stays = {
  飯店: [
    ['名稱', '城市'],
    ['新宿飯店', '東京'],
    ['箱根飯店', '東京'],
  ],
  團體住宿: [
    ['團號', '飯店名稱', '入住日', '退房日', '保留房間', '狀態', '確認號碼'],
    ['TYO830301A', '新宿飯店', '2083-03-01', '2083-03-03', '雙床房 10、單人房 2', '已確認', 'NK-1'],
    ['TYO830301A', '箱根飯店', '2083/03/03', '2083/03/05', null, null, null],
  ],
  分房: [
    ['團號', '飯店名稱', '入住日', '房型', '旅客姓名', '備註'],
    ['TYO830301A', '新宿飯店', '2083-03-01', '雙床房', '王大同、王美玲', '高樓層'],
    ['TYO830301A', '箱根飯店', '2083-03-03', '單人房', '王大同', null],
    ['TYO830301A', '箱根飯店', '2083-03-03', 'single', '王美玲（TYO830301A-001）', null],
  ],
}

const bringAll = async (name: string, bytes: Buffer) => {
  const checked = await send(name, bytes)
  assert.deepEqual(checked.data.problems, [])
  return run(checked)
}

test('stays of trips come in with the rooms that are held, and the rooms with who sleeps in them', async () => {
  const done = await bringAll('住宿.xlsx', await workbook(stays))
  assert.deepEqual([done.status, done.created, done.problems], ['done', 7, []])
  assert.deepEqual(
    await rowsOf(sql`
      select h.name as hotel, s.check_in::text, s.rooms, s.status, s.confirmation_number,
             (select array_agg(r.type || ' ' || coalesce(r.notes, '-') || ' ' || (
                select string_agg(v.name, '+' order by v.id) from stay_room_travelers t join travelers v on v.id = t.traveler_id
                 where t.room_id = r.id) order by r.number) from stay_rooms r where r.stay_id = s.id) as guests
        from planned_trip_stays s join hotels h on h.id = s.hotel_id order by s.check_in`),
    [
      {
        ...{ hotel: '新宿飯店', check_in: '2083-03-01', status: 'confirmed', confirmation_number: 'NK-1' },
        rooms: [
          { type: 'twin', count: 10 },
          { type: 'single', count: 2 },
        ],
        guests: ['twin 高樓層 王大同+王美玲'],
      },
      {
        ...{ hotel: '箱根飯店', check_in: '2083-03-03', status: 'requested', confirmation_number: null },
        rooms: [],
        guests: ['single - 王大同', 'single - 王美玲'],
      },
    ],
  )
  const again = await bring('住宿.xlsx', await workbook(stays))
  assert.deepEqual([again.created, again.unchanged], [0, 7])
  const heads = stays.分房[0] ?? []
  const faults = await problemsOf(
    '分房.csv',
    csv(
      heads,
      ['TYO830301A', '新宿飯店', '2083-03-01', '雙床房', '王大同', null],
      ['TYO830301A', '箱根飯店', '2083-03-04', '單人房', '王大同', null],
      ['TYO830301A', '箱根飯店', '2083-03-03', '總統套房', '王美玲', null],
      ['TYO830301A', '箱根飯店', '2083-03-03', '雙床房', '林先生', null],
    ),
  )
  assert.deepEqual(
    faults.map((one: unknown[]) => [one[0], one[1], one[2]]),
    [
      [4, 'type', 'unknown_word'],
      [2, 'traveler_names', 'refused'],
      [3, 'check_in', 'refused'],
      [5, 'traveler_names', 'refused'],
    ],
  )
  assert.equal(faults[1][3], 'Sleeps in one room of a stay only.')
  assert.equal(faults[3][3], 'The trip has no traveler “林先生”.')
  assert.equal((await undo(done.id)).status, 'undone')
  assert.deepEqual(await rowsOf(sql`select from planned_trip_stays union all select from stay_rooms`), [])
})

test('add-on requests that are still to be arranged come in open, and are told to nobody', async () => {
  const before = await told()
  const heads = ['訂單編號', '旅客姓名', '加購類型', '數量', '使用日期', '優先', '想要什麼']
  const number = 'TYO830301A-001'
  const lines = csv(heads, [number, '王美玲', '升等豪華經濟艙', 1, '2083-03-01', '緊急', '想坐走道'])
  const done = await bringAll('加購.csv', lines)
  assert.deepEqual([done.status, done.created, done.problems], ['done', 1, []])
  const { data } = await as('sales').get('/addon-requests?q=王美玲')
  const { data: request } = await as('sales').get(`/addon-requests/${data[0].id}`)
  assert.deepEqual(
    [request.status, request.quantity, request.needed_by, request.priority, request.details],
    ['open', 1, '2083-03-01', 'urgent', { wish: '想坐走道' }],
  )
  assert.equal(await told(), before)
  assert.equal((await bring('加購.csv', lines)).unchanged, 1)
  assert.equal((await undo(done.id)).status, 'undone')
  assert.deepEqual(await rowsOf(sql`select from addon_requests union all select from addon_communications`), [])
})
