import { amountIn, shortDay } from 'guidon-design/formats'
import { type RawBuilder, sql } from 'kysely'
import { oneRow, theRow } from '../../kit/db/statement.ts'
import type { Db, Tx } from '../../kit/db/tables.ts'
import { askInTurn } from '../../kit/doubts.ts'
import { refuse, refuseField } from '../../kit/errors.ts'
import type { Words } from '../../kit/words/words.ts'
import { terms } from '../../terms.ts'
import type { PricingType } from './request.ts'
import { estimatedCost, needsQuote } from './types.ts'

/**
 * SQL: whether a type (`t`) is offered to the customers of a trip (`p`): by its countries, the month of its departure and its days. Staff
 * may order any type for any trip.
 */
export const fitsTrip: RawBuilder<boolean> = sql<boolean>`(
  (not exists (select from addon_type_countries c where c.type_id = t.id)
    or exists (select from addon_type_countries c join trip_countries v using (country_id)
                where c.type_id = t.id and v.planned_trip_id = p.id))
  and p.return_date - p.departure_date + 1 >= coalesce(t.min_days, 1)
  and case when coalesce(t.first_month, 1) <= coalesce(t.last_month, 12)
        then extract(month from p.departure_date) between coalesce(t.first_month, 1) and coalesce(t.last_month, 12)
        else extract(month from p.departure_date) >= t.first_month or extract(month from p.departure_date) <= t.last_month end)`

type AskedType = {
  id: number
  name: string
  name_en: string | null
  pricing_type: PricingType
  base_cost: number | null
  cost_currency: string
  most_per_person: number
}
type AskedOf = { traveler_id: number; quantity?: number | undefined; again?: boolean | undefined }

/**
 * Refuses what a customer cannot have: a type that is not offered for the trip of the traveler, more than one person may have, and a
 * second equal request that was not meant. The pages and the API ask this.
 */
export async function refuseUnoffered(tx: Tx, type: AskedType, asked: AskedOf) {
  const { traveler_id, again } = asked
  await refuseUnfit(tx, type, traveler_id)
  await askInTurn(tx, 'add-on', `${type.id}`, `${traveler_id}`)
  await refuseTooMany(tx, type, asked)
  const equal = await equalRequest(tx, { type: type.id, traveler: traveler_id })
  if (equal && !again)
    refuse('duplicate', { detail: askAgain(type, equal), errors: { again: [askAgain(type, equal)] } })
}

export async function refuseUnfit(db: Db, type: AskedType, traveler: number) {
  if (await isOffered(db, { type: type.id, traveler })) return
  const [zh, en] = namesOf(type)
  refuseField('type_id', [
    `這一團不提供「${zh}」：目的地、出發月份或天數不合；請選擇其他項目，或與我們聯絡。`,
    `“${en}” is not offered for this trip, because of where it goes, its month or its days: choose another one, or contact us.`,
  ])
}

const isOffered = oneRow((db, { type, traveler }: { type: number; traveler: number }) =>
  db
    .selectFrom('travelers as v')
    .innerJoin('bookings as b', 'b.id', 'v.booking_id')
    .innerJoin('planned_trips as p', 'p.id', 'b.planned_trip_id')
    .innerJoin('addon_request_types as t', (on) => on.on('t.id', '=', type))
    .select('t.id')
    .where('v.id', '=', traveler)
    .where(fitsTrip),
)

/** Refuses a quantity with which a traveler has more of a type than one person may have. `except` is the request that gets the quantity. */
export async function refuseTooMany(db: Db, type: AskedType, { traveler_id, quantity = 1 }: AskedOf, except = 0) {
  const { most_per_person: most } = type
  const { count } = await countOf(db, { type: type.id, traveler: traveler_id, except })
  if (count + quantity <= most) return
  const phone = (await db.selectFrom('house').select('phone').executeTakeFirst())?.phone
  const [zh, en] = namesOf(type)
  refuseField('quantity', [
    `每位旅客最多 ${most} 份「${zh}」${count ? `，已申請 ${count} 份` : ''}；需要更多，請${phone ? `來電 ${phone}` : '與我們聯絡'}。`,
    `At most ${most} of “${en}” for each traveler${count ? ` (${count} asked for already)` : ''}; for more, ${phone ? `call ${phone}` : 'contact us'}.`,
  ])
}

// What was cancelled or declined, or was delivered long ago, does not count.
const stillStands = sql<boolean>`r.public_status not in ('cancelled', 'rejected')
  and (r.public_status <> 'completed' or r.completed_at > now() - ${sql.lit(terms.equalAddon.interval)}::interval)`

type Of = { type: number; traveler: number }

const equals = (db: Db, { type, traveler }: Of) =>
  db
    .selectFrom('addon_requests as r')
    .where('r.type_id', '=', type)
    .where('r.traveler_id', '=', traveler)
    .where(stillStands)

const countOf = theRow((db, { except, ...of }: Of & { except: number }) =>
  equals(db, of).select(sql<number>`coalesce(sum(r.quantity), 0)::integer`.as('count')).where('r.id', '<>', except),
)

/** The newest request of the same type for the same traveler. */
export const equalRequest = oneRow((db, of: Of) =>
  equals(db, of)
    .select(['r.request_number', 'r.quantity'])
    .select(sql<string>`(r.created_at at time zone house_zone())::date::text`.as('asked_on'))
    .orderBy('r.id', 'desc')
    .limit(1),
)
type EqualRequest = NonNullable<Awaited<ReturnType<typeof equalRequest>>>

/** The question at a second equal request. */
export function askAgain(type: AskedType, { request_number, quantity, asked_on }: EqualRequest): Words {
  const [zh, en] = namesOf(type)
  return [
    `這位旅客在${shortDay(asked_on, 'zh-TW')}已申請「${zh}」${quantity} 份（${request_number}）；要再申請一次，請勾選「再申請一次」。`,
    `You asked for ${quantity} of “${en}” for this traveler on ${shortDay(asked_on, 'en')} (${request_number}); tick “Ask again” if you want another one.`,
  ]
}

/** What a quantity costs, in words, and what is said to have been seen; null where a quotation is needed. */
export function totalOf(type: AskedType, quantity: number) {
  const total = needsQuote(type) ? null : estimatedCost(type, quantity)
  return total === null ? null : { total, words: amountIn(type.cost_currency, total) }
}

const namesOf = ({ name, name_en }: AskedType): Words => [name, name_en ?? name]
