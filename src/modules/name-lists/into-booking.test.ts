import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtures } from '../../../test/fixtures/travelers.ts'
import { house } from '../../../test/house.ts'

const home = await house()
const { as, plant } = home
const { trip, book, enter } = await fixtures(home)
const sales = as('sales')
const osaka = await trip('2087-04-01', '2087-04-05', { capacity: 3 })
const booking = await book(osaka)
const {
  booking: { booking_number },
} = await enter(booking, '王先到')
const names = async () =>
  (await sales.get(`/travelers?booking_id=${booking}&sort=id`)).data.map(({ name }: { name: string }) => name)
const lines = ({ data }: { data: { lines: Record<string, unknown>[] } }) =>
  data.lines.map(({ line, name, result }) => [line, name, result])

const file = `\uFEFFbooking_number,name,surname_en,birth_date,nationality,meal_requirement,food_restrictions,bed,passport_number
${booking_number},林一,LIN,1990-01-01,台灣,素食,牛、羊,true,388888881
${booking_number},"林,二",,,TW,,,false,
${booking_number},王先到,,,,,,,
`

test('a dry run reports every line and stores nothing', async () => {
  const tried = await sales.post('/travelers/import', { csv: file, dry_run: true })
  assert.equal(tried.status, 200, JSON.stringify(tried.body))
  plant('388888881', () => true)
  assert.equal(tried.data.imported, false)
  assert.deepEqual(tried.data.lines[0], {
    line: 2,
    name: '林一',
    result: 'created',
    traveler_id: null,
    checks: ['passport_details_missing', 'passport_name_missing'],
    errors: {},
  })
  assert.deepEqual(lines(tried), [
    [2, '林一', 'created'],
    [3, '林,二', 'created'],
    [4, '王先到', 'unchanged'],
  ])
  assert.deepEqual(await names(), ['王先到'])
})

test('errors are reported at their line, and then nothing is imported', async () => {
  const csv =
    'name,birth_date,meal_requirement,food_restrictions,surname_en\n好人,1990-01-01,,,\n壞人,1990-02-30,halal,馬肉,林\n'
  const refused = await sales.post('/travelers/import', { csv, booking_id: booking })
  assert.deepEqual(
    [refused.status, refused.data.imported, lines(refused)],
    [
      200,
      false,
      [
        [2, '好人', 'created'],
        [3, '壞人', 'refused'],
      ],
    ],
  )
  const { errors } = refused.data.lines[1]
  assert.deepEqual(Object.keys(errors).sort(), ['birth_date', 'food_restrictions', 'meal_requirement', 'surname_en'])
  const full = await sales.post('/travelers/import', { csv: 'name\n甲\n乙\n丙\n', booking_id: booking })
  assert.deepEqual(
    full.data.lines.map(({ result, errors }: Record<string, object>) => [result, errors]),
    [
      ['created', {}],
      ['created', {}],
      ['refused', { booking_number: ['The trip is full'] }],
    ],
  )
  assert.deepEqual(await names(), ['王先到'])
  for (const [body, fields] of [
    [{ csv: 'name,age\nx,3\n', booking_id: booking }, ['age']],
    [{ csv: 'birth_date\n1990-01-01\n' }, ['booking_number', 'name']],
    [{ csv: 'name,name\nx,y\n', booking_id: booking }, ['name']],
  ] as const)
    assert.deepEqual(Object.keys((await sales.post('/travelers/import', body)).body.errors).sort(), fields)
  const stranger = await sales.post('/travelers/import', { csv: 'booking_number,name\nX-1,誰\n' })
  assert.deepEqual(Object.keys(stranger.data.lines[0].errors), ['booking_id'])
  for (const csv of ['name\n', 'name\n"x\n']) {
    const { status, body } = await sales.post('/travelers/import', { csv, booking_id: booking })
    assert.deepEqual([status, Object.keys(body.errors)], [422, ['csv']])
  }
  assert.equal((await as('customer').post('/travelers/import', { csv: file })).status, 403)
})

test('a file is imported as a whole, and importing it again changes nothing', async () => {
  const taken = await sales.post('/travelers/import', { csv: file })
  assert.equal(taken.data.imported, true)
  assert.deepEqual(await names(), ['王先到', '林一', '林,二'])
  const { data } = await sales.get(`/travelers/${taken.data.lines[0].traveler_id}`)
  assert.deepEqual(
    [
      data.nationality,
      data.meal_requirement,
      data.food_restrictions,
      data.bed,
      data.passenger_type,
      data.passport_number,
    ],
    ['TW', 'vegetarian', ['牛', '羊'], true, 'adult', '•••881'],
  )
  const again = await sales.post('/travelers/import', { csv: file })
  assert.deepEqual(lines(again), [
    [2, '林一', 'unchanged'],
    [3, '林,二', 'unchanged'],
    [4, '王先到', 'unchanged'],
  ])
})

