import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeAgency } from '../../../test/fixtures/agency.ts'
import { days, hokkaido, sellable } from '../../../test/fixtures/packages.ts'
import { house } from '../../../test/house.ts'

const { as } = await house()
const [admin, sales, department] = [as('admin'), as('sales'), as('line_control')]
const { package_id, asia, sapporo, osaka, japan, korea } = await sellable(as)
const at = `/packages/${package_id}`

test('a package is shown with its days, countries and prices', async () => {
  const { data, headers } = await sales.get(at)
  assert.deepEqual(
    {
      status: data.status,
      nights: data.nights,
      kind: data.kind,
      countries: data.countries,
      template: data.deadline_template,
    },
    {
      status: 'published',
      nights: 2,
      kind: 'group',
      countries: [{ country_id: japan, nights: 2, sequence: 0 }],
      template: [
        { key: 'ticketing', name: null, name_en: null, days_before: 21, owner: 'ticketing' },
        { key: 'rooming_list', name: null, name_en: null, days_before: 7, owner: 'op' },
      ],
    },
  )
  assert.deepEqual(
    data.segments.map(({ sequence, day_from, day_to, title, city_ids, lunch }: Record<string, unknown>) => [
      sequence,
      day_from,
      day_to,
      title,
      city_ids,
      lunch,
    ]),
    [
      [1, 1, 1, '台北／札幌', [sapporo], 'none'],
      [2, 2, 2, '小樽', [sapporo], 'none'],
      [3, 3, 3, '札幌／台北', [sapporo], 'none'],
    ],
  )
  assert.deepEqual(
    data.prices.map(({ adult, infant, currency }: Record<string, unknown>) => [adult, infant, currency]),
    [[39900, 34900, 'TWD']],
  )
  assert.match(headers.etag ?? '', /^"\d+"$/)
})

test('a draft without days or prices cannot be published, and the refusal lists every fault', async () => {
  const { data } = await department.post('/packages', { package_code: 'GAP', name: '缺天', days: 5 })
  const segments = [
    { day_from: 1, title: 'a' },
    { day_from: 3, day_to: 6, title: 'b' },
  ]
  assert.equal((await department.put(`/packages/${data.id}/segments`, { segments })).status, 200)
  const refused = await department.post(`/packages/${data.id}/publish`)
  assert.deepEqual(
    [refused.status, refused.body.errors],
    [
      422,
      {
        segments: ['Day 2 has no segment.', 'It lasts 5 days, yet a segment reaches day 6.'],
        prices: ['There is no price that holds on any day from today on.'],
      },
    ],
  )
  assert.equal((await department.get(`/packages/${data.id}`)).data.status, 'draft')
  const past = { valid_from: '2020-01-01', valid_to: '2020-01-31', adult: 1 }
  assert.equal((await department.post(`/packages/${data.id}/prices`, past)).status, 201)
  assert.deepEqual(Object.keys((await department.post(`/packages/${data.id}/publish`)).body.errors), [
    'segments',
    'prices',
  ])
  assert.equal((await department.delete(`/packages/${data.id}`)).status, 200)
})

test('a published package must stay complete', async () => {
  const gap = await admin.put(`${at}/segments`, { segments: days(sapporo).slice(1) })
  assert.deepEqual([gap.status, gap.body.errors.segments], [422, ['Day 1 has no segment.']])
  assert.deepEqual((await admin.put(at, { days: 4 })).body.errors.segments, ['Day 4 has no segment.'])
  const [price] = (await admin.get(`${at}/prices`)).data
  assert.equal((await admin.delete(`${at}/prices/${price.id}`)).status, 422)
  assert.equal((await admin.post(`${at}/publish`)).body.code, 'step_not_possible')
  assert.equal((await admin.get(`${at}/segments`)).data.length, 3)
})

const readyDraft = async (package_code: string, countries: number[], city: number) => {
  const made = await department.post('/packages', {
    package_code,
    name: package_code,
    days: 1,
    countries: countries.map((country_id) => ({ country_id })),
    segments: [{ day_from: 1, title: '一日', city_ids: [city] }],
  })
  await department.post(`/packages/${made.data.id}/prices`, { adult: 2000, infant: 0 })
  return `/packages/${made.data.id}`
}

test('a package cannot be published while the record of the agency is incomplete, and the refusal names the missing fields', async () => {
  const draft = await readyDraft('LAW', [japan], sapporo)
  await admin.put('/house/record', { registration_number: null, performance_insurance: null })
  const publish = (language: string) => department.post(`${draft}/publish`, {}, { 'accept-language': language })
  const refused = await publish('en')
  assert.equal(refused.status, 422)
  assert.deepEqual(refused.body.errors, {
    house: [
      'Missing or expired in the record of the agency: registration number, performance insurance. An administrator completes it on the page “The agency”, then publish again.',
    ],
  })
  assert.deepEqual((await publish('zh-TW')).body.errors, {
    house: ['公司資料尚未填寫或已到期：註冊編號、履約保證保險。請管理員到「管理」的「公司資料」補齊後再發布。'],
  })
  assert.equal((await admin.put(at, { notes: '改字' })).status, 200, 'a published one can still be changed')
  await completeAgency(as)
  assert.equal((await department.post(`${draft}/publish`)).status, 200)
  await admin.delete(draft)
})

