import { sql } from 'kysely'
import { isOneOf } from '../../../kit/db/fragments.ts'
import type { Tx } from '../../../kit/db/tables.ts'
import { seatedStatuses } from '../../../modules/booking-statuses.ts'

const people = sql`travelers v join bookings b on b.id = v.booking_id and ${isOneOf('b.status', seatedStatuses)}
  join planned_trips t on t.id = b.planned_trip_id and t.status <> 'cancelled'`

/**
 * Documents that were requested, uploaded and verified: passports and visas of trips that depart soon or have departed, without
 * files, which are deleted after a trip. Those of later trips are requested, and one passport in twelve was rejected.
 */
export async function collectPapers(tx: Tx) {
  const isSoon = sql`t.departure_date < today() + 30`
  await paper(
    tx,
    'passport',
    sql`case when ${isSoon} then 'verified' when v.id % 12 = 0 then 'rejected' else 'received' end`,
  )(sql`from ${people} where v.passport_number is not null and t.departure_date < today() + 60`)
  await paper(
    tx,
    'passport',
    sql`'missing'`,
  )(sql`from ${people} where v.passport_number is null and t.departure_date between today() + 10 and today() + 60`)
  await paper(
    tx,
    'visa',
    sql`case when ${isSoon} and v.id % 9 > 0 then 'verified' else 'missing' end`,
  )(
    sql`from ${people} join trip_countries o on o.planned_trip_id = t.id join countries c on c.id = o.country_id
       where c.visa_policy in ('visa_required', 'e_visa', 'eta') and v.nationality = 'TW' and t.departure_date < today() + 60`,
  )
}

const paper = (tx: Tx, kind: string, status: ReturnType<typeof sql>) => (rows: ReturnType<typeof sql>) =>
  sql`
    insert into traveler_documents (traveler_id, kind, status, expires_on, reject_reason, verified_by, verified_at)
    select id, ${kind}, status, case status when 'missing' then null else expires_on end,
           case status when 'rejected' then '照片反光，看不清護照號碼，請重新拍攝。' end,
           case status when 'verified' then sales end, case status when 'verified' then least(now(), departure_date - interval '25 days') end
      from (select v.id, t.departure_date, coalesce(b.sales_user_id, t.sales_user_id) as sales, ${status} as status,
                   case ${kind} when 'passport' then v.passport_expires_on else t.return_date + 60 end as expires_on ${rows}) given
     order by id`.execute(tx)

const requests = [
  ['meal', '不吃牛肉，豬肉與雞肉都可以。', 'confirmed'],
  ['room', '想要安靜、離電梯遠一點的房間。', 'passed_on'],
  ['celebration', '旅途中是結婚三十週年，晚餐時想要一個小蛋糕。', 'acknowledged'],
  ['mobility', '膝蓋剛開完刀，機場需要輪椅。', 'confirmed'],
  ['seat', '同行兩人的機位請排在一起。', 'open'],
  ['medical', '糖尿病，隨身帶針劑，飯店請提供冷藏。', 'acknowledged'],
  ['meal', '對花生過敏，請提醒餐廳。', 'passed_on'],
] as const

/** Special requests of one traveler in nine; none is open once the trip has departed. */
export function enterRequests(tx: Tx) {
  return sql`
    insert into traveler_requests (traveler_id, kind, detail, status, visible_to_leader)
    select v.id, request ->> 0, request ->> 1, case when t.departure_date > today() then request ->> 2 else 'confirmed' end, request ->> 0 <> 'seat'
      from ${people} cross join lateral (select ${JSON.stringify(requests)}::jsonb -> (v.id / 9 % ${requests.length}) as request) wanted
     where v.id % 9 = 4 order by v.id`.execute(tx)
}

/** A customer with a confirmed booking asks to correct the name by her new passport; sales have not decided yet. */
export function askForChanges(tx: Tx) {
  return sql`
    insert into change_requests (traveler_id, fields, given_name_en, name_before, surname_en_before, given_name_en_before, bed_before,
                                 passenger_type_before, passenger_type_after, currency, price_before, price_after)
    select v.id, array['given_name_en'], replace(v.given_name_en, '-', ''), v.name, v.surname_en, v.given_name_en, v.bed,
           v.passenger_type, v.passenger_type, b.currency, b.total, b.total
      from ${people} where v.name = '蔡佳穎' and b.status = 'confirmed' and t.departure_date > today() order by v.id limit 1`.execute(
    tx,
  )
}
