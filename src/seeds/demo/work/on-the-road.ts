import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'

/** What the leaders of trips that are on the way have written so far: a roll call each morning, and a note each evening. */
export async function writeOnTheRoad(tx: Tx) {
  await sql`
    with days as (
      select t.id, t.departure_date + n as day, n, u.id as leader
        from planned_trips t join users u on u.tour_leader_id = t.assigned_leader_id
       cross join generate_series(0, 4) n
       where t.status = 'departed' and t.departure_date + n < least(today(), t.return_date)
    ), called as (
      insert into roll_calls (planned_trip_id, entry_id, entered_at, entered_by, is_former_leader, name, at, place, entry_hash, created_at)
      select id, gen_random_uuid(), moment, leader, false, case n when 0 then '機場集合' else '早上出發' end, moment,
             case n when 0 then '航空公司團體櫃檯' else '飯店大廳' end, encode(sha256(('roll ' || id || ' ' || n)::bytea), 'hex'), moment + interval '1 minute'
        from days cross join lateral (select (day + time '08:20') at time zone house_zone() as moment) at
      returning id, planned_trip_id
    ), people as (
      insert into roll_call_people (roll_call_id, traveler_id, is_present)
      select c.id, v.id, true from called c join bookings b on b.planned_trip_id = c.planned_trip_id and b.status in ('held', 'confirmed', 'completed')
        join travelers v on v.booking_id = b.id and v.status = 'active'
    )
    insert into day_notes (planned_trip_id, entry_id, entered_at, entered_by, is_former_leader, day, text, entry_hash, created_at)
    select id, gen_random_uuid(), moment, leader, false, day,
           (array['班機準時，團員都已入住。', '下午有雨，改走室內行程；晚餐提早半小時。', '午餐餐廳份量偏少，已請地接改善。', '自由活動，全團準時集合。', '購物行程順利，車程比預定多一小時。'])[n + 1],
           encode(sha256(('note ' || id || ' ' || n)::bytea), 'hex'), moment + interval '3 minutes'
      from days cross join lateral (select (day + time '21:30') at time zone house_zone() as moment) at`.execute(tx)
  await spend(tx)
  await goWrong(tx)
}

/** On the first trip that is on the way somebody lost a passport, which was reported and closed within the day. */
const goWrong = (tx: Tx) =>
  sql`
    with led as (
      select t.id, u.id as leader, coalesce(t.op_user_id, u.id) as op, t.departure_date,
             (select v.id from bookings b join travelers v on v.booking_id = b.id and v.status = 'active'
               where b.planned_trip_id = t.id and b.status = 'confirmed' order by v.id limit 1) as traveler
        from planned_trips t join users u on u.tour_leader_id = t.assigned_leader_id
       where t.status = 'departed' order by t.departure_date, t.id limit 1
    ), at as (
      select led.*, least((departure_date + time '15:40') at time zone house_zone(), now() - interval '22 hours') as moment from led
    ), lost as (
      insert into incidents (planned_trip_id, entry_id, entered_at, entered_by, is_former_leader, kind, severity, happened_at, place, what, done, needs,
                             office_user_id, reported_to, reported_at, result, closed_by, closed_at, entry_hash, created_at)
      select id, gen_random_uuid(), moment + interval '20 minutes', leader, false, 'lost_passport', 'high', moment, '市區電車上',
             '團員下車後發現背包拉鍊被打開，護照與皮夾不見。人平安。', '已陪同到警察局報案，取得報案證明。', '請確認補發入國證明書所需文件，並通知家屬。',
             op, '觀光署、富邦產物保險', moment + interval '3 hours', '取得入國證明書，隨團繼續行程；皮夾未尋獲，協助申請不便險。', op, moment + interval '20 hours',
             encode(sha256(('incident ' || id)::bytea), 'hex'), moment + interval '25 minutes' from at
      returning id, planned_trip_id
    ), concerned as (
      insert into incident_travelers (incident_id, traveler_id) select lost.id, at.traveler from lost join at on at.id = lost.planned_trip_id where at.traveler is not null
    )
    insert into incident_updates (incident_id, text, written_by, created_at)
    select lost.id, said, case who when 'op' then at.op else at.leader end, at.moment + after
      from lost join at on at.id = lost.planned_trip_id
     cross join (values ('已聯絡代表處，明天上午九點可以辦理；需要兩張照片與報案證明。', 'op', interval '1 hour'),
                        ('照片已拍好，今晚先與領隊同住一層。', 'leader', interval '5 hours'),
                        ('已領到入國證明書，中午前歸隊。', 'leader', interval '19 hours')) each (said, who, after)
     order by after`.execute(tx)

/** Each leader on the way was given an advance; a lunch waits for approval, and a taxi is questioned. */
const spend = async (tx: Tx) => {
  await sql`
    insert into leader_advances (planned_trip_id, tour_leader_id, amount, currency, rate, given_on, given_by, note)
    select t.id, t.assigned_leader_id, 30000, house_currency(), 1, today(), coalesce(t.op_user_id, u.id), '團體零用金'
      from planned_trips t join users u on u.tour_leader_id = t.assigned_leader_id where t.status = 'departed'`.execute(
    tx,
  )
  await sql`
    insert into trip_expenses (planned_trip_id, entry_id, entered_at, entered_by, is_former_leader, tour_leader_id, day, kind, amount, currency, rate,
                               paid_from, description, voucher_number, no_voucher_reason, status, reason, decided_by, decided_at, entry_hash, created_at)
    select t.id, gen_random_uuid(), moment, u.id, false, t.assigned_leader_id, t.departure_date, kind, amount, house_currency(), 1,
           'advance', said, voucher, why, each.status, reason, case when reason is not null then coalesce(t.op_user_id, u.id) end,
           case when reason is not null then moment + interval '1 hour' end, encode(sha256((said || t.id)::bytea), 'hex'), moment
      from planned_trips t join users u on u.tour_leader_id = t.assigned_leader_id
     cross join (values ('meal', 3200, '第一天午餐加菜', 'AB-12345678', null, 'entered', null),
                        ('other', 850, '送行李回飯店的計程車', null, '司機沒有收據', 'questioned', '請補上車號與起訖地點')) each (kind, amount, said, voucher, why, status, reason)
     cross join lateral (select least((t.departure_date + time '14:00') at time zone house_zone(), now() - interval '2 hours') as moment) at
     where t.status = 'departed'`.execute(tx)
}
