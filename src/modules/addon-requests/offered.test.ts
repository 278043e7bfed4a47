import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortDay } from 'guidon-design/formats'
import { sql } from 'kysely'
import { conversation, fixtures } from '../../../test/fixtures/addon-requests.ts'
import { house } from '../../../test/house.ts'
import { seedGeography } from '../geography/seed.ts'

const home = await house()
const there = await fixtures(home)
const { admin, sales, customer, op } = conversation(home, there)
const { db } = home

await home.database.transaction({}, seedGeography)
// The trip of the fixtures goes from 28 January to 1 February, which are five days.
const countryOf = async (iso_alpha2: string) =>
  (await db.selectFrom('countries').select('id').where('iso_alpha2', '=', iso_alpha2).executeTakeFirstOrThrow()).id
const [japan, thailand] = [await countryOf('JP'), await countryOf('TH')]
await db.insertInto('trip_countries').values({ planned_trip_id: there.trip_id, country_id: thailand }).execute()

let made = 0
const type = async (more: object) => {
  made += 1
  const { status, data, body } = await admin.post('/addon-requests/types', {
    ...{ category_id: there.op, name: `測試${made}`, name_en: `Test ${made}`, type_code: `OFFERED_${made}` },
    ...{ pricing_type: 'fixed_price', base_cost: 300, ...more },
  })
  assert.equal(status, 201, JSON.stringify(body))
  return data
}
const ask = (type_id: number, more: object = {}, who = customer, language = 'en') =>
  who.post('/addon-requests', { type_id, traveler_id: there.own.traveler_id, ...more }, { 'accept-language': language })

test('a type says for which trips it is offered: everywhere and all year until an administrator says otherwise', async () => {
  const plain = await type({})
  const { country_ids, first_month, last_month, min_days, most_per_person } = plain
  assert.deepEqual([country_ids, first_month, last_month, min_days, most_per_person], [[], null, null, null, 9])
  const changed = await admin.patch(`/addon-requests/types/${plain.id}`, { country_ids: [thailand, japan] })
  assert.deepEqual(
    [changed.data.country_ids, changed.data.version],
    [[japan, thailand].toSorted((a, b) => a - b), plain.version + 1],
  )
  const other = await admin.patch(`/addon-requests/types/${plain.id}`, { min_days: 3 })
  assert.deepEqual([other.data.country_ids.length, other.data.min_days], [2, 3], 'what is not sent stays')
  const emptied = await admin.patch(`/addon-requests/types/${plain.id}`, { country_ids: [] })
  assert.deepEqual(emptied.data.country_ids, [])
  const wrong = await admin.patch(`/addon-requests/types/${plain.id}`, { country_ids: [999999], most_per_person: 0 })
  assert.deepEqual([wrong.status, Object.keys(wrong.body.errors)], [422, ['most_per_person']])
  const nowhere = await admin.patch(`/addon-requests/types/${plain.id}`, { country_ids: [999999] })
  assert.deepEqual([nowhere.status, nowhere.body.errors], [422, { country_ids: ['One of them does not exist.'] }])
})

const trips: [what: string, fields: object, isOffered: boolean][] = [
  ['in its country', { country_ids: [thailand] }, true],
  ['in one of its countries', { country_ids: [japan, thailand] }, true],
  ['elsewhere', { country_ids: [japan] }, false],
  ['in its months', { first_month: 1, last_month: 3 }, true],
  ['in another month', { first_month: 2, last_month: 11 }, false],
  ['in a season over the end of the year', { first_month: 12, last_month: 3 }, true],
  ['before a season over the end of the year', { first_month: 12, last_month: 12 }, false],
  ['from a month on', { first_month: 2 }, false],
  ['until a month', { last_month: 1 }, true],
  ['long enough', { min_days: 5 }, true],
  ['too short', { min_days: 6 }, false],
]
for (const [what, more, isOffered] of trips)
  test(`a customer ${isOffered ? 'gets' : 'does not get'} what is sold for trips: ${what}`, async () => {
    const { id, name, name_en } = await type(more)
    const asked = await ask(id)
    assert.equal(asked.status, isOffered ? 201 : 422, JSON.stringify(asked.body))
    if (isOffered) return
    assert.deepEqual(asked.body.errors, {
      type_id: [
        `“${name_en}” is not offered for this trip, because of where it goes, its month or its days: choose another one, or contact us.`,
      ],
    })
    assert.deepEqual((await ask(id, {}, customer, 'zh-TW')).body.errors.type_id, [
      `這一團不提供「${name}」：目的地、出發月份或天數不合；請選擇其他項目，或與我們聯絡。`,
    ])
    assert.equal((await ask(id, {}, sales)).status, 201, 'staff order anything')
  })

