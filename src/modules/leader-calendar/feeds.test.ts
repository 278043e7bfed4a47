import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { daysFromToday } from '../../../test/days.ts'
import { fixtures } from '../../../test/fixtures/leader-calendar.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db, ids } = home
const { leader, trip, assign, north, own, create } = await fixtures(home)
const [office, self] = [as('line_control'), as('leader')]
const mine = await own()

// The file is parsed by another library than the one that writes it.
const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const [start, end] = [event.startDate, event.endDate]
    return {
      uid: event.uid,
      summary: event.summary,
      location: event.location,
      span: `${start.toString()} ${end.toString()}`,
      isDate: start.isDate && end.isDate,
      zone: start.zone?.tzid,
      status: component.getFirstPropertyValue('status'),
    }
  })
  return { name: calendar.getFirstPropertyValue('x-wr-calname'), events }
}
const addressOf = async (who: typeof office, path: string) => {
  const { status, data, headers } = await who.post(`${path}/feed`)
  assert.equal(status, 200)
  assert.equal(headers['cache-control'], 'no-store')
  return new URL(data.url).pathname
}

const led = await trip(daysFromToday(20), daysFromToday(24), { area_id: north, name: '北海道，五日；\n溫泉, 之旅' })
const briefed = await trip(daysFromToday(40), daysFromToday(44), {
  briefing_starts_at: `${daysFromToday(30)}T11:00:00Z`,
  briefing_ends_at: `${daysFromToday(30)}T13:00:00Z`,
})
await assign(led, mine)
await office.put(`/planned-trips/${briefed}/briefing-leader`, { tour_leader_id: mine })
const off = { tour_leader_id: mine, starts_on: daysFromToday(50), ends_on: daysFromToday(51) }
const { data: leave } = await office.post('/leader-unavailabilities', {
  ...off,
  type: 'annual_leave',
  reason: '機密',
  firmness: 'tentative',
})

test("a calendar program reads a leader's feed: whole days, hours, stable ids", async () => {
  const address = await addressOf(self, `/tour-leaders/${mine}`)
  const feed = await as().get(address, { accept: 'text/calendar' })
  assert.deepEqual([feed.status, feed.headers['content-type']], [200, 'text/calendar; charset=utf-8'])
  const { name, events } = read(feed.body)
  assert.equal(name, '陳志明 領隊行程')
  const { serial } = await db
    .selectFrom('planned_trips')
    .select('serial')
    .where('id', '=', led)
    .executeTakeFirstOrThrow()
  assert.deepEqual(events, [
    {
      uid: `trip-planned_trip-${led}@guidon`,
      summary: `${serial} 北海道，五日；\n溫泉, 之旅`,
      location: '東北亞',
      span: `${daysFromToday(20)} ${daysFromToday(25)}`,
      isDate: true,
      zone: 'floating',
      status: 'CONFIRMED',
    },
    {
      uid: `briefing-planned_trip-${briefed}@guidon`,
      summary: events[1]?.summary,
      location: null,
      span: `${daysFromToday(30)}T11:00:00Z ${daysFromToday(30)}T13:00:00Z`,
      isDate: false,
      zone: 'UTC',
      status: 'CONFIRMED',
    },
    {
      uid: `unavailability-leader_unavailability-${leave.id}@guidon`,
      summary: '特休',
      location: null,
      span: `${daysFromToday(50)} ${daysFromToday(52)}`,
      isDate: true,
      zone: 'floating',
      status: 'TENTATIVE',
    },
  ])
  assert.match(events[1]?.summary ?? '', /^說明會 /)
  assert.ok(!feed.body.includes('機密'), 'why somebody is off is nobody’s business')
  for (const line of feed.body.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  assert.equal(
    (await as().get(address, { accept: 'text/calendar', 'if-none-match': feed.headers.etag ?? '' })).status,
    304,
  )
})

test("the feed's URL uses PUBLIC_URL, or else the host of the request", async () => {
  const { data } = await self.post(`/tour-leaders/${mine}/feed`)
  assert.match(data.url, /^http:\/\/localhost(:80)?\/api\/leader-feeds\/[\w-]{43}\.ics$/)
  const known = await home.another({ publicUrl: 'https://guidon.example' })
  const told = (await known.as('leader').post(`/tour-leaders/${mine}/feed`)).data.url
  assert.match(told, /^https:\/\/guidon\.example\/api\/leader-feeds\/[\w-]{43}\.ics$/)
})

test('the URL can be replaced and revoked, and a wrong one answers 404', async () => {
  const first = await addressOf(office, `/tour-leaders/${mine}`)
  const second = await addressOf(office, `/tour-leaders/${mine}`)
  assert.equal((await as().get(first)).status, 404)
  assert.equal((await as().get(second, { accept: '*/*' })).status, 200)
  const { rows } = { rows: await db.selectFrom('leader_feeds').selectAll().execute() }
  assert.ok(!JSON.stringify(rows).includes(second.slice(18, 61)), 'only its hash is kept')
  await db.updateTable('tour_leaders').set({ status: 'inactive' }).where('id', '=', mine).execute()
  assert.equal((await as().get(second)).status, 404)
  await office.put(`/tour-leaders/${mine}`, { status: 'active' })
  assert.equal((await office.delete(`/tour-leaders/${mine}/feed`)).status, 200)
  assert.equal((await as().get(second)).status, 404)
  for (const wrong of ['x', `${'a'.repeat(43)}.ics`, `${'a'.repeat(43)}`])
    assert.equal((await as().get(`/leader-feeds/${wrong}`)).status, 404, wrong)
})

test('an area has a feed of its trips', async () => {
  const known = await leader('怡君')
  await create('/leader-regional-priorities', { tour_leader_id: known, area_id: north, priority: 1 })
  await office.post('/leader-unavailabilities', { ...off, tour_leader_id: known, type: 'sick' })
  const address = await addressOf(office, `/geographical-areas/${north}`)
  const { name, events } = read((await as().get(address, { accept: 'text/calendar' })).body)
  assert.equal(name, '東北亞 領隊行程')
  assert.deepEqual(
    events.map(({ summary }) => summary.replace(/ T\d+ .*/s, '')),
    ['陳志明', '怡君 病假'],
  )
  assert.equal((await office.post('/geographical-areas/999999/feed')).status, 404)
})

test('a leader creates a URL for itself only', async () => {
  const other = await leader('雅婷')
  assert.equal((await self.post(`/tour-leaders/${other}/feed`)).status, 404)
  assert.equal((await self.delete(`/tour-leaders/${other}/feed`)).status, 404)
  assert.equal((await self.post(`/geographical-areas/${north}/feed`)).status, 403)
  assert.equal((await as('sales').post(`/tour-leaders/${mine}/feed`)).status, 403)
})

test('the URL becomes invalid with the account of the leader, and with that of its creator', async () => {
  const suspend = (id: number, status: 'active' | 'suspended') =>
    db.updateTable('users').set({ status }).where('id', '=', id).execute()
  const byOffice = await addressOf(office, `/geographical-areas/${north}`)
  await suspend(ids.line_control, 'suspended')
  assert.equal((await as().get(byOffice)).status, 404)
  await suspend(ids.line_control, 'active')
  assert.equal((await as().get(byOffice)).status, 200)

  const ofLeader = await addressOf(office, `/tour-leaders/${mine}`)
  await suspend(ids.leader, 'suspended')
  assert.equal((await as().get(ofLeader)).status, 404)
  await suspend(ids.leader, 'active')
  assert.equal((await as().get(ofLeader)).status, 200)
})
