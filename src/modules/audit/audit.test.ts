import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { form, pdf } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'
import { adminTables, departmentTables, sellerTables, staffTables } from './tables.ts'

const { as, db, ids } = await house()
const season = { code: 'AUDIT', name: '稽核季', starts_on: '2027-03-01', ends_on: '2027-05-31' }

test('the database records who changed which fields, the values before and after, and the request id', async () => {
  const made = (await as('op').post('/seasons', season, { 'x-request-id': 'first-request' })).data
  await as('admin').put(`/seasons/${made.id}`, { name: '新名稱', level: 'peak' }, { 'x-request-id': 'second-request' })
  const { data } = await as('sales').get(`/audit?table_name=seasons&record_id=${made.id}`)
  assert.deepEqual(
    data.map(({ action, actor_id, actor_name, request_id }: Record<string, unknown>) => [
      action,
      actor_id,
      actor_name,
      request_id,
    ]),
    [
      ['changed', ids.admin, '管理員', 'second-request'],
      ['created', ids.op, 'OP 小黃', 'first-request'],
    ],
  )
  assert.deepEqual(data[0].changes, { name: ['稽核季', '新名稱'], level: ['shoulder', 'peak'] })
  assert.deepEqual(data[1].changes.code, [null, 'AUDIT'])
})

test('accounts are visible to administrators, and passwords to nobody', async () => {
  const made = (
    await as('admin').post('/users', {
      name: '新人',
      email: 'new@example.com',
      role: 'sales',
      password: 'a long enough one',
    })
  ).data
  const { data } = await as('admin').get(`/audit?table_name=users&record_id=${made.id}`)
  assert.deepEqual(data[0].changes.password_hash, ['•••', '•••'])
  assert.equal((await as('sales').get(`/audit?table_name=users&record_id=${made.id}`)).status, 403)
  const everything = await as('sales').get('/audit')
  assert.deepEqual(
    [everything.status, everything.body.message],
    [
      403,
      'Only administrators may read the history of everything. Say whose you want to read: the kind of record, and its number.',
    ],
  )
  assert.equal((await as('customer').get('/audit')).status, 403)
})

test('the audit of webhooks is visible to administrators only', async () => {
  const { data } = await as('admin').post('/webhooks', { name: '會計', url: 'https://erp.example/secret-path' })
  const history = `/audit?table_name=webhooks&record_id=${data.id}`
  assert.equal((await as('admin').get(history)).data.length, 1)
  for (const who of ['sales', 'ticketing', 'op'] as const) {
    const refused = await as(who, { 'accept-language': 'en' }).get(history)
    assert.equal(refused.status, 403)
    assert.equal(
      refused.body.message,
      'Your role may not read the history of records of this kind. Ask an administrator.',
    )
  }
})

test('staff who may not list the documents of a leader cannot read their history either', async () => {
  const op = as('op')
  const leader = (await op.post('/tour-leaders', { name: '王領隊', employment_type: 'freelance' })).data
  const kept = await op.upload(`/tour-leaders/${leader.id}/files`, form(pdf, '執業證.pdf', { kind: 'license' }))
  assert.equal(kept.status, 201, JSON.stringify(kept.body))
  const history = `/audit?table_name=leader_files&record_id=${kept.data.id}`
  const statuses = async (path: string) =>
    Object.fromEntries(
      await Promise.all(
        (['sales', 'manager', 'op', 'line_control', 'admin'] as const).map(async (who) => [
          who,
          (await as(who).get(path)).status,
        ]),
      ),
    )
  const expected = { sales: 403, manager: 403, op: 200, line_control: 200, admin: 200 }
  assert.deepEqual(await statuses(`/tour-leaders/${leader.id}/files`), expected)
  assert.deepEqual(await statuses(history), expected)
})

test('the history of each table is for all staff, for departments, for sales or for administrators', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct tgrelid::regclass::text as name from pg_trigger where tgname = 'audit' order by 1`.execute(db)
  const links = ['airline_cities', 'category_countries', 'geographical_area_cities', 'geographical_area_countries']
  const more = [
    'addon_type_countries',
    'incident_travelers',
    'leader_calendar',
    'package_countries',
    'package_seasons',
    'roll_call_people',
    'season_countries',
    'seminar_trips',
    'stay_room_travelers',
    'trip_countries',
  ]
  const kept = rows.map(({ name }) => name)
  // Changes of these tables are recorded under their parent record.
  const own = kept.filter((name) => ![...links, ...more].includes(name))
  assert.deepEqual([...staffTables, ...departmentTables, ...sellerTables, ...adminTables].sort(), own)
})

test('a change contains the names of its record and of the records it refers to, also in link tables', async () => {
  const branch = (await as('admin').post('/branches', { code: 'TXG', name: '台中分公司', name_en: 'Taichung branch' }))
    .data
  const made = (
    await as('admin').post('/users', {
      name: '新同仁',
      email: 'branch@example.com',
      role: 'sales',
      password: 'a long enough one',
    })
  ).data
  await as('admin').put(`/users/${made.id}`, { branch_id: branch.id })
  const [moved] = (await as('admin').get(`/audit?table_name=users&record_id=${made.id}`)).data
  assert.deepEqual(moved.record, { name: '新同仁', name_en: null })
  assert.deepEqual(moved.changes, { branch_id: [null, branch.id] })
  assert.deepEqual(moved.names, { branch_id: { [branch.id]: { name: '台中分公司', name_en: 'Taichung branch' } } })

  const continent = (await as('admin').post('/continents', { code: 'AS', name: '亞洲', name_en: 'Asia' })).data
  const japan = { continent_id: continent.id, iso_alpha2: 'JP', name: '日本', name_en: 'Japan' }
  const country = (await as('admin').post('/countries', japan)).data
  const season = { code: 'LINKED', name: '連線季', starts_on: '2027-06-01', ends_on: '2027-08-31' }
  const kept = (await as('op').post('/seasons', season)).data
  assert.equal((await as('op').put(`/seasons/${kept.id}`, { country_ids: [country.id] })).status, 200)
  const [linked] = (await as('op').get(`/audit?table_name=seasons&record_id=${kept.id}`)).data
  assert.deepEqual(linked.names.country_ids, { [country.id]: { name: '日本', name_en: 'Japan' } })
})
