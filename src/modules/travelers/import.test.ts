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
