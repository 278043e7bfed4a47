import { sql } from 'kysely'

/** SQL: what the provider has kept of the payment of this alias: its share of the lump, or until that came what the provider has told. */
export function feeOf(payment: string) {
  const id = sql.ref(`${payment}.id`)
  return sql<
    number | null
  >`coalesce((select i.fee from provider_settlement_payments i where i.payment_id = ${id} and not i.is_correction),
    (select x.fee from provider_trades x where x.payment_id = ${id}))`
}

/** SQL: the day on which the provider has paid out the payment of this alias. */
export function settledOn(payment: string) {
  return sql<
    string | null
  >`(select s.settled_on from provider_settlement_payments i join provider_settlements s on s.id = i.settlement_id
    where i.payment_id = ${sql.ref(`${payment}.id`)} and not i.is_correction)`
}
