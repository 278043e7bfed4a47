import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { isOneOf } from '../../kit/db/fragments.ts'
import { statement, theRow } from '../../kit/db/statement.ts'
import type { Db } from '../../kit/db/tables.ts'
import { ref } from '../../kit/fields.ts'
import { terms } from '../../terms.ts'
import { aliveStatuses, seatedStatuses } from '../booking-statuses.ts'
import { storedAs } from './rules.ts'
import type { TravelerChange } from './schema.ts'
import { type Check, checkNames, checkTable } from './words.ts'

type Checks = { id: number; name: string; checks: Check[] }

// The entry rules of countries are those for this passport. A trip within Taiwan needs no passport.
const HOME = sql.lit('TW')

const abroad = sql`trip_countries tc join countries c on c.id = tc.country_id and c.iso_alpha2 <> coalesce(travelers.nationality, ${HOME})`
// The documents that the traveler has uploaded, read once for all checks.
const isHere = isOneOf('d.status', ['received', 'verified'])
const papers = sql`
  select count(*) filter (where d.kind = 'visa' and ${isHere} and (d.expires_on is null or d.expires_on >= way.home_on)) as visas,
         coalesce(bool_or(d.kind = 'passport' and ${isHere}), false)
           or num_nonnulls(travelers.passport_number, travelers.passport_expires_on) > 0 as has_passport,
         coalesce(bool_or(d.status = 'missing'), false) as any_missing, coalesce(bool_or(d.status = 'rejected'), false) as any_rejected
    from traveler_documents d where d.traveler_id = travelers.id`

// SQL: how long a passport should be valid after the return.
const safe = sql`${sql.lit(terms.passportAfterReturn.interval)}::interval`

// The strictest passport rules of the trip's countries between two dates.
const passportGoal = (departs_on: RawBuilder<unknown>, home_on: RawBuilder<unknown>) => sql`
  select count(*) > 0 or not exists (select from trip_countries o where o.planned_trip_id = b.planned_trip_id) as needs_passport,
         greatest(${home_on}, coalesce(max((case c.passport_validity_basis when 'return' then ${home_on} else ${departs_on} end
           + c.passport_min_validity_months * interval '1 month')::date), (${home_on} + ${safe})::date)) as passport_until,
         count(*) filter (where c.visa_policy in ('visa_required', 'e_visa', 'eta')) as visas
    from ${abroad} where tc.planned_trip_id = b.planned_trip_id`

// Computed on every read, because dates, flights, rules and documents change.
const ground = sql`
  bookings b join planned_trips t on t.id = b.planned_trip_id
  cross join lateral (
    select greatest(t.return_date, (select max((f.arrives_at at time zone f.arrives_timezone)::date)
      from planned_trip_flights f where f.planned_trip_id = t.id and f.status <> 'cancelled')) as home_on) way
  cross join lateral (${passportGoal(sql`t.departure_date`, sql`way.home_on`)}) goal
  cross join lateral (${papers}) papers`

const isForeign = sql`coalesce(travelers.nationality, ${HOME}) <> ${HOME}`
const until = sql`travelers.passport_expires_on`

// Customers learn nothing about other bookings, not even that the same passport is used there.
const within = (isOutside: boolean) => (isOutside ? sql`and ob.id = b.id` : sql``)
// Found by the indexes of the fingerprints, which few people share, instead of reading all travelers of the trip.
const others = (isOutside: boolean, same: RawBuilder<unknown>) => sql`exists (
  select from travelers o join bookings ob on ob.id = o.booking_id
   where (${same}) and o.id <> travelers.id and o.status = 'active'
     and ob.planned_trip_id = t.id and ob.status not in ('cancelled', 'expired') ${within(isOutside)})`
// Names are compared last, because `lower` costs more than all other checks together.
const isSame = sql`o.passport_mark = travelers.passport_mark or o.identity_mark = travelers.identity_mark
  or (o.birth_mark = travelers.birth_mark and lower(o.name) = lower(travelers.name))`

const conditions = (isOutside: boolean): Record<Check, RawBuilder<unknown>> => ({
  birth_date_missing: sql`travelers.passenger_type is null`,
  passport_missing: sql`goal.needs_passport and not papers.has_passport`,
  passport_details_missing: sql`goal.needs_passport and papers.has_passport
    and (travelers.passport_number is null or ${until} is null)`,
  passport_name_missing: sql`goal.needs_passport and num_nonnulls(travelers.surname_en, travelers.given_name_en) < 2`,
  passport_expired: sql`goal.needs_passport and ${until} < t.departure_date`,
  passport_expiring: sql`goal.needs_passport and ${until} >= t.departure_date and ${until} < goal.passport_until`,
  passport_under_six_months: sql`goal.needs_passport and ${until} >= goal.passport_until and ${until} < way.home_on + ${safe}`,
  visa_missing: sql`not ${isForeign} and goal.visas > papers.visas`,
  entry_rules_unknown: sql`goal.needs_passport and ${isForeign}`,
  document_missing: sql`papers.any_missing`,
  document_rejected: sql`papers.any_rejected`,
  minor_without_guardian: sql`travelers.is_minor and not exists (
    select from travelers o where o.booking_id = travelers.booking_id and o.status = 'active' and not o.is_minor)`,
  // Each adult may have one infant on the lap. The infants that were entered first count first.
  too_many_infants: sql`travelers.passenger_type = 'infant' and (
    select count(*) filter (where o.passenger_type = 'infant' and o.id <= travelers.id)
             > count(*) filter (where coalesce(o.passenger_type, 'adult') = 'adult')
      from travelers o where o.booking_id = travelers.booking_id and o.status = 'active')`,
  single_room_shared: sql`travelers.bed and travelers.bed_type = 'single' and exists (
    select from travelers o where o.booking_id = travelers.booking_id and o.id < travelers.id and o.status = 'active'
       and o.bed and o.bed_type = 'single' and o.roommate_group = travelers.roommate_group)`,
  duplicate_traveler: others(isOutside, isSame),
})

