import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columns, done, office } from './office.ts'

const { as, ids, package_id, asia, japan, news, mail } = await office()
const [op, sales, lines, leader, stranger] = [as('op'), as('sales'), as('line_control'), as('leader'), as()]
const people = { op_user_id: ids.op, sales_user_id: ids.sales, ticketing_user_id: ids.ticketing }

test('season in bulk: the Fridays of a June are previewed, planned in one call, and on sale', async () => {
  const season = { code: 'SUMMER_2099', name: '2099 暑假', starts_on: '2099-06-01', ends_on: '2099-08-31' }
  done(await op.post('/seasons', { ...season, country_ids: [japan] }))
  const plan = {
    ...{ package_id, status: 'open', capacity: 8, ...people },
    pattern: { from: '2099-06-01', to: '2099-06-30', weekdays: [5], except: ['2099-06-19'] },
    assembly: { days_before: 0, time: '06:30', place: '桃園機場第二航廈' },
    briefing: { days_before: 7, starts: '19:00', ends: '20:30' },
  }
  const preview = done(await op.post('/planned-trips/bulk/create', { ...plan, dry_run: true }))
  assert.deepEqual(columns(preview, 'serial', 'departure_date', 'return_date', 'status', 'faults'), [
    ['HKD990605A', '2099-06-05', '2099-06-07', 'would_create', []],
    ['HKD990612A', '2099-06-12', '2099-06-14', 'would_create', []],
    ['HKD990626A', '2099-06-26', '2099-06-28', 'would_create', []],
  ])
  assert.deepEqual(done(await op.get('/planned-trips')), [], 'a preview plans nothing')

  assert.equal(done(await op.post('/planned-trips/bulk/create', plan)).length, 3)
  const [summer] = done(await sales.get('/seasons?q=2099'))
  const listed = done(await sales.get(`/planned-trips?season_id=${summer.id}&missing_leader=true`))
  assert.deepEqual(columns(listed, 'serial', 'guarantee_state', 'assembly', 'briefing_starts_at')[0], [
    ...['HKD990605A', 'pending'],
    { at: '2099-06-04T22:30:00Z', place: '桃園機場第二航廈', place_en: null, contact: null, contact_en: null },
    '2099-05-29T11:00:00+00:00',
  ])
  assert.deepEqual(listed[0].seats, { held: 0, confirmed: 0, waitlisted: 0, remaining: 8 })
  const offered = done(await stranger.get(`/public/trips?season_id=${summer.id}`))
  assert.deepEqual(columns(offered, 'serial', 'price_from', 'seats_state', 'is_guaranteed'), [
    ['HKD990605A', 39900, 'available', false],
    ['HKD990612A', 39900, 'available', false],
    ['HKD990626A', 39900, 'available', false],
  ])
  for (const person of ['sales', 'op', 'ticketing', 'line_control'] as const) assert.deepEqual(await news(person), [])

  const found = async (query: string) => columns(done(await sales.get(`/planned-trips?${query}`)), 'serial').flat()
  const all = ['HKD990605A', 'HKD990612A', 'HKD990626A']
  for (const query of [
    'weekday=5',
    'weekday=5,6',
    'guarantee_state=pending,almost',
    'seats_from=8',
    `continent_id=${asia}`,
  ])
    assert.deepEqual(await found(query), all, query)
  assert.deepEqual(await found('on_the_road_on=2099-06-14'), ['HKD990612A'])
  for (const query of [
    'weekday=6',
    'guarantee_state=guaranteed',
    'seats_from=9',
    'on_the_road_on=2099-06-15',
    `continent_id=${asia + 1}`,
  ])
    assert.deepEqual(await found(query), [], query)
})

