import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fixtures } from '../../../test/fixtures/leader-calendar.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db, ids, plant } = home
const { leader, trip, assign, own, create, japan, korea, hokkaido, north } = await fixtures(home)
const [office, self, sales] = [as('op'), as('leader'), as('sales')]
const without = (body: { request_id: string }) => ({ ...body, request_id: '' })

const personal = {
  birth_date: '1985-03-04',
  national_id: 'A123456789',
  address: '台北市信義區市府路一號',
  passport_number: '312345678',
}
const mei = {
  leader_number: 'L-007',
  name: '陳美玲',
  name_en: 'CHEN MEI-LING',
  gender: 'female',
  nationality: 'TW',
  passport_country: 'TW',
  ...personal,
  mobile: '+886 912 345 678',
  mobile_overseas: null,
  email: 'mei@leaders.example',
  line_id: 'mei007',
  emergency_contact: { name: '陳大同', relation: '父', phone: '02 2345 6789' },
  employment_type: 'contract',
  joined_on: '2015-06-01',
  left_on: null,
  grade: 'expert',
  languages: [
    { code: 'ja', level: 'native' },
    { code: 'en', level: 'fluent' },
  ],
  licenses: [{ type: '領隊人員執業證', number: 'X1', issued_on: '2020-01-01', expires_on: '2030-01-01' }],
  passport_expires_on: '2031-05-06',
  daily_fee: 2500,
  currency: 'TWD',
  min_rest_days: 2,
  status: 'active',
  notes: null,
}

test('a leader is created and shown, with personal data masked', async () => {
  const made = await office.post('/tour-leaders', mei)
  assert.equal(made.status, 201)
  const { id, created_at, updated_at, ...shown } = made.data
  assert.deepEqual(shown, {
    ...mei,
    birth_date: '•••',
    national_id: '•••789',
    address: '•••',
    passport_number: '•••678',
    user_id: null,
    version: 1,
  })
  for (const value of Object.values(personal)) plant(value, () => true)
  assert.deepEqual((await sales.get(`/tour-leaders/${id}`)).data, made.data)
  assert.deepEqual((await sales.get('/tour-leaders?q=L-007')).data, [made.data])
  const { rows } = await sql<{ dump: string }>`
    select l::text || (select json_agg(a)::text from audit a where table_name = 'tour_leaders') as dump from tour_leaders l where id = ${id}`.execute(
    db,
  )
  for (const value of Object.values(personal)) assert.ok(!rows[0]?.dump.includes(value), value)
  const again = await office.post('/tour-leaders', { name: '另一位', leader_number: 'L-007' })
  assert.deepEqual(
    [again.status, again.body.code, Object.keys(again.body.errors)],
    [409, 'duplicate', ['leader_number']],
  )
})

test('only a name is required; the number is generated, and lists are complete', async () => {
  const made = await office.post('/tour-leaders', {
    name: '新人',
    licenses: [{ type: '導遊' }],
    emergency_contact: { name: '媽媽', phone: '0912345678' },
  })
  assert.deepEqual(made.data.licenses, [{ type: '導遊', number: null, issued_on: null, expires_on: null }])
  assert.deepEqual(made.data.emergency_contact, { name: '媽媽', relation: null, phone: '0912345678' })
  assert.deepEqual([made.data.min_rest_days, made.data.languages, made.data.status], [1, [], 'active'])
  assert.match(made.data.leader_number, /^TL\d{5}$/)
  const changed = await office.put(`/tour-leaders/${made.data.id}`, {
    languages: [{ code: 'ko', level: 'basic' }],
    emergency_contact: null,
  })
  assert.deepEqual(
    [changed.data.languages, changed.data.emergency_contact, changed.data.version],
    [[{ code: 'ko', level: 'basic' }], null, 2],
  )
  const stale = await office.put(`/tour-leaders/${made.data.id}`, { name: '新人二' }, { 'if-match': '"1"' })
  assert.deepEqual([stale.status, stale.body.code], [412, 'stale'])
})