test('a customer gets at most so many for each traveler; the refusal names the limit and the telephone', async () => {
  await sql`update house set phone = '02-2345-6789'`.execute(db)
  const { id } = await type({ name: '上網卡', name_en: 'Data card', most_per_person: 3 })
  const many = await ask(id, { quantity: 4 })
  assert.deepEqual(
    [many.status, many.body.errors],
    [422, { quantity: ['At most 3 of “Data card” for each traveler; for more, call 02-2345-6789.'] }],
  )
  const first = await ask(id, { quantity: 2 })
  assert.equal(first.status, 201)
  assert.deepEqual((await ask(id, { quantity: 2, again: true }, customer, 'zh-TW')).body.errors, {
    quantity: ['每位旅客最多 3 份「上網卡」，已申請 2 份；需要更多，請來電 02-2345-6789。'],
  })
  const at = `/addon-requests/${first.data.id}`
  assert.deepEqual((await customer.put(at, { quantity: 4 })).body.errors, many.body.errors, 'also of one that stands')
  assert.equal((await customer.put(at, { quantity: 3 })).status, 200)
  assert.equal((await ask(id, { quantity: 50 }, sales)).status, 201, 'staff order as many as they want')
})

test('a second equal request is asked about, and taken when it is meant', async () => {
  const { id } = await type({ name: '雪具', name_en: 'Ski gear' })
  const first = (await ask(id, { quantity: 2 })).data
  const asked = await ask(id)
  const today = (await sql<{ day: string }>`select today()::text as day`.execute(db)).rows[0]?.day ?? ''
  const number = first.request_number
  const question = `You asked for 2 of “Ski gear” for this traveler on ${shortDay(today, 'en')} (${number}); tick “Ask again” if you want another one.`
  assert.deepEqual(
    [asked.status, asked.body.code, asked.body.detail, asked.body.errors],
    [409, 'duplicate', question, { again: [question] }],
  )
  assert.deepEqual((await ask(id, {}, customer, 'zh-TW')).body.errors.again, [
    `這位旅客在${shortDay(today, 'zh-TW')}已申請「雪具」2 份（${number}）；要再申請一次，請勾選「再申請一次」。`,
  ])
  assert.equal((await ask(id, { again: false })).status, 409)
  assert.equal((await ask(id, {}, sales)).status, 201, 'staff are not asked')
  const meant = await ask(id, { again: true })
  assert.deepEqual([meant.status, 'again' in meant.data], [201, false])
  const both = await Promise.all([1, 2, 3].map(async () => ask((await type({ name_en: 'Once' })).id)))
  assert.deepEqual(
    both.map(({ status }) => status),
    [201, 201, 201],
  )
})

test('of equal requests that are sent at once, one is taken', async () => {
  const { id } = await type({})
  const statuses = (await Promise.all(Array.from({ length: 4 }, () => ask(id)))).map(({ status }) => status)
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [201, 409, 409, 409],
  )
})

test('what was cancelled, or delivered more than 30 days ago, is not asked about', async () => {
  const { id } = await type({})
  const first = (await ask(id)).data
  assert.equal((await ask(id)).status, 409)
  assert.equal((await customer.post(`/addon-requests/${first.id}/cancel`, { reason: '不用了' })).status, 200)
  const second = await ask(id)
  assert.equal(second.status, 201)
  await sql`update bookings set status = 'confirmed' where id = ${there.own.booking_id}`.execute(db)
  const done = await op.post(`/addon-requests/${second.data.id}/communications/department-final`, {})
  assert.ok(done.status < 300, JSON.stringify(done.body))
  assert.equal((await ask(id)).status, 409, 'it was delivered today')
  await sql`update addon_requests set completed_at = now() - interval '31 days' where id = ${second.data.id}`.execute(
    db,
  )
  assert.equal((await ask(id)).status, 201)
})
