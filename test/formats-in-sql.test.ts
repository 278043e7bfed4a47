import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountIn, localMoment, shortDay } from 'guidon-design/formats'
import { sql } from 'kysely'
import { sqlLocalMoment, sqlShortDay } from '../src/kit/words/days.ts'
import { locales } from '../src/kit/words/words.ts'
import { sharedHouse } from './house.ts'

const { db } = await sharedHouse()

const amounts = [0, 1, 80, 999, 1000, 49900, 1234567.5, 1200.05, 0.5, 999_999_999_999.99]

test('the database writes an amount of each currency as the service and the console do', async () => {
  const asked = Intl.supportedValuesOf('currency').flatMap((currency) =>
    amounts.flatMap((amount) => [
      { currency, amount },
      { currency, amount: -amount },
    ]),
  )
  const { rows } = await sql<{ currency: string; amount: number; text: string }>`
    select currency, amount, amount_in(currency, amount) as text
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (currency text, amount numeric)`.execute(db)
  assert.deepEqual(
    rows.map(({ currency, text }) => [currency, text]),
    asked.map(({ currency, amount }) => [currency, amountIn(currency, amount)]),
  )
  const written = (currency: string, amount: number) =>
    rows.find((row) => row.currency === currency && Number(row.amount) === amount)?.text
  assert.deepEqual(
    [written('TWD', 49900), written('USD', -1234567.5), written('EUR', 1200.05), written('CHF', 80)],
    ['NT$49,900', '−US$1,234,567.50', '€1,200.05', 'CHF 80'],
  )
})

test('the database writes days and local times as the service and the console do', async () => {
  const year = new Date().getFullYear()
  const days = ['01-06', '02-28', '12-19', '12-24'].flatMap((day) => [`${year}-${day}`, `2083-${day}`])
  for (const locale of locales) {
    const { rows } = await sql<{ day: string; moment: string }>`
      select ${sqlShortDay(sql`day`, locale)} as day, ${sqlLocalMoment(sql`(day + time '09:05')`, locale)} as moment
        from unnest(${days}::date[]) as asked (day)`.execute(db)
    assert.deepEqual(
      rows,
      days.map((day) => ({ day: shortDay(day, locale), moment: localMoment(`${day} 09:05`, locale) })),
    )
    assert.deepEqual(
      rows[1],
      locale === 'en'
        ? { day: 'Wed 6 Jan 2083', moment: '6 Jan 2083 09:05' }
        : { day: '2083/1/6（三）', moment: '2083/1/6 09:05' },
    )
  }
})
