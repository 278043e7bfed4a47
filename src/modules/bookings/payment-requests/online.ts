import { amountIn } from 'guidon-design/formats'
import { sql } from 'kysely'
import { oneRow } from '../../../kit/db/statement.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { refuseField } from '../../../kit/errors.ts'
import { namesOf } from '../../../kit/flow.ts'
import { inCents } from '../../../kit/money.ts'
import { type Payee, wayOf } from './make.ts'

/** Who takes the money, by the way in which it is paid. */
export const kindOfWay = Object.fromEntries(namesOf(wayOf).map((kind) => [wayOf[kind], kind])) as {
  [Kind in Payee['kind'] as (typeof wayOf)[Kind]]: Kind
}

/** Refuses to ask for more or less than a provider takes at once by any way. A larger amount is asked for in parts. */
export async function refuseOutside(tx: Tx, { kind }: Payee, amount: number, field: 'amount' | 'via') {
  const limits = await limitsOf(tx, { provider: kind })
  if (!limits || (inCents(amount) >= inCents(limits.least) && inCents(amount) <= inCents(limits.most))) return
  const [least, most] = [amountIn('TWD', limits.least), amountIn('TWD', limits.most)]
  refuseField(field, [
    `線上付款一次可付 ${least} 到 ${most}，這筆是 ${amountIn('TWD', amount)}；請改請這個範圍內的金額，或選擇其他付款方式。`,
    `From ${least} to ${most} can be paid online at once, and this is ${amountIn('TWD', amount)}: ask for an amount within these limits, or choose another way to pay.`,
  ])
}

const limitsOf = oneRow(
  (_db, { provider }: { provider: string }) => sql<{ least: number; most: number }>`
  select least(card_least, case when takes_atm then atm_least end, case when takes_cvs then cvs_least end) as least,
         greatest(card_most, case when takes_atm then atm_most end) as most
    from payment_providers where provider = ${provider}`,
)
