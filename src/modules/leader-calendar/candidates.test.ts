import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtures } from '../../../test/fixtures/leader-calendar.ts'
import { house } from '../../../test/house.ts'
import { type Facts, ranked, type TripFacts } from './ranking.ts'

const home = await house()
const { as, db } = home
const { leader, trip, assign, create, north, japan, korea } = await fixtures(home)

const japanTrip: TripFacts = {
  id: 1,
  departure_date: '2027-05-10',
  area_id: 1,
  area: '東北亞',
  area_en: 'Northeast Asia',
  return_date: '2027-05-14',
  passport_until: '2027-05-14',
  countries: [{ id: 1, iso_alpha2: 'JP', name: '日本', name_en: 'Japan', needs_visa: false }],
}
const somebody: Facts = {
  tour_leader: { id: 1, leader_number: 'A', name: '甲', name_en: null },
  grade: 'junior',
  status: 'active',
  languages: [],
  licenses: [{ type: 'x', expires_on: null }],
  passport_expires_on: '2030-01-01',
  min_rest_days: 1,
  countries: [],
  area: null,
  earlier_trips: 0,
  days_led: 10,
  gap: null,
  conflicts: [],
}
const rule = (by: 'country' | 'region', priority: number, proficiency: 'learning' | 'expert') => ({
  countries: [{ country_id: 1, by, priority, proficiency, visa_valid_until: null }],
})
const codes = (facts: Partial<Facts>, over: TripFacts = japanTrip) =>
  ranked(over, [{ ...somebody, ...facts }])[0]?.reasons.map(({ code, points, blocks }) =>
    blocks ? `${code}!` : `${code} ${points}`,
  )

test('each reason has its score', () => {
  const always = ['passport_valid 0', 'license_valid 0', 'rested 3', 'balance 0', 'grade 0']
  assert.deepEqual(codes({}), ['no_priority 0', ...always])
  assert.deepEqual(codes(rule('country', 1, 'expert')), ['country_priority 66', ...always])
  assert.deepEqual(codes(rule('country', 9, 'learning')), ['country_priority 41', ...always])
  assert.deepEqual(codes(rule('region', 1, 'expert')), ['region_priority 36', ...always])
  assert.deepEqual(codes({ area: { priority: 2, proficiency: 'qualified' } }), ['region_priority 27', ...always])
  assert.deepEqual(
    codes({
      languages: [
        { code: 'ja', level: 'fluent' },
        { code: 'ko', level: 'native' },
      ],
    }),
    ['no_priority 0', 'language 9', ...always],
  )
  assert.deepEqual(codes({ passport_expires_on: null, licenses: [] })?.slice(1, 3), [
    'passport_unknown -10',
    'license_missing!',
  ])
  assert.deepEqual(codes({ passport_expires_on: '2027-05-13' })?.[1], 'passport_expires!')
  assert.deepEqual(codes({ licenses: [{ type: 'x', expires_on: '2027-05-13' }] })?.[2], 'license_expires!')
  const to = (...iso: string[]) => ({
    ...japanTrip,
    countries: iso.map((iso_alpha2, id) => ({ id, iso_alpha2, name: 'x', name_en: null, needs_visa: false })),
  })
  const chinese = { licenses: [{ type: '領隊人員執業證（華語）', expires_on: null }] }
  assert.deepEqual(
    [to('JP'), to('HK', 'MO', 'CN'), to('CN', 'MN'), to('TW'), to()].map((over) => codes(chinese, over)?.[2]),
    ['license_wrong_kind!', 'license_valid 0', 'license_wrong_kind!', 'rested 3', 'license_valid 0'],
  )
  const foreign = { licenses: [{ type: '領隊人員執業證（外語）', expires_on: null }] }
  assert.deepEqual(
    [to('JP'), to('CN')].map((over) => codes(foreign, over)?.[2]),
    ['license_valid 0', 'license_valid 0'],
  )
  assert.deepEqual(codes({ licenses: [] }, to())?.[2], 'license_unknown -8')
  assert.deepEqual(codes({ gap: 3, earlier_trips: 9, status: 'on_leave', grade: 'expert' })?.slice(3), [
    'on_leave!',
    'little_rest -12',
    'balance 0',
    'earlier_trips 10',
    'grade 5',
  ])
  const visa = { ...japanTrip, countries: japanTrip.countries.map((country) => ({ ...country, needs_visa: true })) }
  assert.deepEqual(codes({}, visa)?.[3], 'visa_missing -12')
})

