import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { completeAgency } from '../../../test/fixtures/agency.ts'
import { changed } from '../../../test/fixtures/archives.ts'
import { csv, mover, workbook } from '../../../test/fixtures/moving.ts'
import { house } from '../../../test/house.ts'
import { partsOf, sheetsIn } from '../../../test/xlsx.ts'
import { seedReference } from '../../seeds/reference.ts'

const home = await house()
const { db, database, as } = home
await database.transaction({}, seedReference)
await completeAgency(as)
const { admin, send, run } = mover(home)

const all = async (locale: string): Promise<Buffer> => (await admin.get(`/imports/template?locale=${locale}`)).bytes
const rowsOf = async (bytes: Buffer) =>
  new Map((await sheetsIn(bytes)).map(({ name, rows }) => [name, rows.map((row) => row.map(({ value }) => value))]))
/** The sheet of a workbook in XML, with the names of its columns. */
const sheetCalled = async (bytes: Buffer, name: string) => {
  const place = (await sheetsIn(bytes)).findIndex((sheet) => sheet.name === name) + 1
  return { place, xml: partsOf(bytes).get(`xl/worksheets/sheet${place}.xml`) ?? '' }
}
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const letterOf = (at: number) => (at < 26 ? letters[at] : `A${letters[at - 26]}`)

/** Writes a line below the example of a sheet, by its headings. */
const filled = async (bytes: Buffer, name: string, line: Record<string, string | number>) => {
  const [heads = []] = (await rowsOf(bytes)).get(name) ?? []
  const { place } = await sheetCalled(bytes, name)
  const cells = Object.entries(line).map(([heading, value]) => {
    const at = heads.findIndex((head) => head === heading || head === `${heading}*`)
    assert.ok(at >= 0, `${name} has the column ${heading}: ${heads}`)
    return { at, value }
  })
  const written = cells
    .sort((one, other) => one.at - other.at)
    .map(({ at, value }) =>
      typeof value === 'number'
        ? `<c r="${letterOf(at)}3"><v>${value}</v></c>`
        : `<c r="${letterOf(at)}3" t="inlineStr"><is><t>${value}</t></is></c>`,
    )
  return changed(bytes, `xl/worksheets/sheet${place}.xml`, (xml) =>
    xml.replace('</sheetData>', `<row r="3">${written.join('')}</row></sheetData>`),
  )
}

test('one workbook has a sheet for each kind in their order, with headings and examples in words of the reader', async () => {
  const kinds = (await admin.get('/imports/kinds')).data
  for (const [locale, label] of [
    ['zh-TW', 'label'],
    ['en', 'label_en'],
  ] as const) {
    const sheets = await rowsOf(await all(locale))
    assert.deepEqual([...sheets.keys()], [...kinds.map((kind: Record<string, string>) => kind[label]), 'Lists'])
  }
  const zh = await rowsOf(await all('zh-TW'))
  const pick = (sheet: string, ...headings: string[]) => {
    const [heads = [], example = [], ...more] = zh.get(sheet) ?? []
    assert.deepEqual(more, [])
    return headings.map((heading) => example[heads.indexOf(heading)])
  }
  assert.deepEqual(pick('帳號', '姓名*', '角色*', '語言', '狀態'), ['王小美', '業務', '繁體中文', '使用中'])
  assert.deepEqual(pick('行程', '種類', '狀態', '線別', '分類', '國家'), ['團體', '草稿', '東北亞', '滑雪', '泰國'])
  assert.deepEqual(pick('航線時刻', '航空公司*', '星期', '使用中'), ['長榮航空', '一三五', '是'])
  assert.deepEqual(pick('領隊', '性別', '國籍', '語言'), ['女', '台灣', '日文：母語、英文：流利'])
  assert.deepEqual(pick('旅客', '姓名*', '性別', '餐食需求', '語言', '是否佔床'), [
    ...['王小美', '女', '無特殊需求', '日文', '是'],
  ])
  assert.deepEqual(pick('收款', '種類', '付款方式*', '收款時間*'), ['收款', '信用卡', 46415.479166667])
  const en = await rowsOf(await all('en'))
  assert.deepEqual(en.get('Branches')?.[0]?.slice(0, 3), ['Code*', 'Name*', 'Name in English'])
  const csvFile = await admin.get('/imports/kinds/payments/template?format=csv&locale=en')
  assert.match(String(csvFile.body), /\r\nCNX270128A-001,Payment,1200,Credit card,2027-01-28 11:30,/)
})

