import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type TSchema, Type } from 'typebox'
import { house } from '../../test/house.ts'
import * as field from './fields.ts'
import { closed, validators } from './http/routes/validators.ts'

const { body } = validators('Asia/Taipei')

/** The stored value, or `refused`. */
const taker = (schema: TSchema) => {
  const holds = body(closed(Type.Object({ value: schema })))
  return (value: unknown) => {
    const given = { value: structuredClone(value) }
    return holds(given) ? given.value : 'refused'
  }
}

const refused = 'refused'
const cases: [name: string, schema: TSchema, value: unknown, becomes: unknown][] = [
  ['money', field.money(), 0, 0],
  ['money', field.money(), 1200.5, 1200.5],
  ['money', field.money(), '1200.50', 1200.5],
  ['money', field.money(), '9999999999.99', 9999999999.99],
  ['money', field.money(), 0.1 + 0.2, refused],
  ['money', field.money(), '1.005', refused],
  ['money', field.money(), 10000000000, refused],
  ['money', field.money(), -1, refused],
  ['money', field.money(), '-0.01', refused],
  ['money', field.money(), '', refused],
  ['money', field.money(), ' 5', refused],
  ['money', field.money(), '5.', refused],
  ['money', field.money(), '.5', refused],
  ['money', field.money(), '1e3', refused],
  ['money', field.money(), '0x10', refused],
  ['money', field.money(), '１２', refused],
  ['money', field.money(), '1,200', refused],
  ['money', field.money(), 'NaN', refused],
  ['money', field.money(), 'Infinity', refused],
  ['money', field.money(), Number.POSITIVE_INFINITY, refused],
  ['money', field.money(), 1e21, refused],
  ['money', field.money(), true, refused],
  ['money', field.money(), null, refused],
  ['money', field.nullable(field.money()), null, null],
  ['rate', field.rate(), 0.2152, 0.2152],
  ['rate', field.rate(), '0.00000001', 0.00000001],
  ['rate', field.rate(), 0.00000001, 0.00000001],
  ['rate', field.rate(), '999999.99999999', 999999.99999999],
  ['rate', field.rate(), 0, refused],
  ['rate', field.rate(), '0.00', refused],
  ['rate', field.rate(), '0.000000001', refused],
  ['rate', field.rate(), 1.5e-8, refused],
  ['rate', field.rate(), 1000000, refused],
  ['moment', field.moment(), '2027-01-28T19:30:00+08:00', '2027-01-28T11:30:00Z'],
  ['moment', field.moment(), '2027-01-28T11:30:00Z', '2027-01-28T11:30:00Z'],
  ['moment', field.moment(), '2027-01-28T19:30', '2027-01-28T11:30:00Z'],
  ['moment', field.moment(), '2027-01-28 19:30:05.123456', '2027-01-28T11:30:05.123456Z'],
  ['moment', field.moment(), '2027-02-29T00:00:00Z', refused],
  ['moment', field.moment(), '2027-01-28T24:00:00Z', refused],
  ['moment', field.moment(), '2027-01-28T23:59:60Z', refused],
  ['moment', field.moment(), '2027-01-28T11:30:00+99:00', refused],
  ['moment', field.moment(), '2027-01-28T11:30:00.1234567Z', refused],
  ['moment', field.moment(), '2027-01-28', refused],
  ['moment', field.moment(), 'now', refused],
  ['moment', field.moment(), 'infinity', refused],
  ['moment', field.moment(), 1_800_000_000, refused],
  ['day', field.day(), '2028-02-29', '2028-02-29'],
  ['day', field.day(), '2027-02-29', refused],
  ['day', field.day(), 'today', refused],
  ['clock', field.clock(), '23:59', '23:59'],
  ['clock', field.clock(), '24:00', refused],
  ['clock', field.clock(), '7:30', refused],
  ['whole', field.whole(), 2147483647, 2147483647],
  ['whole', field.whole(), 5.0, 5],
  ['whole', field.whole(), -0, -0],
  ['whole', field.whole(), '5', refused],
  ['ref', field.ref(), 0, refused],
  ['flag', field.flag(), 'true', refused],
  ['oneOf', field.nullable(field.oneOf(['a', 'b'])), null, null],
  ['oneOf', field.nullable(field.oneOf(['a', 'b'])), 'c', refused],
  ['oneOf', field.oneOf(['a', 'b']), null, refused],
  ['list', field.refs(), [3, 1], [3, 1]],
  ['list', field.refs(), [1, 1], refused],
  ['list', field.refs(2), [1, 2, 3], refused],
  ['list', field.refs(), ['1'], refused],
  ['list', field.refs(), 1, refused],
  ['details', field.details(), { seat: '12A', deep: [{ a: null }] }, { seat: '12A', deep: [{ a: null }] }],
  ['details', field.details(), [], refused],
  ['details', field.details(), { a: '\0' }, refused],
  ['details', field.details(), { 'a\0': 1 }, refused],
  ['details', field.details(), { a: '\ud800' }, refused],
  ['details', field.details(), { a: Number.POSITIVE_INFINITY }, refused],
  ['details', field.details(), { a: { b: { c: { d: { e: 1 } } } } }, refused],
  ['details', field.details(), { a: 'x'.repeat(2_001) }, refused],
  ['details', field.details(), { a: Array(20).fill('x'.repeat(1_000)) }, refused],
  ['details', field.details(2), { a: 1, b: 2, c: 3 }, refused],
  ['email', field.email(), 'Mei.Wang+tour@mail.example.com', 'Mei.Wang+tour@mail.example.com'],
  ['email', field.email(), 'mei@example', refused],
  ['email', field.email(), 'mei@@example.com', refused],
  ['email', field.email(), 'mei@example..com', refused],
  ['email', field.email(), 'mei@-example.com', refused],
  ['email', field.email(), 'mei@example.com\nbcc: x@example.com', refused],
  ['email', field.email(), `${'a'.repeat(250)}@b.example`, refused],
  ['phone', field.phone(), '+886 912-345-678 #12', '+886 912-345-678 #12'],
  ['phone', field.phone(), 'call me', refused],
  ['phone', field.phone(), '０９１２－３４５－６７８', '0912-345-678'],
  ['phone', field.phone(), '（０２）２５５５　０１００＃３３', '(02)2555 0100#33'],
  ['phone', field.phone(), ' 0912-345-678 ', '0912-345-678'],
  ['phone', field.phone(), '02-2555 0100 轉 33', '02-2555 0100 轉 33'],
  ['phone', field.phone(), '02-2555 0100 #33', '02-2555 0100 #33'],
  ['phone', field.phone(), '02-2555-0100, ext. 33', '02-2555-0100, ext. 33'],
  ['phone', field.phone(), '(02) 2555-0100 分機33', '(02) 2555-0100 分機33'],
  ['phone', field.phone(), '02-2555 0100 轉王小姐', refused],
  ['phone', field.phone(), '轉 33', refused],
  ['email', field.email(), 'ｍｅｉ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'mei@example.com'],
  ['email', field.email(), 'mei王@example.com', refused],
  ['formed', field.formed('^[A-Za-z0-9]{5,20}$', '312345678'), '３１２３４５６７８', '312345678'],
  ['formed', field.formed('^[A-Z]{3}$', 'TPE'), 'ＴＰＥ', 'TPE'],
  ['code', field.code(20), 'ＳＥＡＴ＿ＵＰ', 'SEAT_UP'],
  ['line', field.line(30), 'ＷＡＮＧ　ＨＳＩＡＯ－ＭＥＩ', 'WANG HSIAO-MEI'],
  ['line', field.nullable(field.line(30)), 'Ａ１２３４５６７８９', 'A123456789'],
  ['line', field.nullable(field.line(30)), null, null],
  ['line', field.line(30), '北海道（五日）ＪＲ', '北海道（五日）ＪＲ'],
  ['line', field.line(3), 'ＡＢＣ', 'ABC'],
  ['url', field.url(), 'https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['url', field.url(), 'javascript:alert(1)', refused],
  ['url', field.url(), 'https://', refused],
  ['url', field.url(), 'https://exa mple.com', refused],
  ['currency', field.currency(), 'TWD', 'TWD'],
  ['currency', field.currency(), 'XXQ', refused],
  ['timezone', field.timezone(), 'Asia/Taipei', 'Asia/Taipei'],
  ['timezone', field.timezone(), 'Mars/Olympus', refused],
  ['timezone', field.timezone(), '+08:00', refused],
  ['color', field.color(), '#1E6FB8', '#1E6FB8'],
  ['color', field.color(), 'red', refused],
  ['line', field.line(3), '𠮷𠮷𠮷', '𠮷𠮷𠮷'],
  ['line', field.line(3), '𠮷𠮷𠮷𠮷', refused],
]
for (const [name, schema, value, becomes] of cases)
  test(`${name} ${JSON.stringify(value)?.slice(0, 50)} becomes ${JSON.stringify(becomes).slice(0, 50)}`, () => {
    assert.deepEqual(taker(schema)(value), becomes)
  })

test('a list with too many items is refused before its items are compared', () => {
  const take = taker(field.list(Type.Object({ name: field.line(10) }), 20))
  let looks = 0
  const item = () => ({
    get name() {
      looks += 1
      return 'x'
    },
  })
  assert.equal(take(Array.from({ length: 21 }, item)), 'refused')
  assert.ok(looks <= 21, `compared with each other, the items are looked at 210 times or more, and not ${looks} times`)
})

const columns: Record<string, [type: string, schema: TSchema]> = {
  line: ['varchar(100)', field.line(100)],
  text: ['varchar(2000)', field.text(2000)],
  code: ['varchar(30)', field.code(30)],
  email: ['varchar(254)', field.email()],
  phone: ['varchar(30)', field.phone()],
  url: ['varchar(500)', field.url()],
  currency: ['varchar(3)', field.currency()],
  timezone: ['varchar(60)', field.timezone()],
  color: ['varchar(7)', field.color()],
  day: ['date', field.day()],
  clock: ['time', field.clock()],
  moment: ['timestamptz', field.moment()],
  money: ['numeric(12, 2)', field.money()],
  whole: ['integer', field.whole()],
  flag: ['boolean', field.flag()],
  details: ['jsonb', field.details()],
  refs: ['integer[]', field.refs()],
}

const two = (n: number) => String(n).padStart(2, '0')
const dayLike = fc
  .tuple(fc.integer({ min: 1890, max: 2210 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
  .map(([year, month, day]) => `${year}-${two(month)}-${two(day)}`)
const timeLike = fc.tuple(fc.nat(24), fc.nat(60), fc.nat(60)).map((parts) => parts.map(two).join(':'))
const offset = fc.oneof(
  fc.constantFrom('', 'Z', '+08:00', '-11:30', '+14:00'),
  fc.nat(30).map((h) => `+${two(h)}:00`),
)
const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.string({ unit: fc.constantFrom('A', '_', '9', '#', '+', '-', ' ', '\n', '\0', '\ud800', '\u2028', '\\', "'") }),
  fc.constantFrom(
    'infinity',
    '-infinity',
    'NaN',
    'epoch',
    'now',
    'null',
    '{}',
    '{1,2}',
    'TWD',
    'Asia/Taipei',
    '#ABCDEF',
  ),
  fc.emailAddress(),
  fc.webUrl(),
  dayLike,
  timeLike,
  timeLike.map((time) => time.slice(0, 5)),
  fc.tuple(dayLike, timeLike, offset).map(([day, time, zone]) => `${day}T${time}${zone}`),
  fc.double(),
  fc.integer(),
  fc.integer({ min: 0, max: 10 ** 9 }).map((cents) => cents / 100),
  fc.boolean(),
  fc.array(fc.integer({ min: -1, max: 2 ** 31 }), { maxLength: 5 }),
  fc.dictionary(fc.string({ unit: 'binary', maxLength: 5 }), fc.jsonValue(), { maxKeys: 4 }),
)

test('an accepted value can be stored, and is stored unchanged', async () => {
  const { db } = await house()
  const list = Object.entries(columns).map(([name, [type]]) => `"${name}" ${type}`)
  await sql`create table anything (${sql.raw(list.join(', '))})`.execute(db)
  const takers = Object.entries(columns).map(([name, [, schema]]) => [name, taker(schema)] as const)
  const stored = new Map<string, number>()
  const store = async (value: unknown) => {
    for (const [name, take] of takers) {
      const taken = take(value)
      if (taken === 'refused') continue
      stored.set(name, (stored.get(name) ?? 0) + 1)
      const parameter = name === 'details' ? JSON.stringify(taken) : taken
      const { rows } = await sql<{ kept: unknown }>`
        insert into anything (${sql.ref(name)}) values (${parameter}) returning to_json(${sql.ref(name)}) as kept`.execute(
        db,
      )
      if (typeof taken === 'string' && !['moment', 'clock'].includes(name)) assert.equal(rows[0]?.kept, taken)
      if (['money', 'whole', 'flag'].includes(name)) assert.equal(rows[0]?.kept, Object.is(taken, -0) ? 0 : taken)
    }
  }
  await fc.assert(fc.asyncProperty(anything, store), { numRuns: 1_500 })
  for (const name of Object.keys(columns).filter((each) => each !== 'phone'))
    assert.ok(stored.get(name), `no ${name} was ever taken`)
})