test('an agency of class B cannot publish a trip abroad, and cannot move a published one abroad', async () => {
  const { data: taiwan } = await admin.post('/countries', { continent_id: asia, iso_alpha2: 'TW', name: '台灣' })
  const { data: hualien } = await admin.post('/cities', {
    country_id: taiwan.id,
    name: '測試花蓮',
    name_en: 'Test Hualien',
    timezone: 'Asia/Taipei',
  })
  const [abroad, home] = [
    await readyDraft('OUT', [japan, korea], osaka),
    await readyDraft('DOM', [taiwan.id], hualien.id),
  ]
  await admin.put('/house/record', { kind: 'class_b' })
  const refused = await department.post(`${abroad}/publish`)
  assert.deepEqual(
    [refused.status, refused.body.errors],
    [
      422,
      {
        countries: [
          'A travel agency of class B sells trips within Taiwan only, and this one goes to Japan, 南韓. Remove the countries and cities abroad, or let an administrator correct the kind of the agency.',
        ],
      },
    ],
  )
  assert.equal((await department.post(`${home}/publish`)).status, 200)
  const moved = await department.put(home, { countries: [{ country_id: japan }] })
  assert.deepEqual(Object.keys(moved.body.errors), ['countries'])
  await completeAgency(as)
  assert.equal((await department.post(`${abroad}/publish`)).status, 200)
  for (const made of [abroad, home]) await admin.delete(made)
})

test('one resolver decides the price of a day and names its source', async () => {
  const winter = await admin.post('/seasons', {
    code: 'SNOW',
    name: '雪季',
    starts_on: '2091-12-01',
    ends_on: '2092-02-28',
  })
  await admin.put(`/seasons/${winter.data.id}/countries`, {
    countries: [{ country_id: japan, starts_on: '2091-11-20', ends_on: '2092-03-10' }],
  })
  const season = await admin.post(`${at}/prices`, { season_id: winter.data.id, adult: 45900, infant: 0 })
  const dated = await admin.post(`${at}/prices`, {
    valid_from: '2091-12-28',
    valid_to: '2092-01-03',
    adult: '59900',
    infant: '0',
  })
  const on = async (day: string) => {
    const { source, price_id, adult } = (await sales.get(`${at}/price?departure_date=${day}`)).data
    return [source, price_id, adult]
  }
  const [plain] = (await admin.get(at)).data.prices.filter((each: { adult: number }) => each.adult === 39900)
  assert.deepEqual(await on('2091-06-01'), ['default', plain.id, 39900])
  assert.deepEqual(await on('2091-11-25'), ['season', season.data.id, 45900])
  assert.deepEqual(await on('2091-12-28'), ['dated', dated.data.id, 59900])
  assert.deepEqual(await on('2092-01-04'), ['season', season.data.id, 45900])

  const overlap = await admin.post(`${at}/prices`, {
    valid_from: '2092-01-03',
    valid_to: '2092-01-09',
    adult: 1,
    infant: 0,
  })
  assert.deepEqual(overlap.body.errors, { valid_from: ['The days overlap with those of another price.'] })
  assert.equal((await admin.post(`${at}/prices`, { adult: 1, infant: 0 })).body.code, 'duplicate')
  assert.equal(
    (await admin.post(`${at}/prices`, { season_id: winter.data.id, adult: 1, infant: 0 })).body.code,
    'duplicate',
  )
  const both = await admin.post(`${at}/prices`, {
    season_id: winter.data.id,
    valid_from: '2095-01-01',
    valid_to: '2095-01-02',
    adult: 1,
    infant: 0,
  })
  assert.deepEqual(Object.keys(both.body.errors), ['season_id'])
  assert.equal((await sales.get(`${at}/price`)).status, 422)
})

test('without a price the answer says so', async () => {
  const { data } = await admin.post('/packages', { package_code: 'FREE', name: '無價', days: 1 })
  const price = await sales.get(`/packages/${data.id}/price?departure_date=2091-01-01`)
  assert.deepEqual([price.status, price.data.source, price.data.adult], [200, null, null])
})

test('a clone is a draft with all fields but the code', async () => {
  const { status, data, headers } = await department.post(`${at}/clone`, {
    package_code: 'HKD2',
    name: '北海道三日（秋）',
  })
  assert.deepEqual(
    [status, data.status, data.name, data.name_en],
    [201, 'draft', '北海道三日（秋）', 'Hokkaido, three days'],
  )
  assert.equal(headers.location, `/api/packages/${data.id}`)
  assert.deepEqual([data.segments.length, data.segments[1].city_ids, data.prices.length], [3, [sapporo], 3])
  assert.deepEqual(
    [data.cancellation_policy, data.payment_policy],
    [[{ days_before: 30, fee_percent: 20 }], { deposit: 10000, balance_days_before: 30 }],
  )
  await department.put(`/packages/${data.id}/segments`, {
    segments: [{ day_from: 1, title: '大阪', city_ids: [osaka] }],
  })
  assert.equal((await sales.get(`${at}/segments`)).data.length, 3)
  assert.equal((await department.post(`${at}/clone`, { package_code: 'HKD2' })).body.code, 'duplicate')
})

