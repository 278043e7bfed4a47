import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { form, pdf, png } from '../../../test/fixtures/samples.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, ids } = home
const admin = as('admin')
const insurance = {
  insurer: '富邦產物保險',
  insurer_en: 'Fubon Insurance',
  policy_number: '0525-23AML-0001',
  sum: 60_000_000,
  starts_on: '2026-01-01',
  ends_on: daysFromToday(365),
}

test('the data of the agency that the law requires to be public needs no sign-in', async () => {
  assert.deepEqual((await as().get('/house')).data, {
    name: null,
    name_en: null,
    kind: null,
    registration_number: null,
    guarantee_number: null,
    representative: null,
    address: null,
    address_en: null,
    phone: null,
    emergency_phone: null,
    email: null,
    website: null,
    complaint_contact: null,
    complaint_phone: null,
    complaint_email: null,
    terms: null,
    terms_en: null,
    locales: ['zh-TW', 'en'],
    logo_url: null,
    timezone: 'Asia/Taipei',
    currency: 'TWD',
    uses_line: false,
    is_demo: false,
    is_new: true,
    sends_mail: false,
  })
})

test('an administrator fills in the record, and staff see what is still missing', async () => {
  const body = {
    name: '旗手旅行社股份有限公司',
    kind: 'class_a',
    registration_number: '交觀甲 5678',
    representative: '王大明',
    address: '台北市中山區民權東路二段 46 號 5 樓',
    phone: '+886 2 2500 1234',
    emergency_phone: '+886 912 345 678',
    liability_insurance: insurance,
    bank: { name: '玉山銀行', code: '808', account_name: '旗手旅行社', account_number: '0015-940-123456' },
  }
  assert.equal((await as('sales').put('/house/record', body)).status, 403)
  const changed = await admin.put('/house/record', body, { 'if-match': '"1"' })
  assert.deepEqual([changed.status, changed.data.version], [200, 2])
  assert.deepEqual(changed.data.missing, ['complaint_contact', 'complaint_phone', 'performance_insurance'])
  assert.deepEqual(changed.data.liability_insurance, insurance)
  assert.equal((await admin.put('/house/record', body, { 'if-match': '"1"' })).status, 412)

  const seen = await as('sales').get('/house/record')
  assert.deepEqual([seen.data.bank.account_number, seen.headers.etag], ['0015-940-123456', '"2"'])
  for (const who of [as(), as('customer'), as('leader')]) {
    const refused = await who.get('/house/record')
    assert.ok([401, 403].includes(refused.status))
    const open = JSON.stringify((await who.get('/house')).data)
    for (const secret of ['0015-940-123456', '0525-23AML-0001']) assert.ok(!open.includes(secret))
  }
  const wrong = await admin.put('/house/record', { kind: 'class_z', tax_id: '123', locales: ['ja'] })
  assert.deepEqual(Object.keys(wrong.body.errors).sort(), ['kind', 'locales.0', 'tax_id'])
})

test('a tax ID with a wrong digit and an insurance that ends before it starts are refused at their fields', async () => {
  const insured = { ...insurance, starts_on: '2026-01-01', ends_on: '2020-12-31' }
  const wrong = await admin.put('/house/record', { tax_id: '12345678' })
  assert.equal(wrong.status, 422)
  assert.deepEqual(wrong.body.errors, {
    tax_id: ['The check digit does not fit, so a digit is probably wrong: compare it with the company registration.'],
  })
  const ended = await admin.put('/house/record', { performance_insurance: insured })
  assert.equal(ended.status, 422)
  assert.deepEqual(ended.body.errors, {
    'performance_insurance.ends_on': ['The insurance ends before it starts: change one of the two days.'],
  })
  for (const tax_id of ['12345675', '04595257', '12345671'])
    assert.equal((await admin.put('/house/record', { tax_id })).status, 200, tax_id)
})

test('an insurance that has ended is missing, and is in the morning of administrators 30 days before', async () => {
  const missingWith = async (ends_on: string) => {
    const performance_insurance = { ...insurance, starts_on: '2020-01-01', ends_on }
    return (await admin.put('/house/record', { performance_insurance })).data.missing.includes('performance_insurance')
  }
  const isInMorning = async () =>
    (await admin.get('/work?for=admin')).data
      .flatMap(({ key, items }: { key: string; items: { record: { name: string } }[] }) =>
        key === 'insurances_ending' ? items : [],
      )
      .some(({ record }: { record: { name: string } }) => record.name === '履約保證保險')
  assert.deepEqual([await missingWith(daysFromToday(-1)), await isInMorning()], [true, true])
  assert.deepEqual([await missingWith(daysFromToday(29)), await isInMorning()], [false, true])
  assert.deepEqual([await missingWith(daysFromToday(30)), await isInMorning()], [false, false])
})

