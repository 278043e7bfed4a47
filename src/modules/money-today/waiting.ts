import { sql } from 'kysely'
import { Type } from 'typebox'
import { jsonArray } from '../../kit/db/json.ts'
import { currency, labelled, oneOf, shownFields } from '../../kit/fields.ts'
import { routes } from '../../kit/http/routes/routes.ts'
import { hasOneOf } from '../../kit/http/server/guard.ts'
import { bankLinesOf } from '../bank-files/bank-line.ts'
import { refunders } from '../bookings/flow.ts'
import { refundOrders } from '../bookings/refund-orders/refund-order.ts'
import { drawersOf } from '../cash/drawers.ts'
import { refundsDue } from '../money/queries.ts'
import { owing } from '../money/receivables.ts'
import { noticesToSee } from '../payment-providers/seen-notices.ts'
import { refundApprovers } from '../roles.ts'
import { type Acting, actingOf } from '../users/reader.ts'

/** What of the money waits for somebody, in the order in which it is looked at. */
// biome-ignore format: a list of names.
const waits = [
  'due_today', 'overdue', 'bank_unknown', 'bank_suggested', 'bank_sure', 'notices_to_see', 'refunds_to_approve', 'refunds_to_pay', 'refunds_due', 'cash_not_counted',
] as const

const Waiting = Type.Object({
  what: labelled(oneOf(waits), ['項目', 'What waits']),
  ...shownFields({ currency: currency() }),
  records: labelled(Type.Integer({ examples: [3] }), ['筆數', 'Records']),
  amount: Type.Number({ examples: [39900], written: 'money' }),
})

// Each part is what its own page lists.
const waiting = jsonArray((db, reader: Acting) =>
  db
    .selectFrom(
      sql<object>`(
    select what, currency, count(*) as records, sum(amount) as amount from (
      select case b.payment_due_on when today() then 'due_today' else 'overdue' end as what, b.currency, b.balance as amount
        from ${owing({})} b where b.payment_due_on <= today()
      union all select 'bank_' || l.sureness, l.currency, l.open_amount
        from (${bankLinesOf(db, {})}) l where l.state = 'new' and ${sql.lit(hasOneOf(reader.acts_as, refunders))}
      union all select 'notices_to_see', n.currency, coalesce(n.amount, 0)
        from ${noticesToSee} n where ${sql.lit(hasOneOf(reader.acts_as, refunders))}
      union all select case o.status when 'waiting' then 'refunds_to_approve' else 'refunds_to_pay' end, o.currency, o.amount
        from (${refundOrders(db, reader)}) o where o.status in ('waiting', 'approved')
      union all select 'refunds_due', r.booking ->> 'currency', r.open_amount from (${refundsDue(db)}) r
      union all select 'cash_not_counted', d.currency, coalesce(d.held, 0) from (${drawersOf(db, reader)}) d where not d.is_counted_today
      ) parts group by what, currency
     order by array_position(${sql.lit(`{${waits.join()}}`)}::text[], what), currency)`.as('waiting'),
    )
    .selectAll(),
)

/** `/api/money/today` */
export default routes((on) => {
  on.get(
    '',
    {
      name: 'listWaitingMoney',
      access: refundApprovers,
      summary:
        'What of the money waits today: what is due, lines of banks, notices of providers, refunds, and drawers that nobody has counted',
      slow: true,
      returns: Type.Array(Waiting),
      etag: 'none',
    },
    ({ db, actor }) => waiting(db, actingOf(actor)),
  )
})