test('the list and the option list', async () => {
  const codes = async (query: string) =>
    (await sales.get(`/packages?${query}`)).data.map(({ package_code }: { package_code: string }) => package_code)
  assert.deepEqual(await codes('status=published'), ['HKD'])
  assert.deepEqual(await codes(`country_id=${japan}&sort=-package_code`), ['HKD2', 'HKD'])
  assert.deepEqual(await codes(`country_id=${korea}`), [])
  assert.deepEqual(await codes('q=hokkaido,'), ['HKD', 'HKD2'])
  assert.deepEqual((await sales.get('/packages/list/options')).data, [
    { value: package_id, label: '北海道三日', package_code: 'HKD', days: 3, label_en: 'Hokkaido, three days' },
  ])
})

test('invalid packages and wrong roles are refused', async () => {
  for (const stranger of [as('customer'), as('leader')]) assert.equal((await stranger.get('/packages')).status, 403)
  assert.equal((await sales.post('/packages', hokkaido)).status, 403)
  assert.equal((await admin.post('/packages', hokkaido)).body.code, 'duplicate')
  const wrong = await admin.post('/packages', { ...hokkaido, package_code: 'X', min_pax: 21 })
  assert.deepEqual(wrong.body.errors, { max_pax: ['Must not be less than the minimum.'] })
  const twice = await admin.put(at, {
    deadline_template: [
      { key: 'visa', days_before: 1 },
      { key: 'visa', days_before: 2 },
    ],
  })
  assert.deepEqual(Object.keys(twice.body.errors), ['deadline_template'])
  assert.equal((await admin.put(at, { status: 'archived' })).status, 422)
  assert.equal((await admin.put(at, { notes: 'x' }, { 'if-match': '"99"' })).status, 412)
  assert.equal((await admin.get('/packages/999/segments')).status, 404)
  assert.equal((await admin.post(`${at}/archive`)).data.status, 'archived')
  assert.equal((await admin.post(`${at}/publish`)).data.status, 'published')
})

test('one call changes the length of a published package; nights follow until they are set, and countries keep their order', async () => {
  const made = await admin.post('/packages', {
    package_code: 'LEN',
    name: '三日',
    days: 3,
    segments: [{ day_from: 1, day_to: 3, title: '全程' }],
  })
  const own = `/packages/${made.data.id}`
  assert.deepEqual([made.data.nights, made.data.segments.length], [2, 1])
  await admin.post(`${own}/prices`, { adult: 100, infant: 10 })
  assert.equal((await admin.post(`${own}/publish`)).status, 200)
  const alone = await admin.put(own, { days: 4 })
  assert.deepEqual([alone.status, Object.keys(alone.body.errors)], [422, ['segments']])
  const both = await admin.put(own, {
    days: 4,
    segments: [
      { day_from: 1, day_to: 3, title: '全程' },
      { day_from: 4, title: '返程' },
    ],
  })
  assert.deepEqual([both.status, both.data.days, both.data.nights, both.data.segments.length], [200, 4, 3, 2])
  assert.equal((await admin.put(own, { nights: 2 })).data.nights, 2)
  const shorter = await admin.put(own, { days: 3, segments: [{ day_from: 1, day_to: 3, title: '全程' }] })
  assert.equal(shorter.data.nights, 2)

  const countries = [{ country_id: korea }, { country_id: japan }]
  const { data } = await admin.put(`${own}/countries`, { countries })
  assert.deepEqual(
    data.map(({ country_id, sequence }: Record<string, unknown>) => [country_id, sequence]),
    [
      [korea, 0],
      [japan, 1],
    ],
  )
  assert.deepEqual(
    (await admin.get(own)).data.countries.map(({ country_id }: { country_id: number }) => country_id),
    [korea, japan],
  )
})

test('publishing needs a price for infants, and a published package must keep it', async () => {
  const segments = [{ day_from: 1, title: 'a' }]
  const { data } = await department.post('/packages', { package_code: 'BABY', name: '一日', days: 1, segments })
  const own = `/packages/${data.id}`
  const price = (await department.post(`${own}/prices`, { adult: 1000, child_no_bed: 900 })).data
  const lacking = ['Each price needs one for infants: enter it, or 0 if they travel free.']
  const refused = await department.post(`${own}/publish`)
  assert.deepEqual([refused.status, refused.body.errors], [422, { prices: lacking }])
  assert.equal((await department.put(`${own}/prices/${price.id}`, { infant: 0 })).status, 200)
  assert.equal((await department.post(`${own}/publish`)).status, 200)
  const emptied = await department.put(`${own}/prices/${price.id}`, { infant: null })
  assert.deepEqual([emptied.status, emptied.body.errors], [422, { infant: lacking }])
  const later = { valid_from: '2095-01-01', valid_to: '2095-02-01', adult: 1200 }
  assert.deepEqual((await department.post(`${own}/prices`, later)).body.errors, { infant: lacking })
})