test('invalid fields are refused by name', async () => {
  const wrong: [body: object, fields: string[]][] = [
    [{}, ['name']],
    [
      { name: 'x', birth_date: '2027-02-30', languages: [{ code: 'JA', level: 'good' }] },
      ['birth_date', 'languages.0.code', 'languages.0.level'],
    ],
    [
      { name: 'x', licenses: [{ type: 'x', expires_on: 'soon', extra: 1 }] },
      ['licenses.0.expires_on', 'licenses.0.extra'],
    ],
    [{ name: 'x', joined_on: '2020-01-02', left_on: '2020-01-01' }, ['left_on']],
    [{ name: 'x', min_rest_days: 31, person_key: 'x', version: 3 }, ['min_rest_days', 'person_key', 'version']],
    [{ name: 'x', user_id: ids.sales }, ['user_id']],
    [{ name: 'x', user_id: 999999 }, ['user_id']],
  ]
  for (const [body, fields] of wrong) {
    const refused = await office.post('/tour-leaders', body)
    assert.deepEqual(
      [refused.status, Object.keys(refused.body.errors ?? {}).sort()],
      [422, fields],
      JSON.stringify(body),
    )
  }
})

test('personal data is revealed by one call, which is logged and stored nowhere', async () => {
  const other = { ...personal, national_id: 'B223456781', passport_number: '300111222' }
  const id = await leader('王小明', other)
  const asked = { fields: ['national_id', 'passport_number'], reason: '為團體開票' }
  const told = await office.post(`/tour-leaders/${id}/reveal`, asked, { 'idempotency-key': 'once-1' })
  assert.deepEqual([told.status, told.data], [200, { national_id: 'B223456781', passport_number: '300111222' }])
  const reads = await db
    .selectFrom('personal_data_reads')
    .select(['actor_id', 'table_name', 'record_id', 'fields', 'reason'])
    .execute()
  assert.deepEqual(reads, [{ actor_id: ids.op, table_name: 'tour_leaders', record_id: id, ...asked }])
  const { rows } = await sql<{
    n: number
  }>`select count(*)::integer as n from idempotency_keys where key = 'once-1'`.execute(db)
  assert.equal(rows[0]?.n, 0)
  assert.deepEqual((await office.post(`/tour-leaders/${id}/reveal`, { fields: ['name'], reason: 'x' })).status, 422)
  assert.deepEqual(
    Object.keys((await office.post(`/tour-leaders/${id}/reveal`, { fields: ['address'] })).body.errors),
    ['reason'],
  )
  assert.equal((await sales.post(`/tour-leaders/${id}/reveal`, asked)).status, 403)
  const changed = await office.put(`/tour-leaders/${id}`, { passport_number: null, national_id: 'C198765432' })
  assert.deepEqual(
    [changed.data.passport_number, changed.data.national_id, changed.data.birth_date],
    [null, '•••432', '•••'],
  )
})

test('a former leader can be erased, and the trips stay', async () => {
  const id = await leader('林離職', {
    ...personal,
    national_id: 'D100000001',
    passport_number: '399888777',
    mobile: '0911222333',
    email: 'gone@leaders.example',
  })
  await assign(await trip('2026-01-01', '2026-01-05'), id)
  const early = await as('admin').post(`/tour-leaders/${id}/erase`)
  assert.deepEqual([early.status, early.body.code], [409, 'step_not_possible'])
  assert.equal((await office.post(`/tour-leaders/${id}/erase`)).status, 403)
  await office.put(`/tour-leaders/${id}`, { status: 'inactive' })
  assert.equal((await as('admin').post(`/tour-leaders/${id}/erase`, undefined, { 'if-match': '"999"' })).status, 412)
  const erased = (await as('admin').post(`/tour-leaders/${id}/erase`)).data
  assert.deepEqual(
    [erased.name, erased.birth_date, erased.national_id, erased.mobile, erased.email, erased.licenses],
    ['林離職', null, null, null, null, []],
  )
  const { body: history } = await as('admin').get(`/audit?table_name=tour_leaders&record_id=${id}`)
  assert.ok(history.data.length > 0)
  assert.doesNotMatch(JSON.stringify(history), /0911222333|gone@leaders/)
  const told = await office.post(`/tour-leaders/${id}/reveal`, { fields: ['birth_date'], reason: 'x' })
  assert.deepEqual([told.status, told.body.code], [409, 'step_not_possible'])
  const kept = await office.delete(`/tour-leaders/${id}`)
  assert.equal(kept.body.code, 'in_use')
  assert.ok(kept.body.uses.planned_trips === 1 && kept.body.uses.leader_calendar === 1)
  const fresh = await leader('錯建')
  assert.equal((await office.delete(`/tour-leaders/${fresh}`)).status, 200)
})