test('leaders with fewer trips come first, unavailable ones last', () => {
  const of = (id: number, facts: Partial<Facts>) => ({
    ...somebody,
    ...facts,
    tour_leader: { ...somebody.tour_leader, id },
  })
  const order = ranked(japanTrip, [
    of(1, { ...rule('country', 1, 'expert'), passport_expires_on: '2027-01-01' }),
    of(2, { days_led: 30 }),
    of(3, { days_led: 0 }),
    of(4, rule('region', 1, 'expert')),
    of(5, rule('country', 9, 'learning')),
  ])
  assert.deepEqual(
    order.map(({ tour_leader }) => tour_leader.id),
    [5, 4, 3, 2, 1],
  )
})

test('the candidates of a trip, from the data in the database', async () => {
  await db
    .updateTable('countries')
    .set({ passport_min_validity_months: 6, passport_validity_basis: 'arrival', visa_policy: 'visa_free' })
    .execute()
  const papers = { passport_expires_on: '2030-01-01', licenses: [{ type: '領隊', expires_on: '2029-01-01' }] }
  const [first, region, busy, maybe] = [
    await leader('國家', { ...papers, languages: [{ code: 'ja', level: 'native' }], grade: 'senior' }),
    await leader('區域', papers),
    await leader('忙碌', papers),
    await leader('也許', papers),
  ]
  await leader('護照', { ...papers, passport_expires_on: '2027-11-09' })
  await create('/leader-country-priorities', {
    tour_leader_id: first,
    country_id: japan,
    priority: 1,
    proficiency: 'expert',
  })
  await create('/leader-regional-priorities', { tour_leader_id: region, area_id: north, priority: 1 })
  const to = async (countries: number[], from: string, until: string) => {
    const id = await trip(from, until, { area_id: north, name: '北海道五日' })
    for (const country_id of countries)
      await db.insertInto('trip_countries').values({ planned_trip_id: id, country_id }).execute()
    return id
  }
  await assign(await to([japan], '2027-03-01', '2027-03-05'), region)
  const blocking = await to([korea], '2027-05-13', '2027-05-18')
  await assign(blocking, busy)
  const office = as('line_control')
  await office.post('/leader-unavailabilities', {
    tour_leader_id: maybe,
    type: 'training',
    starts_on: '2027-05-12',
    ends_on: '2027-05-12',
    firmness: 'tentative',
  })

  const wanted = await to([japan], '2027-05-10', '2027-05-14')
  const { status, data } = await as('sales').get(`/planned-trips/${wanted}/leader-candidates`)
  assert.equal(status, 200)
  type Shown = {
    tour_leader: { name: string }
    is_blocked: boolean
    reasons: { code: string; label: string; label_en: string }[]
  }
  const row = (name: string): Shown => data.find((one: Shown) => one.tour_leader.name === name)
  const reasons = (name: string) => row(name).reasons.map(({ code }) => code)
  assert.deepEqual(
    data.slice(0, 3).map((one: Shown) => one.tour_leader.name),
    ['國家', '區域', '也許'],
  )
  assert.deepEqual(
    data.map((one: Shown) => one.is_blocked),
    [false, false, false, true, true],
  )
  assert.deepEqual(reasons('國家').slice(0, 2), ['country_priority', 'language'])
  const [place, speaks] = row('國家').reasons
  assert.deepEqual(
    [place?.label, place?.label_en, speaks?.label, speaks?.label_en],
    ['日本第 1 優先，專精', 'Japan: priority 1, expert', '會說日文', 'Speaks Japanese'],
  )
  assert.ok(reasons('區域').includes('earlier_trips'))
  assert.deepEqual(reasons('忙碌').includes('conflict'), true)
  assert.deepEqual(
    row('護照').reasons.find(({ code }) => code === 'passport_expires')?.label_en,
    'Passport ends on 9 Nov 2027, needed until 10 Nov 2027',
  )
  assert.ok(reasons('也許').includes('perhaps_unavailable'))

  const asked = await assign(wanted, busy)
  assert.deepEqual([asked.status, asked.body.conflicts[0].subject.id], [409, blocking], 'the engine says the same')
  assert.equal((await as('sales').get('/planned-trips/999999/leader-candidates')).status, 404)
  assert.equal((await as('leader').get(`/planned-trips/${wanted}/leader-candidates`)).status, 403)
})
