import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { house } from '../../../test/house.ts'
import { terminal } from '../../../test/terminal.ts'
import { seedAddonTypes } from '../../modules/addon-requests/seed.ts'
import { seedGeography } from '../../modules/geography/seed.ts'

const home = await house()
const { db, database } = home
await database.transaction({}, seedAddonTypes)
const { guidon, directory } = await terminal(home)

const file = async (name: string, content: string | Buffer) => {
  const path = join(directory, name)
  await writeFile(path, content)
  return path
}
const codes = async () =>
  (await db.selectFrom('addon_request_types').select('type_code').orderBy('id').execute()).map(
    ({ type_code }) => type_code,
  )
const before = await codes()

const old = await file(
  'old.csv',
  `\u{feff}type_code,name,name_en,category,base_cost,processing_time_hours,requires_approval
TPE_NRT_ROUND,台北東京來回,Taipei to Tokyo,機票,12000,48,true
DOMESTIC_TICKET,國內線機票,Domestic flight ticket,Flight Extras,900.50,,
BLANKET,機上毛毯,Blanket,In-Flight Services,200,24,false
PRIORITY_TAG,優先行李牌,Priority tag,In-Flight Services,0,,
"WELCOME","迎賓卡, 手寫",,貼心服務,,,
`,
)

test('a dry run reports every line and changes nothing', async () => {
  const { code, out, err } = await guidon(`import types ${old} --dry-run`)
  assert.deepEqual([code, err], [0, ''])
  assert.equal(
    out,
    [
      'line 2     TPE_NRT_ROUND                   created',
      'line 3     DOMESTIC_TICKET                 created',
      'line 4     BLANKET                         created',
      'line 5     PRIORITY_TAG                    created',
      'line 6     WELCOME                         created',
      'A rehearsal: 5 would be created, 0 unchanged.\n',
    ].join('\n'),
  )
  assert.deepEqual(await codes(), before)
})

test('types without a pricing type get one by the rules of the former system', async () => {
  assert.equal((await guidon(`import types ${old}`)).code, 0)
  const types = await db
    .selectFrom('addon_request_types as t')
    .innerJoin('addon_categories as c', 'c.id', 't.category_id')
    .select([
      'type_code',
      'pricing_type',
      'base_cost',
      'processing_time_hours',
      'requires_approval',
      't.name',
      'c.name as category',
    ])
    .orderBy('t.id')
    .offset(before.length)
    .execute()
  assert.deepEqual(
    types.map((type) => Object.values(type)),
    [
      ['TPE_NRT_ROUND', 'quotation_required', 12000, 48, true, '台北東京來回', '機票'],
      ['DOMESTIC_TICKET', 'quotation_required', 900.5, 24, false, '國內線機票', '航班加購'],
      ['BLANKET', 'fixed_price', 200, 24, false, '機上毛毯', '機上服務'],
      ['PRIORITY_TAG', 'free', 0, 24, false, '優先行李牌', '機上服務'],
      ['WELCOME', 'free', null, 24, false, '迎賓卡, 手寫', '貼心服務'],
    ],
  )
})

test('importing the same file again changes nothing; later changes by staff are kept and reported', async () => {
  const again = await guidon(`import types ${old} --json`)
  const { lines, ...outcome } = JSON.parse(again.out)
  assert.deepEqual([again.code, outcome], [0, { imported: true, dry_run: false }])
  assert.deepEqual(new Set(lines.map(({ result }: { result: string }) => result)), new Set(['unchanged']))

  await database.transaction({}, (tx) =>
    tx
      .updateTable('addon_request_types')
      .set({ base_cost: 250, name: '毛毯' })
      .where('type_code', '=', 'BLANKET')
      .execute(),
  )
  const { code, out } = await guidon(`import types ${old}`)
  assert.equal(code, 1)
  assert.match(
    out,
    /line 4 +BLANKET +refused {2}type_code: This value is taken already; what differs: name, base_cost\.\n/,
  )
})

