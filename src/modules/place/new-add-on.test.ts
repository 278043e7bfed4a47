import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortDay } from 'guidon-design/formats'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { placeOf } from '../../../test/fixtures/place.ts'
import { house } from '../../../test/house.ts'
import { unmarked } from '../../../test/page-text.ts'
import { makeLink } from '../links/links.ts'

const home = await house()
const { app, as, database, db } = home
const { trip, book } = await bookingFixtures(home)
await sql`update house set phone = '02-2345-6789'`.execute(db)
const country = async (iso_alpha2: string) =>
  (await db.selectFrom('countries').select('id').where('iso_alpha2', '=', iso_alpha2).executeTakeFirstOrThrow()).id

const category = done(
  await as('admin').post('/addon-requests/categories', { name: '通訊', name_en: 'Connected', department: 'op' }),
)
const type = async (type_code: string, more: object) =>
  done(
    await as('admin').post('/addon-requests/types', {
      ...{ category_id: category.id, name: type_code, type_code, pricing_type: 'fixed_price', base_cost: 300, ...more },
    }),
  )
const sim = await type('SIM', {
  ...{ name: '日本 SIM 卡', name_en: 'Japan SIM', most_per_person: 5 },
  ...{ description: '每天 2 GB，機場領取。', description_en: '2 GB a day, handed out at the airport.' },
})
const car = await type('CAR', {
  name: '包車',
  name_en: 'Private car',
  pricing_type: 'quotation_required',
  base_cost: null,
})
const visa = await type('VISA', { name: '法國簽證', name_en: 'Visa for France', country_ids: [await country('FR')] })
// The trips of this file leave in March and last five days.
const ski = await type('SKI', { name: '雪具', name_en: 'Ski gear', first_month: 12, last_month: 2 })
const cruise = await type('CRUISE', { name: '遊輪', name_en: 'Cruise', min_days: 90 })

const { id: trip_id } = await trip(40)
const opened = async (locale: 'zh-TW' | 'en') => {
  const booking = await book(trip_id, ['王小美', '王大明'], { locale })
  const { token } = await database.transaction({}, (tx) => makeLink(tx, 'booking', booking.id))
  const place = await placeOf(app, `/l/booking/${token}`)
  const given = (type_id: number, more: object = {}) => ({
    form: 'extra',
    ...{ type_id: `${type_id}`, traveler_id: `${booking.travelers[0].id}`, quantity: '2', ...more },
  })
  const requests = async () => (await as('op').get(`/addon-requests?booking_id=${booking.id}`)).data
  return { booking, place, given, requests }
}
/** What is read of a page, without its tags. */
const textOf = (page: string) =>
  unmarked(page)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
const hiddenIn = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name, value]) => [name, value]),
  )

test('the place lists the add-ons of its trip with text and price, and nothing that does not fit it', async () => {
  const { place } = await opened('en')
  const list = (await place.open('/add-ons')).body
  const text = textOf(list)
  for (const part of [
    'Connected 2',
    'Japan SIM NT$300',
    '2 GB a day, handed out at the airport.',
    'Private car Price on request',
  ])
    assert.ok(text.includes(part), `${part} in ${text}`)
  for (const { name_en } of [visa, ski, cruise]) assert.ok(!text.includes(name_en), name_en)
  assert.ok(list.includes(`href="${place.at}/add-ons?type=${sim.id}"`))
  const page = textOf((await place.open(`/add-ons?type=${sim.id}`)).body)
  for (const part of ['Japan SIM', '2 GB a day', 'At most 5 for each traveler; for more, call 02-2345-6789.'])
    assert.ok(page.includes(part), part)
  assert.ok(textOf((await place.open(`/add-ons?type=${visa.id}`)).body).includes('Japan SIM'), 'the list')
  const refused = await place.send('/add-ons', (await opened('en')).given(visa.id))
  assert.equal(refused.statusCode, 422)
})

test('before an add-on is sent, its text and quantity × price = total are shown', async () => {
  for (const [locale, parts] of [
    ['zh-TW', ['請確認後送出', '日本 SIM 卡', '每天 2 GB，機場領取。', '王小美', '2 × NT$300 = NT$600', '到機場領']],
    ['en', ['Please check, then send', 'Japan SIM', '2 GB a day', '王小美', '2 × NT$300 = NT$600', '到機場領']],
  ] as const) {
    const { place, given, requests } = await opened(locale)
    const step = await place.send(`/add-ons?type=${sim.id}`, given(sim.id, { message: '到機場領' }))
    assert.equal(step.statusCode, 200)
    for (const part of parts) assert.ok(textOf(step.body).includes(part), part)
    assert.ok(!step.body.includes('type="checkbox"'), 'nothing is asked the first time')
    assert.deepEqual(await requests(), [], 'nothing is sent yet')
    const sent = await place.send(`/add-ons?type=${sim.id}`, hiddenIn(step.body))
    assert.deepEqual([sent.statusCode, sent.headers.location], [303, '?done=extra#done'])
    const [request] = await requests()
    assert.deepEqual([request.quantity, request.estimated_cost], [2, 600])
  }
})

