import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { hokkaido } from '../../../test/fixtures/packages.ts'
import { house } from '../../../test/house.ts'
import { unmarked } from '../../../test/page-text.ts'
import { soughtWords } from '../bookings/sought-trips.ts'

const home = await house()
const { app, as, db } = home
const { trip } = await bookingFixtures(home)
const admin = as('admin')

let japan: { id: number; serial: string }
let korea: { id: number; serial: string }

before(async () => {
  japan = await trip(6, { departure_date: '2099-03-10' })
  const { id: country_id } = (await admin.get('/countries?iso_alpha2=KR')).data[0]
  const { id: city } = (await admin.get('/cities?q=SEL')).data[0]
  const made = { ...hokkaido, package_code: 'KRSEL', name: '首爾賞楓三日', name_en: 'Seoul in colours' }
  const { id } = done(await admin.post('/packages', { ...made, countries: [{ country_id, nights: 2 }] }))
  const segments = [1, 2, 3].map((day_from) => ({ day_from, title: '首爾，臺式早餐', city_ids: [city] }))
  done(await admin.put(`/packages/${id}/segments`, { segments }))
  done(await admin.post(`/packages/${id}/prices`, { adult: 29900, infant: 0, deposit: 5000 }))
  done(await admin.post(`/packages/${id}/publish`))
  korea = await trip(6, { package_id: id, departure_date: '2099-12-05' })
  const { id: airline_id } = await db
    .insertInto('airlines')
    .values({ iata_code: 'CI', icao_code: 'CAL', name: '中華航空', name_en: 'China Airlines' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into planned_trip_flights (planned_trip_id, sequence, direction, airline_id, flight_number, origin, destination,
      departs_at, departs_timezone, arrives_at, arrives_timezone, status)
    values (${korea.id}, 1, 'outbound', ${airline_id}, 'CI160', 'TPE', 'ICN', '2099-12-05T08:00:00Z', 'Asia/Taipei',
      '2099-12-05T10:30:00Z', 'Asia/Seoul', 'confirmed')`.execute(db)
  done(await admin.put('/site', { is_on: true }))
})

const textIn = (html: string) =>
  unmarked(html)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const open = async (q: string, path = '/') =>
  (await app.inject({ url: `${path}?q=${encodeURIComponent(q)}`, headers: { accept: 'text/html' } })).body
/** The serials that the catalogue finds, and those that the API finds. */
const found = async (q: string) => {
  const body = await open(q)
  const board = body.slice(body.indexOf('id="board"'))
  const onSite = body.includes('id="board"')
    ? [japan, korea].filter(({ serial }) => board.includes(`/trips/${serial}`))
    : []
  const { data } = await as().get(`/public/trips?q=${encodeURIComponent(q)}`)
  return [onSite.map(({ serial }) => serial), data.map(({ serial }: { serial: string }) => serial)]
}

const findsKorea = [
  ...[
    '首爾 賞楓',
    '賞楓 首爾',
    '韓國',
    '大韓民國',
    '南韓',
    'korea',
    '韓國 12月',
    '十二月',
    '12月首爾',
    'December',
    'dec seoul',
  ],
  ...[
    '2099-12',
    '2099年12月',
    'KRSEL',
    'krsel',
    'ＫＲＳＥＬ',
    'CI',
    'ci160',
    '華航',
    'china airlines',
    '台式',
    '臺式',
    '首爾　韓國',
  ],
]
for (const q of findsKorea)
  test(`"${q}" finds the trip to Seoul in December alone, on the site and over the API`, async () => {
    assert.deepEqual(await found(q), [[korea.serial], [korea.serial]])
  })

test('the serial finds its trip, and words that both have find both in order of departure', async () => {
  assert.deepEqual(await found(japan.serial.toLowerCase()), [[japan.serial], [japan.serial]])
  assert.deepEqual(await found('三日'), [
    [japan.serial, korea.serial],
    [japan.serial, korea.serial],
  ])
  for (const q of ['北海道 12月', '2月', '二月', '火星', '!!']) assert.deepEqual(await found(q), [[], []], q)
})

test('an empty result says which word was left out, and shows the nearest trips', async () => {
  const zh = await open('韓國 火星')
  assert.match(textIn(zh), /沒有行程提到「火星」。不看這個詞，最接近「韓國」的行程： .*首爾賞楓三日/)
  assert.doesNotMatch(textIn(zh.slice(zh.indexOf('class="empty"'))), /北海道三日/)
  const en = textIn(await open('korea mars', '/en/'))
  assert.match(en, /No trip mentions “mars”\. Without it, these match “korea”: .*Seoul in colours/)
  assert.match(
    textIn(await open('北海道 12月')),
    /沒有行程同時符合所有的詞。略去「12月」，最接近「北海道」的行程： .*北海道三日/,
  )
  assert.match(textIn(await open('火星')), /沒有符合的行程。/)
  assert.match(
    (await app.inject({ url: `/embed/departures?q=${encodeURIComponent('韓國 火星')}` })).body,
    /沒有行程提到「火星」/,
  )
})

test('months are read in both languages, and nothing else is taken for one', () => {
  const monthOf = (typed: string) => soughtWords(typed).map(({ month }) => month)
  for (const typed of ['12月', '１２月', '十二月', '12月份', 'dec', 'December'])
    assert.deepEqual(monthOf(typed), [12], typed)
  for (const typed of ['9月', '09月', '九月', 'Sept', 'september']) assert.deepEqual(monthOf(typed), [9], typed)
  for (const typed of ['13月', '112月', '月', 'decent', '2099']) assert.ok(!monthOf(typed).includes(12), typed)
})
