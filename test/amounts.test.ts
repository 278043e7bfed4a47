import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
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