test('one bad line stops the import; errors use the sentences of the service', async () => {
  const path = await file(
    'bad.csv',
    `category_id,type_code,name,pricing_type,base_cost,cost_currency,processing_time_hours,is_active
1,GOOD,好,free,,TWD,24,true
1,lower,小寫,cheap,12.345,NTD,-1,yes
999,NOWHERE,無,free,,,,
,EMPTY,,free,,,,
1,GOOD,別的,free,,,,
1,UNPRICED,未定價,fixed_price,,,,
`,
  )
  const there = await codes()
  const { code, out } = await guidon(`import types ${path}`)
  assert.equal(code, 1)
  assert.deepEqual(out.split('\n'), [
    'line 2     GOOD                            created',
    'line 3     lower                           refused  type_code: Invalid format; valid is, for example, SEAT_UPGRADE.  pricing_type: Must be one of: free, fixed_price, quotation_required.' +
      '  base_cost: An amount from 0 to 9999999999.99 with at most two decimals.  cost_currency: Must be an ISO 4217 currency code such as TWD.' +
      '  processing_time_hours: Not below 0.  is_active: Must be yes or no (true or false).',
    'line 4     NOWHERE                         refused  category_id: There is no such record.',
    'line 5     EMPTY                           refused  category_id: This field is required.  name: This field is required.',
    'line 6     GOOD                            refused  type_code: This value is taken already; what differs: name.',
    'line 7     UNPRICED                        created  A fixed price without an amount: its requests are treated as ones to be quoted.',
    'Nothing was imported; 4 refused.',
    '',
  ])
  assert.deepEqual(await codes(), there)
  assert.match((await guidon(`import types ${path}`, { locale: 'zh-TW' })).out, /category_id: 沒有這筆資料。/)
})

test('a file that is not a valid import file is refused with a reason', async () => {
  const said = async (name: string, content: string | Buffer) =>
    (await guidon(`import types ${await file(name, content)}`)).err
  assert.equal(
    await said('columns.csv', 'code,name,name,category\nX,x,x,機票\n'),
    [
      'Some fields are not valid',
      '  type_code: This column is missing.',
      '  code: There is no such column; check the spelling.',
      '  name: This column stands there twice.\n',
    ].join('\n'),
  )
  assert.match(
    await said('short.csv', 'type_code,name,category\nA\n'),
    /csv: Line 2 has another number of cells than the first line/,
  )
  assert.match(await said('empty.csv', 'type_code,name,category\n'), /The file has no lines of data\./)
  assert.match(await said('big5.csv', Buffer.from([0xbe, 0xf7, 0xb2, 0xbc])), /not UTF-8/)
  const none = await guidon(`import types ${directory}/none.csv`)
  assert.equal(none.code, 1)
  assert.match(none.err, /ENOENT/)
})

test('a file names the trips for which types are offered: countries by their codes, months, days, and the most per person', async () => {
  await database.transaction({}, seedGeography)
  const lines = (
    countries: string,
  ) => `type_code,name,category,base_cost,country_codes,first_month,last_month,min_days,most_per_person
SNOW_BOOTS,雪靴,機票,300,${countries},12,3,5,2
`
  const good = await file('trips.csv', lines('JP KR'))
  const wrong = await file('nowhere.csv', lines('JP XX').replace('SNOW_BOOTS', 'SNOW_HATS'))
  const refused = await guidon(`import types ${wrong}`)
  assert.equal(refused.code, 1)
  assert.ok(refused.out.includes('There is no such country; give codes of two letters'), refused.out)
  assert.equal((await guidon(`import types ${good}`)).code, 0)
  const { id, ...type } = await db
    .selectFrom('addon_request_types')
    .select(['id', 'first_month', 'last_month', 'min_days', 'most_per_person'])
    .where('type_code', '=', 'SNOW_BOOTS')
    .executeTakeFirstOrThrow()
  assert.deepEqual(type, { first_month: 12, last_month: 3, min_days: 5, most_per_person: 2 })
  const countries = await db
    .selectFrom('addon_type_countries')
    .innerJoin('countries', 'countries.id', 'country_id')
    .select('iso_alpha2')
    .where('type_id', '=', id)
    .orderBy('iso_alpha2')
    .execute()
  assert.deepEqual(
    countries.map(({ iso_alpha2 }) => iso_alpha2),
    ['JP', 'KR'],
  )
  assert.ok((await guidon(`import types ${good}`)).out.includes('unchanged'), 'the same again')
  const other = await guidon(`import types ${await file('japan.csv', lines('JP'))}`)
  assert.equal(other.code, 1)
  assert.ok(other.out.includes('country_codes'), other.out)
})
