import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainDay } from 'guidon-design/formats'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, ids } = home
const [op, ticketing] = [as('op'), as('ticketing')]
const { trip } = await bookingFixtures(home)
const day = daysFromToday(10)
const onDay = { zh: plainDay(day, 'zh-TW'), en: plainDay(day, 'en') }

const flight = (departs: string, arrives: string, more: object = {}) => ({
  ...{ direction: 'outbound', flight_number: 'BR198', origin: 'TPE', destination: 'NRT' },
  ...{ departs_at: `${day}T${departs}:00+08:00`, departs_timezone: 'Asia/Taipei' },
  ...{ arrives_at: `${day}T${arrives}:00+09:00`, arrives_timezone: 'Asia/Tokyo', ...more },
})
const meeting = (time: string) => ({ at: `${day}T${time}:00+08:00`, place: '桃園機場第二航廈 3 樓' })
/** A trip with an assembly at 06:00 and a flight at 08:30. */
const planned = async () => {
  const { id } = await trip(9, { departure_date: day, op_user_id: ids.op, assembly: meeting('06:00') })
  const made = done(await ticketing.post(`/planned-trips/${id}/flights`, flight('08:30', '12:45')))
  return { id, at: `/planned-trips/${id}`, flight: `/planned-trip-flights/${made.id}`, flight_id: made.id as number }
}
const late = (assembly: string, departs: string) => [
  `集合時間 ${onDay.zh} ${assembly} 不早於第一段航班 BR198 的起飛時間 ${onDay.zh} ${departs}`,
  `The assembly at ${onDay.en} ${assembly} is not before the departure of the first flight, BR198 at ${onDay.en} ${departs}`,
]
const reasonOf = async (at: string) => {
  const [zh, en] = await Promise.all(
    ['zh-TW', 'en'].map(async (locale) => {
      const { broke } = done(await op.get(`${at}/readiness`, { 'accept-language': locale }))
      return broke.find(({ kind }: { kind: string }) => kind === 'assembly_after_flight')
    }),
  )
  return zh && [zh.light, zh.says, en.says]
}

test('an assembly at or after the departure of the first flight is refused, and one shortly before it is warned of', async () => {
  const { at } = await planned()
  for (const time of ['08:30', '09:00']) {
    const [, en] = late(time, '08:30')
    const refused = await op.put(at, { assembly: meeting(time) })
    assert.deepEqual(
      [refused.status, refused.body.errors],
      [422, { 'assembly.at': [`${en}: set an earlier assembly.`] }],
    )
  }
  const close = await op.put(at, { assembly: meeting('07:01') })
  assert.deepEqual(close.body.meta.warnings, [
    `The assembly at ${onDay.en} 07:01 is 89 minutes before the departure of the first flight, BR198 at ${onDay.en} 08:30: at least 90 are usual.`,
  ])
  const zh = await op.put(at, { assembly: meeting('07:30') }, { 'accept-language': 'zh-TW' })
  assert.deepEqual(zh.body.meta.warnings, [
    `集合時間 ${onDay.zh} 07:30 距第一段航班 BR198 的起飛時間 ${onDay.zh} 08:30 只有 60 分鐘；通常至少 90 分鐘。`,
  ])
  assert.deepEqual((await op.put(at, { assembly: meeting('07:00') })).body.meta.warnings, [])
})

test('a flight that moves before the assembly is saved, and the trip says both times until the assembly fits', async () => {
  const { at, flight: own, id } = await planned()
  const moved = await ticketing.put(own, { departs_at: `${day}T05:30`, arrives_at: `${day}T09:45` })
  const [zh, en] = late('06:00', '05:30')
  assert.deepEqual([moved.status, moved.body.meta.warnings], [200, [`${en}.`]])
  assert.deepEqual(await reasonOf(at), ['red', zh, en])
  const groups = done(await op.get('/work'))
  const group = groups.find(({ key }: { key: string }) => key === 'assembly_after_flight')
  const item = group.items.find(({ record }: { record: { id: number } }) => record.id === id)
  assert.deepEqual([item.reasons[0].says, item.reasons[0].says_en], [zh, en])
  done(await op.put(at, { assembly: meeting('03:00') }))
  assert.equal(await reasonOf(at), undefined)
})

test('the call that moves flights takes the new assembly, keeps its place, and refuses one that does not fit', async () => {
  const { at, flight: own, flight_id } = await planned()
  const times = { departs_at: `${day}T05:30`, arrives_at: `${day}T09:45` }
  const refused = await ticketing.put(own, { ...times, assembly: { at: `${day}T05:30:00+08:00` } })
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['assembly.at']])
  assert.equal(done(await ticketing.get(own)).departs_local, `${day}T08:30`)
  done(await ticketing.put(own, { ...times, assembly: { at: `${day}T03:00:00+08:00` } }))
  const { assembly } = done(await op.get(at))
  assert.deepEqual(
    [Date.parse(assembly.at), assembly.place],
    [Date.parse(meeting('03:00').at), '桃園機場第二航廈 3 樓'],
  )
  const flights = [{ id: flight_id, departs_at: `${day}T04:30`, arrives_at: `${day}T08:45` }]
  const whole = await ticketing.put(`${at}/flights/bulk`, { flights, assembly: { at: `${day}T02:30:00+08:00` } })
  assert.deepEqual([whole.status, whole.body.meta.warnings], [200, []])
  const many = (more: object) =>
    ticketing.post('/planned-trips/bulk/flights', {
      ids: [Number(at.split('/').at(-1))],
      flights: [{ direction: 'outbound', day: 0, flight_number: 'BR198', departs: '02:15', arrives: '06:30' }],
      ...more,
    })
  const [line] = done(await many({ dry_run: true }))
  const [, en] = late('02:30', '02:15')
  assert.deepEqual([line.status, line.warnings], ['would_change', [`${en}.`]])
  const [told] = done(await many({ assembly: { days_before: 1, time: '23:45' } }))
  assert.deepEqual([told.status, told.warnings], ['changed', []])
})

test('new dates that leave the flights behind name the assembly that no longer fits', async () => {
  const { at } = await planned()
  const { body } = await op.put(at, { departure_date: daysFromToday(12) })
  assert.ok(body.meta.broke.some(({ kind }: { kind: string }) => kind === 'assembly_after_flight'))
  assert.deepEqual(body.meta.warnings.length, 1)
})