test('the way back from the check keeps what was typed', async () => {
  const { booking, place, given, requests } = await opened('zh-TW')
  const [, second] = booking.travelers
  const typed = { traveler_id: `${second.id}`, quantity: '3', message: '到機場領，謝謝' }
  const step = await place.send(`/add-ons?type=${sim.id}`, given(sim.id, typed))
  const form = await place.send(`/add-ons?type=${sim.id}`, { ...hiddenIn(step.body), change: 'true' })
  assert.equal(form.statusCode, 200)
  assert.match(form.body, /<input[^>]* name="quantity"[^>]* value="3"/)
  assert.ok(form.body.includes(`<option value="${second.id}" selected>王大明</option>`))
  assert.ok(form.body.includes('>到機場領，謝謝</textarea>'))
  assert.deepEqual(await requests(), [], 'nothing is sent')
})

test('what needs a quotation says so in place of a total', async () => {
  for (const [locale, words] of [
    ['zh-TW', '2 × 另行報價'],
    ['en', '2 × price on request'],
  ] as const) {
    const { place, given, requests } = await opened(locale)
    const step = await place.send('/add-ons', given(car.id))
    assert.ok(textOf(step.body).includes(words), words)
    assert.equal((await place.send('/add-ons', hiddenIn(step.body))).statusCode, 303)
    assert.equal((await requests()).length, 1)
  }
})

test('a price that changed meanwhile is shown again before anything is sent', async () => {
  const { place, given, requests } = await opened('en')
  const step = await place.send('/add-ons', given(sim.id))
  done(await as('admin').patch(`/addon-requests/types/${sim.id}`, { base_cost: 350 }))
  const again = await place.send('/add-ons', hiddenIn(step.body))
  done(await as('admin').patch(`/addon-requests/types/${sim.id}`, { base_cost: 300 }))
  assert.equal(again.statusCode, 200)
  assert.ok(textOf(again.body).includes('2 × NT$350 = NT$700'))
  assert.deepEqual(await requests(), [])
})

test('more than one person may have is refused at the quantity, with the telephone', async () => {
  for (const [locale, words] of [
    ['zh-TW', '每位旅客最多 5 份「日本 SIM 卡」；需要更多，請來電 02-2345-6789。'],
    ['en', 'At most 5 of “Japan SIM” for each traveler; for more, call 02-2345-6789.'],
  ] as const) {
    const { place, given } = await opened(locale)
    const refused = await place.send(`/add-ons?type=${sim.id}`, given(sim.id, { quantity: '6' }))
    assert.equal(refused.statusCode, 422)
    assert.ok(unmarked(refused.body).includes(`id="extra-quantity-fault">${words}<`))
    assert.ok(refused.body.includes('value="6"'))
  }
})

test('the second equal add-on is asked about in the step, and goes with a tick', async () => {
  const { rows } = await sql<{ day: string }>`select today()::text as day`.execute(db)
  const day = rows[0]?.day ?? ''
  for (const locale of ['zh-TW', 'en'] as const) {
    const { booking, place, given, requests } = await opened(locale)
    const step = async () => (await place.send(`/add-ons?type=${sim.id}`, given(sim.id))).body
    assert.equal((await place.send('/add-ons', hiddenIn(await step()))).statusCode, 303)
    const [{ request_number }] = await requests()
    const asks = await step()
    const question =
      locale === 'en'
        ? `You asked for 2 of “Japan SIM” for this traveler on ${shortDay(day, 'en')} (${request_number}); tick “Ask again” if you want another one.`
        : `這位旅客在${shortDay(day, 'zh-TW')}已申請「日本 SIM 卡」2 份（${request_number}）；要再申請一次，請勾選「再申請一次」。`
    assert.ok(textOf(asks).includes(question), textOf(asks))
    const refused = await place.send(`/add-ons?type=${sim.id}`, hiddenIn(asks))
    assert.equal(refused.statusCode, 409)
    assert.ok(refused.body.includes('role="alert"') && textOf(refused.body).includes(question))
    assert.equal((await requests()).length, 1)
    assert.equal((await place.send('/add-ons', { ...hiddenIn(refused.body), again: 'true' })).statusCode, 303)
    assert.equal((await requests()).length, 2)
    const other = { traveler_id: `${booking.travelers[1].id}` }
    const ofOther = (await place.send('/add-ons', given(sim.id, other))).body
    assert.ok(!ofOther.includes('type="checkbox"'), 'the other traveler has none')
  }
})
