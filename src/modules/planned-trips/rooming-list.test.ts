import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NEXT_YEAR } from '../../../test/days.ts'
import { fixtures } from '../../../test/fixtures/travelers.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, db, ids, plant } = home
const { trip, book, enter, assign, own } = await fixtures(home)
const [sales, op, leader] = [as('sales'), as('op'), as('leader')]

const osaka = await trip(`${NEXT_YEAR}-04-01`, `${NEXT_YEAR}-04-05`, { serial: 'OSA870401A', name: '大阪五日' })
const family = await book(osaka)
const couple = await book(osaka, null, 'confirmed')
const mother = await enter(family, '=王媽媽', {
  roommate_group: 'R1',
  bed_type: 'double',
  birth_date: '1985-01-01',
  gender: 'female',
})
const child = await enter(family, '小寶', {
  roommate_group: 'R1',
  bed_type: 'twin',
  bed: false,
  birth_date: `${NEXT_YEAR - 7}-01-01`,
  allergies: '花生、堅果',
})
const aunt = await enter(couple, '李阿姨', {
  bed_type: 'single',
  meal_requirement: 'lacto-ovo',
  food_restrictions: ['牛', '羊'],
})
const uncle = await enter(couple, '李叔叔', { roommate_group: 'R1', bed_type: 'twin', meal_requirement: 'none' })
const friend = await enter(couple, '陳朋友', { meal_requirement: 'vegetarian' })
for (const status of ['waitlisted', 'cancelled'] as const) {
  const hidden = await book(osaka, null, 'held')
  await enter(hidden, `不該出現 ${status}`, {
    meal_requirement: 'vegetarian',
    roommate_group: 'R1',
    allergies: '海鮮過敏',
  })
  await db.updateTable('bookings').set({ status }).where('id', '=', hidden).execute()
}
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

test('the rooming list shows the guests of each room, and the travelers without a room', async () => {
  const { data } = await sales.get(`/planned-trips/${osaka}/rooming-list`)
  assert.deepEqual(
    [data.serial, data.name, data.departure_date, data.return_date],
    ['OSA870401A', '大阪五日', `${NEXT_YEAR}-04-01`, `${NEXT_YEAR}-04-05`],
  )
  assert.deepEqual(
    data.rooms.map(
      ({ number, bed_type, travelers }: { number: number; bed_type: string; travelers: { name: string }[] }) => [
        number,
        bed_type,
        names(travelers),
      ],
    ),
    [
      [1, 'double', ['=王媽媽', '小寶']],
      [2, 'single', ['李阿姨']],
      [3, 'twin', ['李叔叔']],
    ],
  )
  assert.deepEqual(names(data.without_room), ['陳朋友'])
})

test('the rooming list as a spreadsheet is in Chinese, and names are not read as formulas', async () => {
  const csv = await sales.get(`/planned-trips/${osaka}/rooming-list?format=csv`, { 'accept-language': 'zh-TW' })
  assert.equal(csv.headers['content-disposition'], 'attachment; filename="OSA870401A-rooming-list.csv"')
  const nights = `,${NEXT_YEAR}-04-01,${NEXT_YEAR}-04-05,4`
  const number = (one: { booking: { booking_number: string } }) => one.booking.booking_number
  assert.equal(
    csv.bytes.toString(),
    [
      '\uFEFF飯店,入住,退房,晚數,房號,房型,序號,姓名,英文姓,英文名,性別,旅客類別,訂單編號,餐食與需求,床型,佔床,同房,加購',
      `${nights},1,雙人大床房,1,'=王媽媽,,,女,大人,${number(mother)},,一張雙人床,是,R1,`,
      `${nights},1,雙人大床房,2,小寶,,,,小孩,${number(child)},有過敏,兩張單人床,否,R1,`,
      `${nights},2,單人房,3,李阿姨,,,,,${number(aunt)},蛋奶素；不吃牛；不吃羊,單人房,是,,`,
      `${nights},3,雙床房,4,李叔叔,,,,,${number(uncle)},,兩張單人床,是,R1,`,
      `${nights},,,5,陳朋友,,,,,${number(friend)},素食,,是,,`,
      '',
    ].join('\r\n'),
  )
})

test('the dietary list counts the meals and lists the exceptions', async () => {
  await sales.post('/traveler-requests', {
    traveler_id: uncle.id,
    kind: 'meal',
    detail: '吃素一餐',
    visible_to_leader: false,
  })
  const { data } = await sales.get(`/planned-trips/${osaka}/dietary-list`)
  assert.deepEqual(names(data.travelers), ['小寶', '李阿姨', '李叔叔', '陳朋友'])
  assert.deepEqual(
    data.meals,
    [
      { meal_requirement: 'lacto-ovo', label: 'Lacto-ovo vegetarian', count: 1 },
      { meal_requirement: 'vegetarian', label: 'Vegetarian', count: 1 },
      { meal_requirement: 'none', label: 'No special meal', count: 1 },
    ],
    'who has an allergy or asked for a meal in words is not among those who need nothing',
  )
  assert.deepEqual(data.restrictions, [
    { food_restriction: '牛', label: 'Beef', count: 1 },
    { food_restriction: '羊', label: 'Lamb', count: 1 },
  ])
  assert.deepEqual([data.allergies, data.special_requests], [1, 1])
  const csv = await sales.get(`/planned-trips/${osaka}/dietary-list?format=csv`, { 'accept-language': 'zh-TW' })
  assert.equal(
    csv.bytes.toString(),
    [
      '\uFEFF序號,姓名,英文姓,英文名,餐食,不吃,過敏,餐食需求',
      '2,小寶,,,,,是,',
      '3,李阿姨,,,蛋奶素,牛、羊,,',
      '4,李叔叔,,,無特殊需求,,,吃素一餐',
      '5,陳朋友,,,素食,,,',
      '',
    ].join('\r\n'),
  )
  const english = await sales.get(`/planned-trips/${osaka}/dietary-list?format=csv`, { 'accept-language': 'en' })
  assert.match(english.bytes.toString(), /^3,李阿姨,,,Lacto-ovo vegetarian,"Beef, Lamb",,\r$/m)
})