test('a leader sees only their own record', async () => {
  const [mine, other] = [await own(), await leader('怡君')]
  assert.deepEqual(
    (await self.get('/tour-leaders')).data.map(({ id }: { id: number }) => id),
    [mine],
  )
  assert.equal((await self.get(`/tour-leaders/${mine}`)).data.user_id, ids.leader)
  const asked = { fields: ['birth_date'], reason: '自己看' }
  const missing = 999_999
  for (const [path, body] of [
    ['', undefined],
    ['/reveal', asked],
    ['/files', undefined],
    ['/files/1', undefined],
    ['/files/1/link', undefined],
  ] as const) {
    const answer = (id: number) =>
      body ? self.post(`/tour-leaders/${id}${path}`, body) : self.get(`/tour-leaders/${id}${path}`)
    const [theirs, none] = [await answer(other), await answer(missing)]
    assert.deepEqual([theirs.status, without(theirs.body)], [404, without(none.body)], path)
  }
  assert.deepEqual((await self.post(`/tour-leaders/${mine}/reveal`, asked)).data, { birth_date: null })
  for (const write of [
    self.post('/tour-leaders', { name: 'x' }),
    self.put(`/tour-leaders/${mine}`, { name: 'x' }),
    self.delete(`/tour-leaders/${mine}`),
    self.get('/tour-leaders/list/options'),
    sales.put(`/tour-leaders/${mine}`, { name: 'x' }),
    as('customer').get(`/tour-leaders/${mine}`),
  ])
    assert.equal((await write).status, 403)
  const moved = await office.put(`/tour-leaders/${other}`, { user_id: ids.leader })
  assert.deepEqual([moved.status, Object.keys(moved.body.errors)], [422, ['user_id']], 'an account shows one profile')
  assert.equal((await office.put(`/tour-leaders/${mine}`, { user_id: null })).data.user_id, null)
  assert.deepEqual((await self.get('/tour-leaders')).data, [])
  assert.equal((await office.put(`/tour-leaders/${other}`, { user_id: ids.leader })).data.user_id, ids.leader)
})

test("the option list shows the free leaders, and each leader's priority in a country", async () => {
  const [busy, free, known] = [await leader('選項甲'), await leader('選項乙'), await leader('選項丙')]
  await assign(await trip('2027-03-10', '2027-03-14'), busy)
  await create('/leader-country-priorities', {
    tour_leader_id: known,
    country_id: japan,
    priority: 2,
    proficiency: 'expert',
  })
  await create('/leader-regional-priorities', { tour_leader_id: known, area_id: north, priority: 1 })
  await create('/leader-regional-priorities', {
    tour_leader_id: free,
    region_id: hokkaido,
    priority: 1,
    proficiency: 'learning',
  })
  const options = async (query: string) => {
    const { data } = await sales.get(`/tour-leaders/list/options?q=${encodeURIComponent('選項')}${query}`)
    return data.map((o: Record<string, unknown>) => [o.value, o.is_free, o.priority, o.proficiency])
  }
  assert.deepEqual(await options(''), [
    [known, null, null, null],
    [free, null, null, null],
    [busy, null, null, null],
  ])
  assert.deepEqual(await options(`&from=2027-03-15&to=2027-03-16&country_id=${japan}`), [
    [known, true, 2, 'expert'],
    [free, true, 1, 'learning'],
    [busy, false, null, null],
  ])
  assert.deepEqual((await options(`&from=2027-03-16&to=2027-03-18&country_id=${korea}`))[0], [
    known,
    true,
    1,
    'qualified',
  ])
  assert.deepEqual(await options(`&from=2027-03-09`).then((all) => all.find(([value]: unknown[]) => value === busy)), [
    busy,
    false,
    null,
    null,
  ])
  assert.equal((await sales.get('/tour-leaders/list/options?from=2027-03-02&to=2027-03-01')).status, 422)
  const { data } = await sales.get(`/tour-leaders/list/options?q=nobody&include=${busy}`)
  assert.deepEqual(
    data.map(({ label }: { label: string }) => label),
    ['選項甲'],
  )
})

test('an automatic number skips numbers that staff have entered', async () => {
  const numberOf = async (body: object) =>
    (await office.post('/tour-leaders', { name: '編號', ...body })).data.leader_number as string
  const after = (number: string) => `TL${String(Number(number.slice(2)) + 1).padStart(5, '0')}`
  const first = await numberOf({})
  const taken = await numberOf({ leader_number: after(first) })
  assert.equal(await numberOf({}), after(taken))
})
