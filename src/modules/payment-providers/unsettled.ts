import { sql } from 'kysely'
import { localDay } from '../../kit/db/fragments.ts'
import { moves } from '../bookings/moves.ts'

/**
 * SQL: what providers have not paid out yet: payments, and with a negative amount refunds to cards and payments that were taken back after they
 * had been paid out. `told` is the fee that the provider has told.
 */
export const unsettled = sql`(
  select m.id as payment_id, m.is_correction, m.source as provider, m.booking_id, m.method, m.reference, m.received_at,
         ${localDay(sql`m.received_at`)} as day, case m.kind when 'payment' then m.amount else -m.amount end as amount,
         case when m.kind = 'payment' and not m.is_correction then (select x.fee from provider_trades x where x.payment_id = m.id) end as told
    from ${moves} m
   where m.counts and m.source in ('ecpay', 'newebpay')
     and not exists (select from provider_settlement_payments i where i.payment_id = m.id and i.is_correction = m.is_correction))`

/** How many days a proposal looks back. */
const DAYS_BACK = 60
/** No provider keeps more, in percent. */
const MOST_PERCENT = 5

// Providers pay out whole days, so each row of days beside each other is one that a line may be the lump of.
const spans = sql`
  select f.provider, f.day as from_day, t.day as to_day, t.reached - f.reached + f.amount as gross, t.told - f.told + f.own_told as told,
         t.number - f.number + f.own as payments, t.untold - f.untold + f.own_untold = 0 as is_told
    from days f join days t on t.provider = f.provider and t.day >= f.day`
const days = sql`
  select provider, day, sum(amount) as amount, sum(sum(amount)) over so_far as reached, coalesce(sum(told), 0) as own_told,
         sum(coalesce(sum(told), 0)) over so_far as told, count(*) as own, sum(count(*)) over so_far as number,
         count(*) filter (where amount > 0 and told is null) as own_untold, sum(count(*) filter (where amount > 0 and told is null)) over so_far as untold
    from ${unsettled} u where day >= today() - ${sql.lit(DAYS_BACK)}::integer
   group by provider, day window so_far as (partition by provider order by day)`

// How a bank calls a provider that pays out.
const names = { ecpay: ['綠界', 'ecpay'].join('|'), newebpay: ['藍新', 'neweb'].join('|') }
const isNamed = sql`l.payer_text ~* case s.provider when 'ecpay' then ${sql.lit(names.ecpay)} else ${sql.lit(names.newebpay)} end`

/**
 * SQL: what the line of a bank of the alias `l` is likely to be the lump of: days whose payments come to it once the fee that was told goes off, or
 * where the text names the provider, those that leave a fee as providers keep it. Null if it is none.
 */
export const proposalOf = sql<object | null>`(
  with days as materialized (${days}), spans as materialized (${spans})
  select json_build_object('provider', s.provider, 'from_day', s.from_day, 'to_day', s.to_day, 'payments', s.payments, 'gross', s.gross,
           'fee', s.gross - l.amount)
    from spans s
   where s.to_day <= l.booked_on and s.gross >= l.amount and (s.is_told and s.gross - s.told = l.amount
      or ${isNamed} and s.gross - l.amount <= s.gross * ${sql.lit(MOST_PERCENT)}::numeric / 100)
   order by s.is_told and s.gross - s.told = l.amount desc, ${isNamed} desc nulls last, abs(s.gross - s.told - l.amount), s.from_day, s.to_day
   limit 1)`

/** SQL: whether the line of the alias `l` may be the lump of a provider at all. */
export const mayBeLump = sql<boolean>`(l.currency = 'TWD' and exists (select from ${unsettled} u))`