test('a file of too many lines is refused at once, before any line is checked', async () => {
  const sentence = 'The file has more than 500 lines, empty ones included: delete the empty lines, or divide it.'
  for (const lines of ['甲\n'.repeat(25_000), '\n'.repeat(25_000), '甲\n'.repeat(501)]) {
    const { status, body } = await sales.post('/travelers/import', { csv: `name,age\n${lines}`, booking_id: booking })
    assert.deepEqual([status, body.code, body.message, body.errors], [413, 'too_large', sentence, undefined])
  }
})

test('a stray quotation mark is refused, with its position', async () => {
  const { status, body } = await sales.post('/travelers/import', { csv: 'na"me" x\n林一', dry_run: true })
  assert.deepEqual([status, Object.keys(body.errors)], [422, ['csv']])
  assert.match(
    body.errors.csv[0],
    /^Line 1 has a quotation mark " in the wrong place; put quotation marks around the whole cell/,
  )
})

test('headings and cells are read as an import of the house reads them: words, days of the Republic, Big5, lost zeros', async () => {
  const other = await book(await trip('2087-05-01', '2087-05-05', { capacity: 20 }))
  const csv = '中文姓名,性別,生日,手機,英文姓名,葷素,身分證字號\n陳一,女,77/5/6,912345678,"CHEN, YI",素,A123456789\n'
  const taken = await sales.post('/travelers/import', { csv, booking_id: other })
  assert.deepEqual([taken.data.imported, lines(taken)], [true, [[2, '陳一', 'created']]])
  const { data } = await sales.get(`/travelers/${taken.data.lines[0].traveler_id}`)
  assert.deepEqual(
    [data.gender, data.mobile, data.surname_en, data.given_name_en, data.meal_requirement, data.passenger_type],
    ['female', '0912345678', 'CHEN', 'YI', 'vegetarian', 'adult'],
  )
  const shown = await sales.post(`/travelers/${data.id}/reveal`, { fields: ['birth_date'], reason: '核對' })
  assert.equal(shown.data.birth_date, '1988-05-06')
})

test('rows: who is there gets what is missing, empty places are filled before a seat is taken, and nothing is overwritten', async () => {
  const other = await book(await trip('2087-06-01', '2087-06-05', { capacity: 4 }))
  const { id } = await enter(other, '林有名', { mobile: '0911-000-111' })
  for (const name of ['旅客 2', '待補']) await enter(other, name)
  const rows = [
    { name: '林有名', mobile: '0922-000-222', birth_date: '民國77年5月6日' },
    { name: '陳補一', gender: '男' },
    { name: '陳補二', gender: '女' },
    { name: '陳新增' },
  ]
  const tried = await sales.post('/travelers/import', { rows, booking_id: other, dry_run: true })
  const results = [
    [1, '林有名', 'filled'],
    [2, '陳補一', 'filled'],
    [3, '陳補二', 'filled'],
    [4, '陳新增', 'created'],
  ]
  assert.deepEqual([tried.data.imported, lines(tried)], [false, results])
  const written = await sales.post('/travelers/import', { rows, booking_id: other })
  assert.deepEqual([written.data.imported, lines(written)], [true, results])
  const { data } = await sales.get(`/travelers?booking_id=${other}&sort=id`)
  assert.deepEqual(
    data.map(({ name, gender, mobile, passenger_type }: Record<string, unknown>) => [
      name,
      gender,
      mobile,
      passenger_type,
    ]),
    [
      ['林有名', null, '0911-000-111', 'adult'],
      ['陳補一', 'male', null, null],
      ['陳補二', 'female', null, null],
      ['陳新增', null, null, null],
    ],
  )
  assert.equal(data[0].id, id)
  const again = await sales.post('/travelers/import', { rows, booking_id: other })
  assert.deepEqual(
    lines(again).map(([, , result]: unknown[]) => result),
    ['unchanged', 'unchanged', 'unchanged', 'unchanged'],
  )
  const full = await sales.post('/travelers/import', { rows: [{ name: '多一位' }], booking_id: other })
  assert.deepEqual([full.data.imported, full.data.lines[0].errors], [false, { booking_number: ['The trip is full'] }])
  for (const [body, field] of [
    [{ rows }, 'booking_id'],
    [{ booking_id: other }, 'rows'],
    [{ rows, csv: 'name\nx\n', booking_id: other }, 'rows'],
  ] as const)
    assert.deepEqual(Object.keys((await sales.post('/travelers/import', body)).body.errors), [field])
})

test('a fault stands at the cell in which it was typed, and then nothing is written', async () => {
  const other = await book(await trip('2087-07-01', '2087-07-05', { capacity: 4 }))
  const rows = [
    { name: '王好', birth_date: '77/5/6' },
    { name: '王壞', birth_date: '77/13/6', passport_name: '王/小明', mobile: '#N/A' },
    { birth_date: '77/5/6' },
  ]
  const { data } = await sales.post('/travelers/import', { rows, booking_id: other })
  assert.equal(data.imported, false)
  assert.deepEqual(
    data.lines.map(({ errors }: { errors: object }) => Object.keys(errors).sort()),
    [[], ['birth_date', 'mobile', 'passport_name'], ['name']],
  )
  assert.equal((await sales.get(`/travelers?booking_id=${other}`)).data.length, 0)
})