test('leaders in June: days off are requested and approved, and the best free candidate leads each trip', async () => {
  const english = '領隊人員執業證（外語）'
  const engage = async (name: string, expires_on: string, more: object = {}) =>
    done(
      await lines.post('/tour-leaders', {
        ...{ name, licenses: [{ type: english, expires_on }], passport_expires_on: '2101-01-01', ...more },
      }),
    )
  const ming = await engage('陳志明', '2101-01-01', {
    user_id: ids.leader,
    languages: [{ code: 'ja', level: 'native' }],
  })
  await engage('林美華', '2101-01-01')
  await engage('黃建國', '2099-06-01')
  const japanese = { tour_leader_id: ming.id, country_id: japan, priority: 1, proficiency: 'expert' }
  done(await lines.post('/leader-country-priorities', japanese))

  const days = { type: 'annual_leave', starts_on: '2099-06-25', ends_on: '2099-06-27', reason: '家庭旅遊' }
  assert.equal(done(await leader.post('/leader-unavailabilities', days)).status, 'requested')
  assert.deepEqual(await news('line_control'), ['請假待核准'])
  const [waiting] = done(await lines.get('/leader-unavailabilities?status=requested'))
  assert.deepEqual([waiting.tour_leader.name, waiting.starts_on, waiting.conflicts], ['陳志明', '2099-06-25', []])
  done(await lines.post(`/leader-unavailabilities/${waiting.id}/approve`, {}))
  assert.deepEqual(await news('leader'), ['請假已核准'])

  const ranking: unknown[] = []
  for (const { id } of done(await lines.get('/planned-trips?missing_leader=true'))) {
    const candidates = done(await lines.get(`/planned-trips/${id}/leader-candidates`))
    ranking.push(candidates.map((one: Candidate) => `${one.tour_leader.name}${one.is_blocked ? '（不行）' : ''}`))
    const tour_leader_id = candidates[0].tour_leader.id
    assert.deepEqual(done(await lines.put(`/planned-trips/${id}/assigned-leader`, { tour_leader_id })).conflicts, [])
  }
  assert.deepEqual(ranking, [
    ['陳志明', '林美華', '黃建國（不行）'],
    ['陳志明', '林美華', '黃建國（不行）'],
    ['林美華', '陳志明（不行）', '黃建國（不行）'],
  ])
  assert.deepEqual(done(await lines.get('/planned-trips?missing_leader=true')), [])
  for (const person of ['op', 'sales'] as const)
    assert.deepEqual(await news(person), [
      'HKD990605A 領隊：陳志明',
      'HKD990612A 領隊：陳志明',
      'HKD990626A 領隊：林美華',
    ])
})

test('leaders in June: an absent leader is refused with the conflicts, and sees only their own trips', async () => {
  const [ming, , old] = done(await lines.get('/tour-leaders?sort=id'))
  const [, , last] = done(await lines.get('/planned-trips'))
  const lead = (tour_leader_id: number, more: object = {}) =>
    lines.put(`/planned-trips/${last.id}/assigned-leader`, { tour_leader_id, ...more })
  const away = await lead(ming.id)
  assert.deepEqual([away.status, away.body.code], [409, 'leader_conflict'])
  assert.deepEqual(columns(away.body.conflicts, 'title', 'starts_on', 'ends_on', 'clash'), [
    ['特休', '2099-06-25', '2099-06-27', 'overlap'],
  ])
  const expired = await lead(old.id, { override: true, reason: '沒有別人' })
  assert.deepEqual(
    [expired.status, expired.body.errors],
    [422, { tour_leader_id: ['Licence ends before the return: choose another leader.'] }],
    'no reason makes up for it',
  )

  assert.deepEqual(await news('leader'), ['您已被指派帶團', '您已被指派帶團'])
  const { text } = await mail('leader@example.com', '您已被指派帶團')
  assert.match(text, /HKD990605A 北海道三日 2099\/6\/5（五）– 6\/7（日）/)
  assert.deepEqual(columns(done(await leader.get('/planned-trips')), 'serial'), [['HKD990605A'], ['HKD990612A']])
  assert.equal((await leader.get(`/planned-trips/${last.id}`)).status, 404)
  const june = done(await lines.get('/tour-leaders/schedule/list?from=2099-06-01&to=2099-06-30'))
  assert.deepEqual(
    june.map((row: Schedule) => [
      row.tour_leader.name,
      row.days_led,
      row.conflicts,
      row.blocks.filter(({ kind }) => kind !== 'rest').map(({ title, starts_on }) => `${starts_on} ${title}`),
    ]),
    [
      ['林美華', 3, [], ['2099-06-26 HKD990626A 北海道三日']],
      ['陳志明', 6, [], ['2099-06-05 HKD990605A 北海道三日', '2099-06-12 HKD990612A 北海道三日', '2099-06-25 特休']],
      ['黃建國', 0, [], []],
    ],
  )
})

type Candidate = { tour_leader: { name: string }; is_blocked: boolean }
type Schedule = {
  tour_leader: { name: string }
  days_led: number
  conflicts: unknown[]
  blocks: { kind: string; title: string; starts_on: string }[]
}