const namesOf = (isOutside: boolean) => {
  const each = Object.entries(conditions(isOutside)).map(
    ([name, holds]) => sql`case when ${holds} then ${sql.lit(name)} end`,
  )
  return sql<Check[]>`case when ${isToTravel} then array_remove(array[${sql.join(each)}], null) else '{}' end`
}
// Who does not travel any more lacks nothing.
const isToTravel = sql`travelers.status = 'active' and b.status not in ('cancelled', 'expired')`

const checksAs = (isOutside: boolean) =>
  sql<Check[]>`(select ${namesOf(isOutside)} from ${ground} where b.id = travelers.booking_id)`

/** The checks of a row of `travelers`: for staff, and for its customer. */
export const checks = checksAs(false)
export const ownChecks = checksAs(true)

const inWords = checkNames.map((name) => {
  const [light, [zh, en]] = checkTable[name]
  return sql`(${sql.lit(name)}, ${sql.lit(light)}, ${sql.lit(zh)}, ${sql.lit(en)})`
})

/** An array of checks as JSON, each with its light and its sentences. */
export function checksInWords(names: RawBuilder<unknown>) {
  return sql`(select json_agg(json_build_object('kind', kind, 'light', light, 'count', 1, 'says', says, 'says_en', says_en))
    from (values ${sql.join(inWords)}) words (kind, light, says, says_en) where kind = any(${names}))`
}

const neededUntil = sql<string | null>`case when goal.needs_passport then goal.passport_until end`

/** To be joined to a row of `travelers`: its checks, and the date until which its passport must be valid. */
export function checkedTraveler(isOutside: boolean) {
  return sql<{ checks: Check[]; passport_needed_until: string | null }>`(
    select ${namesOf(isOutside)} as checks, ${neededUntil} as passport_needed_until
      from ${ground} where b.id = travelers.booking_id)`.as<'checked'>('checked')
}

/** All travelers with a seat on a trip, with their failed checks. */
export function seatedTravelers(db: Db, { id }: { id: number | RawBuilder<number> }) {
  return db
    .selectFrom('travelers')
    .innerJoin('bookings as o', 'o.id', 'travelers.booking_id')
    .innerJoinLateral(checkedTraveler(false), (join) => join.onTrue())
    .select(['travelers.id as traveler_id', 'travelers.name', 'o.booking_number'])
    .select(['checked.checks', 'checked.passport_needed_until'])
    .where('o.planned_trip_id', '=', id)
    .where('o.status', 'in', seatedStatuses)
    .where('travelers.status', '=', sql.lit('active'))
    .orderBy('o.booking_number')
    .orderBy('travelers.id')
}

/** Travelers whose passports would expire too early if the trip took place between these dates. */
export function passportsTooShort(planned_trip_id: number | RawBuilder<number>, from: string, to: string) {
  return sql`
  select 'traveler', travelers.id from bookings b join travelers on travelers.booking_id = b.id and travelers.status = 'active'
   cross join lateral (${passportGoal(sql`${from}::date`, sql`${to}::date`)}) goal
   where b.planned_trip_id = ${planned_trip_id} and ${isOneOf('b.status', aliveStatuses)}
     and goal.needs_passport and travelers.passport_expires_on < goal.passport_until`
}

const isTwiceInParty = theRow((db, { id }: { id: number }) =>
  db
    .selectFrom('travelers')
    .innerJoin('bookings as b', 'b.id', 'travelers.booking_id')
    .innerJoin('planned_trips as t', 't.id', 'b.planned_trip_id')
    .select(sql<boolean>`${others(true, isSame)}`.as('is_twice'))
    .where('travelers.id', '=', id),
)
/** Whether another traveler of the same booking is the same person. */
export async function isTwice(db: Db, given: { id: number }) {
  return (await isTwiceInParty(db, given)).is_twice
}

/** Remarks about new travelers: failed checks, and names that were stored in capitals. */
export const Entered = Type.Object({
  warnings: Type.Array(
    Type.Object({
      id: ref(),
      name: Type.String(),
      checks: Type.Array(Type.String()),
      stored_as: Type.Object({ surname_en: Type.Optional(Type.String()), given_name_en: Type.Optional(Type.String()) }),
    }),
  ),
})

type Party = { booking_id: number; id?: number }
const checkedParty = statement((db, { booking_id, id }: Party) =>
  db
    .selectFrom('travelers')
    .select(['id', 'name', ownChecks.as('checks')])
    .where('booking_id', '=', booking_id)
    .$if(id !== undefined, (rows) => rows.where('id', '=', id ?? 0))
    .orderBy('id'),
)
/**
 * Travelers of a booking, or one of them, that have failed checks or names that were stored in capitals, for the answer of an
 * action. `sent` has them in the same order.
 */
export async function warningsOf(db: Db, party: Party, sent: readonly TravelerChange[]): Promise<Warning[]> {
  return (await checkedParty(db, party))
    .map((traveler, i) => ({ ...traveler, stored_as: storedAs(sent[i] ?? {}) }))
    .filter(({ checks, stored_as }) => checks.length || Object.keys(stored_as).length)
}
type Warning = Checks & { stored_as: Record<string, string> }
