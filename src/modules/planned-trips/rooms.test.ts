import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtures } from '../../../test/fixtures/travelers.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as } = home
const { trip, book, enter, sapporo, osaka: city } = await fixtures(home)
const op = as('op')
const hotelIn = async (city_id: number, name: string) => (await op.post('/hotels', { name, city_id })).data.id
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
type Room = { id: number | null; number: number; type: string; travelers: { name: string }[] }
const shown = ({ rooms }: { rooms: Room[] }) => rows(rooms)
const rows = (rooms: Room[]) => rooms.map(({ type, travelers }) => [type, names(travelers)])

const id = await trip('2088-04-01', '2088-04-05')
const at = `/planned-trips/${id}`
const [family, couple] = [await book(id), await book(id, null, 'confirmed')]
const mother = await enter(family, '媽媽', { roommate_group: 'R1', bed_type: 'twin' })
const child = await enter(family, '小孩', { roommate_group: 'R1', bed: false })
const aunt = await enter(couple, '阿姨', { bed_type: 'single' })
const friend = await enter(couple, '朋友')
const stay = async (hotel_id: number, check_in: string, check_out: string, more: object = {}) =>
  (await op.post(`${at}/stays`, { hotel_id, check_in, check_out, status: 'confirmed', ...more })).data.id
const first = await stay(await hotelIn(sapporo, '湖畔飯店'), '2088-04-01', '2088-04-03', {
  rooms: [{ type: 'twin', count: 3 }],
})
const second = await stay(await hotelIn(city, '港灣飯店'), '2088-04-03', '2088-04-05')
const roomless = async () => {
  const { broke } = (await op.get(`${at}/readiness`)).data
  return (
    broke.find(({ kind }: { kind: string }) => kind === 'rooms')?.subjects.map((one: { id: number }) => one.id) ?? []
  )
}

test('rooms are proposed from the groups of the bookings, and assigned for each stay across bookings', async () => {
  const [proposed, later] = (await op.get(`${at}/rooms`)).data
  assert.deepEqual([proposed.id, proposed.is_assigned, proposed.hotel.name], [first, false, '湖畔飯店'])
  assert.deepEqual(shown(proposed), [
    ['twin', ['媽媽', '小孩']],
    ['single', ['阿姨']],
  ])
  assert.deepEqual(names(proposed.without_room), ['朋友'])
  assert.deepEqual(proposed.totals, [
    { type: 'single', held: 0, used: 1 },
    { type: 'twin', held: 3, used: 1 },
  ])
  assert.deepEqual(await roomless(), [friend.id])

  const rooms = [
    { type: 'twin', traveler_ids: [mother.id, child.id, friend.id] },
    { type: 'single', traveler_ids: [aunt.id], notes: '近電梯' },
  ]
  const { status, data } = await op.put(`${at}/stays/${first}/rooms`, { rooms })
  assert.deepEqual([status, data.is_assigned, data.without_room], [200, true, []])
  assert.deepEqual(shown(data), [
    ['twin', ['媽媽', '小孩', '朋友']],
    ['single', ['阿姨']],
  ])
  assert.deepEqual(shown((await op.get(`${at}/rooms`)).data[1]), shown(later))
  assert.deepEqual(await roomless(), [friend.id])

  const all = { rooms: [{ type: 'quad', traveler_ids: [mother.id, child.id, aunt.id, friend.id] }] }
  assert.equal((await op.put(`${at}/stays/${second}/rooms`, all)).status, 200)
  assert.deepEqual(await roomless(), [])
  const kept = data.rooms.map(({ id, type }: Room) => ({ id, type })).reverse()
  const emptied = await op.put(`${at}/stays/${first}/rooms`, { rooms: kept })
  assert.deepEqual(
    [emptied.data.rooms.map(({ id, number }: Room) => [id, number]), names(emptied.data.without_room)],
    [
      [
        [kept[0].id, 1],
        [kept[1].id, 2],
      ],
      ['媽媽', '小孩', '阿姨', '朋友'],
    ],
  )
})

test('a wrong room is refused at its row', async () => {
  const put = async (rooms: object[]) => {
    const { status, body } = await op.put(`${at}/stays/${first}/rooms`, { rooms })
    return [status, Object.keys(body.errors ?? {})]
  }
  const stranger = await enter(await book(await trip('2088-06-01', '2088-06-05')), '他團')
  const single = { type: 'single', traveler_ids: [mother.id, aunt.id] }
  assert.deepEqual(await put([single]), [422, ['rooms.0.traveler_ids']])
  assert.deepEqual(await put([{ type: 'twin', traveler_ids: [stranger.id] }]), [422, ['rooms.0.traveler_ids.0']])
  const twice = { type: 'twin', traveler_ids: [aunt.id] }
  assert.deepEqual(await put([twice, { type: 'twin', traveler_ids: [mother.id, aunt.id] }]), [
    422,
    ['rooms.1.traveler_ids.1'],
  ])
  assert.deepEqual(await put([{ id: 999_999, type: 'twin' }]), [422, ['rooms.0.id']])
  assert.equal((await as('sales').put(`${at}/stays/${first}/rooms`, { rooms: [] })).status, 403)
  assert.equal((await as('leader').get(`${at}/rooms`)).status, 404)
})

test('of two colleagues who save the same version, the second is refused and nothing is lost', async () => {
  const versionNow = async () =>
    (await op.get(`${at}/rooms`)).data.find((plan: { id: number }) => plan.id === second).version
  for (let round = 0; round < 10; round += 1) {
    const version = await versionNow()
    const tries = [
      [{ type: 'twin', traveler_ids: [mother.id, child.id] }],
      [{ type: 'triple', traveler_ids: [aunt.id, friend.id] }],
      [{ type: 'quad', traveler_ids: [mother.id, aunt.id] }],
    ]
    const answers = await Promise.all(
      tries.map((rooms) => op.put(`${at}/stays/${second}/rooms`, { rooms }, { 'if-match': `"${version}"` })),
    )
    const [won, ...others] = answers.filter(({ status }) => status === 200)
    assert.deepEqual([answers.map(({ status }) => status).sort(), others], [[200, 412, 412], []])
    for (const { status, body } of answers)
      if (status === 412)
        assert.deepEqual(
          [body.code, body.version, body.message],
          ['stale', version + 1, 'Somebody else has changed it: read it again, then send your change.'],
        )
    const { data } = await op.get(`${at}/rooms`)
    assert.deepEqual(
      data.find((plan: { id: number }) => plan.id === second),
      won?.data,
    )
  }
})

test('the rooms have their own version: a change of the stay does not conflict with a change of its rooms', async () => {
  const stays = async () => (await op.get(`${at}/stays`)).data.find(({ id }: { id: number }) => id === second)
  const rooms = async () => (await op.get(`${at}/rooms`)).data.find(({ id }: { id: number }) => id === second)
  const [stay, arranged] = [await stays(), await rooms()]
  const put = (path: string, body: object, version: number) =>
    op.put(`${at}/stays/${second}${path}`, body, { 'if-match': `"${version}"` })
  assert.equal((await put('', { notes: '靠湖' }, stay.version)).status, 200)
  const saved = await put('/rooms', { rooms: [{ type: 'twin', traveler_ids: [aunt.id] }] }, arranged.version)
  assert.deepEqual([saved.status, saved.data.version], [200, arranged.version + 1])
  assert.deepEqual([(await stays()).version, (await rooms()).version], [stay.version + 1, arranged.version + 1])
  assert.equal((await put('', { notes: null }, stay.version + 1)).status, 200)
})