test('headings stay in sight, and cells offer the words of their column or what stands in another sheet', async () => {
  const bytes = await all('zh-TW')
  const { xml } = await sheetCalled(bytes, '訂單')
  assert.match(xml, /<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"\/>/)
  const heads = (await rowsOf(bytes)).get('訂單')?.[0] ?? []
  const lists = (await rowsOf(bytes)).get('Lists') ?? []
  const ruleOf = (heading: string) => {
    const column = letterOf(heads.indexOf(heading))
    return new RegExp(`<dataValidation ([^>]*) sqref="${column}2:${column}1048576"><formula1>([^<]*)<`).exec(xml)
  }
  const status = ruleOf('狀態')
  const [, letter = '', first, last] = /^Lists!\$(\w+)\$(\d+):\$\w+\$(\d+)$/.exec(status?.[2] ?? '') ?? []
  const at = [...letter].reduce((sum, sign) => sum * 26 + letters.indexOf(sign) + 1, 0) - 1
  // Rows of the hidden sheet leave out what a shorter list does not have, so the cell is found by its name.
  const hidden = partsOf(bytes).get(`xl/worksheets/sheet${(await sheetsIn(bytes)).length}.xml`) ?? ''
  const words = Array.from(
    { length: Number(last) },
    (_, i) => new RegExp(`r="${letter}${i + 1}"[^>]*><is><t[^>]*>([^<]*)<`).exec(hidden)?.[1],
  )
  assert.deepEqual([at >= 0, first, lists.length > 100], [true, '1', true])
  assert.deepEqual(words, ['候補中', '名額保留中', '已確認', '已完成', '已取消'])
  assert.match(status?.[1] ?? '', /showErrorMessage="1"/)
  const trip = ruleOf('團號*')
  assert.match(trip?.[1] ?? '', /showErrorMessage="0"/)
  assert.equal(trip?.[2], "OFFSET('團'!$A$2,0,0,MAX(1,COUNTA('團'!$A$2:$A$1048576)),1)")
  assert.equal(ruleOf('聯絡人*'), null)
  assert.match(partsOf(bytes).get('xl/workbook.xml') ?? '', /name="Lists" sheetId="\d+" state="hidden"/)
})

test('the workbook comes back filled in: each sheet in its order, and no example', async () => {
  let book = await all('zh-TW')
  const lines: [string, Record<string, string | number>][] = [
    ['分公司', { 代碼: 'KHH', 名稱: '高雄分公司', 使用中: '是' }],
    ['帳號', { 姓名: '林業務', 電子郵件: 'lin@moved.example', 角色: '業務', 分公司: 'KHH' }],
    [
      '領隊',
      {
        ...{ 領隊編號: 'L9', 姓名: '陳領隊', 國籍: '日本', 語言: '日文：母語、英文', 職級: '資深' },
        ...{ 執業證種類: '領隊人員執業證（外語）', 執業證效期: '2099/12/31', 護照效期: '2099/12/31' },
      },
    ],
    [
      '行程',
      {
        ...{ 行程代碼: 'TYO', 名稱: '東京五日', 種類: '團體', 天數: 5, 最低成團人數: 1, 最多人數: 20, 訂金: 5000 },
        ...{ 國家: '日本', 線別: '東北亞', 狀態: '上架' },
      },
    ],
    ['行程價格', { 行程代碼: 'TYO', 大人價: 30000, 嬰兒價: 0 }],
    ['每日行程', { 行程代碼: 'TYO', 起始天: 1, 結束天: 5, 標題: '東京' }],
    ['團', { 團號: 'TYO830301A', 行程代碼: 'TYO', 出發日: 66900, 領隊編號: 'L9' }],
    [
      '訂單',
      { 訂單編號: 'TYO830301A-001', 團號: 'TYO830301A', 聯絡人: '王大同', 聯絡電話: '0912345678', 狀態: '已確認' },
    ],
    ['旅客', { 訂單編號: 'TYO830301A-001', 姓名: '王大同', 性別: '男', 出生日期: '75/6/21', 語言: '日文' }],
    [
      '收款',
      { 訂單編號: 'TYO830301A-001', 金額: 5000, 付款方式: '銀行轉帳', 收款時間: '2026-01-05 11:00', 種類: '收款' },
    ],
  ]
  for (const [sheet, line] of lines) book = await filled(book, sheet, line)
  const checked = await send('moving-in.xlsx', book)
  assert.deepEqual(checked.data.problems, [])
  const done = await run(checked)
  assert.deepEqual([done.status, done.rows, done.created, done.refused], ['done', 10, 10, 0])
  const { rows } = await sql`
    select (select name from branches where code = 'KHH') as branch,
           (select roles::text from users where email = 'lin@moved.example') as roles,
           (select nationality || ' ' || languages::text from tour_leaders where leader_number = 'L9') as leader,
           (select status from packages where package_code = 'TYO') as package,
           (select departure_date::text from planned_trips where serial = 'TYO830301A') as departs,
           (select contact_phone || ' ' || status from bookings where booking_number = 'TYO830301A-001') as booking,
           (select gender || ' ' || language from travelers where name = '王大同') as traveler,
           (select method || ' ' || amount::integer from booking_payments) as payment,
           (select count(*)::integer from bookings) as bookings, (select count(*)::integer from hotels) as hotels`.execute(
    db,
  )
  assert.deepEqual(rows, [
    {
      branch: '高雄分公司',
      roles: '{sales}',
      leader: 'JP [{"code": "ja", "level": "native"}, {"code": "en", "level": "basic"}]',
      package: 'published',
      departs: '2083-02-28',
      booking: '0912345678 confirmed',
      traveler: 'male ja',
      payment: 'bankTransfer 5000',
      bookings: 1,
      hotels: 0,
    },
  ])
})

test('an example is no record, also without some columns, in another line, or as a spreadsheet has written it', async () => {
  const template = (await rowsOf(await all('zh-TW'))).get('旅客') ?? []
  const [heads = [], example = []] = template
  const kept = heads.flatMap((_, i) => (i % 3 === 1 || i === 0 || heads[i] === '出生日期' ? [i] : []))
  const only = (row: readonly (string | number)[]) => kept.map((i) => row[i] || null)
  const real = kept.map((i) => (heads[i] === '姓名*' ? '林真人' : heads[i] === '訂單編號*' ? 'TYO830301A-001' : null))
  const cut = await send('旅客.xlsx', await workbook({ 旅客: [only(heads), real, only(example)] }))
  assert.deepEqual([cut.data.problems, cut.data.rows, cut.data.created], [[], 1, 1])
  const lines = String((await admin.get('/imports/kinds/leaders/template?format=csv&locale=zh-TW')).body)
    .slice(1)
    .trim()
    .split('\r\n')
  const [csvHeads = '', csvExample = ''] = lines
  const saved = csvExample.replaceAll('2027-01-28', '2027/1/28').replace('1985-04-12', '1985/4/12')
  const asExcel = await send('leaders.csv', Buffer.from(`${csvHeads}\r\n${saved}\r\n`))
  assert.deepEqual([asExcel.data.problems, asExcel.data.rows], [[], 0])
  // Without asterisks nobody made it from a template: two equal cells are a record.
  const own = await send('hotels.csv', csv(['name', 'city_name'], ['洞爺湖太陽宮飯店', '大阪']))
  assert.deepEqual([own.data.rows, own.data.created], [1, 1])
})
