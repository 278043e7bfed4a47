import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { daysFromToday } from '../../../test/days.ts'
import { bookingFixtures, done } from '../../../test/fixtures/bookings.ts'
import { house } from '../../../test/house.ts'
import { workOf } from '../../../test/works.ts'

const home = await house()
const { as, database } = home
const { trip } = await bookingFixtures(home)
const finance = as('finance')
const BOOKINGS = 1_000
const LINES = 30

const names = sql`chr(29579 + i % 37) || chr(23567 + i / 37 % 61) || chr(32654 + i % 53)`
test(`whose ${LINES} lines may be is found among ${BOOKINGS} bookings without looking at each of them for each reason`, async () => {
  const { id: on } = await trip(9, { departure_date: daysFromToday(90) })
  await home.fill(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    await sql`insert into bookings (booking_number, planned_trip_id, status, contact_name, contact_email, total, paid, deposit, deposit_due_on, balance_due_on)
      select 'MANY-' || lpad(i::text, 5, '0'), ${on}, 'confirmed', ${names}, 'many' || i || '@example.com', 30000 + i % 700 * 100, 0, 10000, today() + 3, today() + 60
        from generate_series(1, ${sql.lit(BOOKINGS)}) i`.execute(db)
    await sql`insert into travelers (booking_id, name) select b.id, b.contact_name from bookings b
      union all select b.id, chr(26519 + b.id % 41) || chr(24535 + b.id % 67) || chr(26126 + b.id % 71) from bookings b`.execute(
      db,
    )
    await sql`insert into payment_requests (booking_id, planned_trip_id, purpose, amount, currency, reaches, due_on, via, bank_name, bank_code, account_number)
      select b.id, b.planned_trip_id, 'deposit', 10000, b.currency, 10000, today() + 3, 'virtual_account', '玉山', '808', '951230' || lpad(b.id::text, 8, '0')
        from bookings b where b.id % 2 = 0`.execute(db)
    await sql`insert into bank_file_mappings (name, form, columns) values ('x', 'x', '{}')`.execute(db)
    await sql`insert into bank_statements (mapping_id, file_name, from_day, to_day, lines_new, unchanged) select id, 'x', today(), today(), ${sql.lit(LINES)}, 0 from bank_file_mappings`.execute(
      db,
    )
    await sql`insert into bank_lines (statement_id, booked_on, amount, currency, payer_text, virtual_account, last_five, fingerprint)
      select s.id, today(), 10000 + i, house_currency(), case i % 3 when 0 then ${names} || ' 團費' when 1 then '轉帳存入' else 'MANY-' || lpad((i * 13)::text, 5, '0') end,
             case when i % 6 = 0 then '951230' || lpad((i * 10)::text, 8, '0') end, lpad(i::text, 5, '0'), 'f' || i
        from bank_statements s, generate_series(1, ${sql.lit(LINES)}) i`.execute(db)
    await sql`set session_replication_role = default`.execute(db)
    await sql`vacuum analyze`.execute(db)
  })
  console.log()
  const read = () => finance.get(`/bank-lines?state=new&sort=id&per_page=${LINES}`)
  const lines = done(await read()) as {
    sureness: string
    candidates: { booking_number: string; reasons: string[] }[]
  }[]
  const found = lines
    .slice(0, 6)
    .map(({ sureness, candidates: [first] }) => [sureness, first?.booking_number, first?.reasons])
  assert.deepEqual(found, [
    ['unknown', undefined, undefined],
    ['suggested', 'MANY-00026', ['number']],
    ['suggested', 'MANY-00003', ['name']],
    ['unknown', undefined, undefined],
    ['suggested', 'MANY-00065', ['number']],
    ['sure', 'MANY-00060', ['virtual_account']],
  ])
  const { rows } = await workOf(database, read)
  // Each line reads what is owed a few times; with each traveler of each booking, and for each column, it was a hundred times as much.
  assert.ok(rows < 6 * LINES * BOOKINGS, `${rows} rows`)
})
