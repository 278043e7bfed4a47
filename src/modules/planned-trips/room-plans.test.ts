import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtures } from '../../../test/fixtures/travelers.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as } = home
const { trip, book, enter, assign, own, sapporo, osaka: city } = await fixtures(home)
const op = as('op')
const hotelIn = async (city_id: number, name: string) => (await op.post('/hotels', { name, city_id })).data.id
type Named = { name: string }
type Room = { type: string; has_leader: boolean; hotel: Named | null; notes: string | null; travelers: Named[] }
const names = (rows: Named[]) => rows.map(({ name }) => name)
const shown = (rooms: Room[]) => rooms.map(({ type, has_leader, travelers }) => [type, has_leader, names(travelers)])

const id = await trip('2088-04-01', '2088-04-06', { serial: 'HKD880401A' })
const at = `/planned-trips/${id}`
const booking = await book(id)
const mother = await enter(booking, '媽媽')
const child = await enter(booking, '小孩', { bed: false })
const aunt = await enter(booking, '阿姨')
const stay = async (name: string, check_in: string, check_out: string, city_id = sapporo) =>
  (await op.post(`${at}/stays`, { hotel_id: await hotelIn(city_id, name), check_in, check_out })).data.id
const lake = await stay('湖畔飯店', '2088-04-01', '2088-04-03')
const harbour = await stay('港灣飯店', '2088-04-03', '2088-04-05', city)
const airport = await stay('機場飯店', '2088-04-05', '2088-04-06', city)
const leader = await own()
await assign(id, leader)

const put = (stay_id: number, rooms: object[]) => op.put(`${at}/stays/${stay_id}/rooms`, { rooms })
const plans = async () => (await op.get(`${at}/rooms`)).data
const planAt = async (stay_id: number) => (await plans()).find((plan: { id: number }) => plan.id === stay_id)

test('the leader has a room too, and takes one of its beds', async () => {
  const [proposed] = await plans()
  assert.deepEqual(shown(proposed.rooms), [['single', true, []]], 'a room of its own is proposed')
  assert.match(proposed.leader.name, /./)

  const saved = await put(lake, [
    { type: 'twin', traveler_ids: [mother.id, child.id, aunt.id] },
    { type: 'single', has_leader: true },
    { type: 'twin' },
  ])
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  assert.deepEqual(shown(saved.data.rooms), [
    ['twin', false, ['媽媽', '小孩', '阿姨']],
    ['single', true, []],
    ['twin', false, []],
  ])
  assert.deepEqual(
    saved.data.totals,
    [
      { type: 'single', held: 0, used: 1 },
      { type: 'twin', held: 0, used: 1 },
    ],
    'a room in which nobody sleeps is not counted',
  )
  const refused = async (rooms: object[]) => Object.keys((await put(lake, rooms)).body.errors ?? {})
  assert.deepEqual(await refused([{ type: 'single', has_leader: true, traveler_ids: [aunt.id] }]), [
    'rooms.0.traveler_ids',
  ])
  assert.deepEqual(
    await refused([
      { type: 'single', has_leader: true },
      { type: 'single', has_leader: true },
    ]),
    ['rooms.1.has_leader'],
  )
})

test('the rooming list has the same rooms, except the empty ones', async () => {
  const { data } = await op.get(`${at}/rooming-list`)
  assert.deepEqual(
    data.rooms.map((room: Room) => [room.hotel?.name, room.type, room.has_leader, names(room.travelers)]),
    [
      ['湖畔飯店', 'twin', false, ['媽媽', '小孩', '阿姨']],
      ['湖畔飯店', 'single', true, []],
      ['港灣飯店', 'single', true, []],
      ['機場飯店', 'single', true, []],
    ],
  )
  assert.deepEqual(names(data.without_room), ['媽媽', '小孩', '阿姨'], 'nobody is arranged in the other two hotels')
  const csv = await op.get(`${at}/rooming-list?format=csv`, { 'accept-language': 'zh-TW' })
  const [head, ...rows] = csv.bytes.toString().trim().split('\r\n')
  assert.match(head ?? '', /^飯店,入住,退房,晚數,房號,房型,序號,姓名,/)
  assert.match(rows[0] ?? '', /^湖畔飯店,2088-04-01,2088-04-03,2,1,雙床房,1,媽媽,/)
  assert.match(rows[3] ?? '', /^湖畔飯店,2088-04-01,2088-04-03,2,2,單人房,,.+（領隊）,/)
})

test('the rooms of one stay are a separate list, for its hotel only', async () => {
  const { data } = await op.get(`${at}/stays/${lake}/rooms`)
  assert.deepEqual([data.id, data.hotel.name, data.is_assigned], [lake, '湖畔飯店', true])
  const csv = await op.get(`${at}/stays/${lake}/rooms?format=csv`, { 'accept-language': 'zh-TW' })
  assert.equal(csv.headers['content-disposition'], `attachment; filename="HKD880401A-rooming-list-${lake}.csv"`)
  assert.doesNotMatch(csv.bytes.toString(), /港灣飯店/)
  assert.equal((await op.get(`${at}/stays/999999/rooms`)).status, 404)
})

test('the rooms of a stay are copied to other stays, but not over what a colleague has saved meanwhile', async () => {
  const copy = (from: number, stays: object[]) => op.post(`${at}/stays/${from}/rooms/copies`, { stays })
  assert.equal((await copy(airport, [{ stay_id: harbour }])).status, 409, 'nothing is arranged there')
  const { version } = await planAt(harbour)
  const copied = await copy(lake, [{ stay_id: harbour, version }, { stay_id: airport }])
  assert.equal(copied.status, 200, JSON.stringify(copied.body))
  assert.deepEqual(
    copied.data.map((plan: { id: number; is_assigned: boolean; rooms: Room[] }) => [plan.id, shown(plan.rooms)]),
    [harbour, airport].map((stay_id) => [
      stay_id,
      [
        ['twin', false, ['媽媽', '小孩', '阿姨']],
        ['single', true, []],
      ],
    ]),
  )
  const late = await copy(lake, [{ stay_id: harbour, version }])
  assert.deepEqual([late.status, late.body.code], [412, 'stale'])
  assert.deepEqual(Object.keys((await copy(lake, [{ stay_id: lake }])).body.errors ?? {}), ['stays.0.stay_id'])
  assert.deepEqual(names((await op.get(`${at}/rooming-list`)).data.without_room), [])
  assert.equal(
    (await as('sales').post(`${at}/stays/${lake}/rooms/copies`, { stays: [{ stay_id: harbour }] })).status,
    403,
  )
})