test('a leader gets the lists of their own trips, without data that is hidden from leaders, and reveals allergies by name', async () => {
  assert.equal((await leader.get(`/planned-trips/${osaka}/rooming-list`)).status, 404)
  assert.equal((await leader.post(`/planned-trips/${osaka}/dietary-list/reveal`, { reason: 'x' })).status, 404)
  await assign(osaka, await own())
  assert.deepEqual(names((await leader.get(`/planned-trips/${osaka}/dietary-list`)).data.travelers), [
    '小寶',
    '李阿姨',
    '陳朋友',
  ])
  await sales.post('/traveler-requests', {
    traveler_id: mother.id,
    kind: 'mobility',
    detail: '輪椅',
    visible_to_leader: true,
  })
  const { data: manifest } = await leader.get(`/planned-trips/${osaka}/manifest`)
  assert.deepEqual(
    manifest.travelers.map(({ name, special_requests }: { name: string; special_requests: object[] }) => [
      name,
      special_requests,
    ]),
    [
      ['=王媽媽', [{ kind: 'mobility', detail: '輪椅', status: 'open' }]],
      ['小寶', []],
      ['李阿姨', []],
      ['李叔叔', []],
      ['陳朋友', []],
    ],
  )
  assert.equal((await leader.post(`/planned-trips/${osaka}/dietary-list/reveal`)).status, 422)
  const told = await leader.post(`/planned-trips/${osaka}/dietary-list/reveal`, { reason: '通知餐廳' })
  assert.deepEqual(told.data, [{ traveler_id: child.id, name: '小寶', allergies: '花生、堅果' }])
  const reads = await db
    .selectFrom('personal_data_reads')
    .select(['actor_id', 'record_id', 'fields', 'reason'])
    .execute()
  assert.deepEqual(reads, [{ actor_id: ids.leader, record_id: child.id, fields: ['allergies'], reason: '通知餐廳' }])
  plant('花生', () => true)
  for (const list of ['manifest', 'name-list', 'rooming-list', 'dietary-list'])
    for (const who of [leader, op, sales]) await who.get(`/planned-trips/${osaka}/${list}`)
  assert.equal((await as('customer').get(`/planned-trips/${osaka}/rooming-list`)).status, 403)
})

test('add-ons sold to a traveler are on the manifest and the rooming list, also for the leader, without prices', async () => {
  const category = (await as('admin').post('/addon-requests/categories', { name: '用餐', department: 'op' })).data.id
  const dinner = { category_id: category, name: '飯店晚餐', name_en: 'Hotel dinner', type_code: 'DINNER' }
  const type = (
    await as('admin').post('/addon-requests/types', { ...dinner, pricing_type: 'fixed_price', base_cost: 9876543 })
  ).data.id
  plant('9876543', (actor) => actor?.roles.join() === 'leader')
  plant('19753086', (actor) => actor?.roles.join() === 'leader')
  const wanted = { type_id: type, traveler_id: aunt.id, quantity: 2, details: { evening: '第三晚' } }
  const asked = await sales.post('/addon-requests', wanted)
  const extras = async (who = leader) =>
    (await who.get(`/planned-trips/${osaka}/manifest`)).data.travelers.find(
      ({ name }: { name: string }) => name === '李阿姨',
    ).extras
  assert.deepEqual(await extras(), [], 'nothing is agreed yet')
  assert.equal((await op.post(`/addon-requests/${asked.data.id}/communications/department-final`, {})).status, 201)
  const sold = {
    request_number: asked.data.request_number,
    name: '飯店晚餐',
    name_en: 'Hotel dinner',
    quantity: 2,
    details: { evening: '第三晚' },
    needed_by: null,
    status: 'completed',
  }
  assert.deepEqual([await extras(), await extras(op)], [[sold], [sold]])
  const rooms = (await leader.get(`/planned-trips/${osaka}/rooming-list`)).data.rooms
  assert.deepEqual(rooms[1].travelers[0].extras, [sold])
  for (const list of ['rooming-list', 'manifest']) {
    const csv = await op.get(`/planned-trips/${osaka}/${list}?format=csv`, { 'accept-language': 'zh-TW' })
    assert.match(csv.bytes.toString(), /飯店晚餐 × 2（第三晚）/)
  }
})