test('the logo is a picture that needs no sign-in', async () => {
  assert.equal((await as().get('/house/logo')).status, 404)
  const refused = await admin.upload('/house/logo', form(pdf, 'logo.pdf'))
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['file']])
  assert.equal((await as('op').upload('/house/logo', form(png, 'logo.png'))).status, 403)
  const kept = await admin.upload('/house/logo', form(png, 'logo.png'))
  assert.deepEqual([kept.status, kept.data.logo_url], [201, '/api/house/logo'])
  assert.deepEqual((await as().get('/api/house/logo')).bytes, png)
  assert.equal((await admin.upload('/house/logo', form(png, 'other.png'))).status, 201)
  assert.equal((await admin.delete('/house/logo')).status, 200)
  assert.equal((await as().get('/house/logo')).status, 404)
  assert.equal((await admin.delete('/house/logo')).status, 404)
})

test('accounts, trips and bookings have a branch, and their lists can be filtered by it', async () => {
  const branch = done(await admin.post('/branches', { code: 'TAICHUNG', name: '台中分公司' })).id
  const other = done(await admin.post('/branches', { code: 'TAINAN', name: '台南分公司' })).id
  assert.equal((await as('sales').post('/branches', { code: 'X', name: 'x' })).status, 403)
  assert.equal((await as('customer').get('/branches')).status, 403)

  const { trip, book } = await bookingFixtures(home)
  const { id: planned } = await trip(20)
  done(await as('op').put(`/planned-trips/${planned}`, { branch_id: branch }))
  const inherited = await book(planned, ['甲'])
  const moved = await book(planned, ['乙'])
  done(await as('sales').put(`/bookings/${moved.id}`, { branch_id: other }))
  done(await admin.put(`/users/${ids.sales}`, { branch_id: branch }))

  const listed = async (path: string) => (await admin.get(path)).data.map(({ id }: { id: number }) => id)
  assert.deepEqual(await listed(`/users?branch_id=${branch}`), [ids.sales])
  assert.deepEqual(await listed(`/planned-trips?branch_id=${branch}`), [planned])
  assert.deepEqual(await listed(`/bookings?branch_id=${branch}`), [inherited.id])
  assert.deepEqual(await listed(`/bookings?branch_id=${other}`), [moved.id])
  const names = async (path: string) => (await admin.get(path)).data.map(({ name }: { name: string }) => name)
  assert.deepEqual(await names(`/travelers?branch_id=${branch}`), ['甲'])
  assert.deepEqual(await listed(`/addon-requests?branch_id=${branch}`), [])
  const [jia] = (await admin.get(`/travelers?branch_id=${branch}`)).data
  const { id: request } = done(
    await admin.post('/traveler-requests', { traveler_id: jia.id, kind: 'seat', detail: '靠窗' }),
  )
  assert.deepEqual(await listed(`/traveler-requests?branch_id=${branch}`), [request])
  assert.deepEqual(await listed(`/traveler-requests?branch_id=${other}`), [])
  assert.deepEqual(await listed(`/traveler-documents?branch_id=${branch}`), [])
  assert.equal((await admin.delete(`/branches/${branch}`)).body.code, 'in_use')

  // A held booking owes nothing, so it is confirmed first.
  done(await as('sales').post(`/bookings/${inherited.id}/confirm`))
  const received_at = '2026-01-05T10:00+08:00'
  const paid = { kind: 'payment', amount: 70000, method: 'cash', received_at, confirmed_amount: 70000 }
  done(await admin.post(`/bookings/${moved.id}/payments`, paid))
  const of = async (path: string, id: number) => (await admin.get(`/money/${path}branch_id=${id}`)).data
  const sizes = async (path: string) => [(await of(path, branch)).length, (await of(path, other)).length]
  assert.deepEqual(await sizes('payments?'), [0, 1])
  assert.deepEqual(await sizes('refunds-due?'), [0, 1])
  assert.deepEqual(await sizes('payments/by-day?from=2026-01-01&to=2026-01-31&'), [0, 1])
  assert.deepEqual(await sizes('receivables?'), [1, 0])
  assert.deepEqual([(await of('trips?', branch)).trips, (await of('trips?', other)).trips], [1, 0])
})
