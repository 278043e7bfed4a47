import { sql } from 'kysely'
import type { Tx } from '../../../kit/db/tables.ts'

type Said = { scores: (number | null)[]; remarks: string | null }

const said: Said[] = [
  { scores: [5, 5, 4, 5, 5], remarks: '領隊很照顧長輩，每天都提醒天氣。' },
  { scores: [4, 5, 4, 3, 5], remarks: null },
  { scores: [4, 4, 2, 4, 4], remarks: '第二晚的飯店離市區太遠，晚上出不去。' },
  { scores: [5, 5, 5, 4, 5], remarks: null },
  { scores: [3, 4, 4, 2, null], remarks: '午餐連續三天都是合菜，希望有變化。' },
]

/** Who has returned was asked how it was; most have answered. The first booking of the newest trip has not yet. */
export async function answerQuestions(tx: Tx) {
  await sql`
    with asked as (
      select b.id, t.return_date, row_number() over (order by t.return_date desc, b.id) as nth
        from bookings b join planned_trips t on t.id = b.planned_trip_id
       where t.return_date < today() - 2 and t.status in ('returned', 'settled') and b.status in ('confirmed', 'completed')
    ), said as (
      select asked.*, one.answer
        from asked left join jsonb_array_elements(${JSON.stringify(said)}::jsonb) with ordinality one (answer, place)
          on nth > 1 and nth % 7 > 0 and place = nth % ${sql.lit(said.length)} + 1
    )
    insert into trip_feedback (booking_id, trip_score, leader_score, hotels_score, meals_score, again_score, remarks, asked_at, answered_at, created_at)
    select id, (answer #>> '{scores,0}')::smallint, (answer #>> '{scores,1}')::smallint, (answer #>> '{scores,2}')::smallint,
           (answer #>> '{scores,3}')::smallint, (answer #>> '{scores,4}')::smallint, answer ->> 'remarks', asked_at,
           case when answer is not null then least(asked_at + nth * interval '5 hours', now() - interval '1 hour') end, asked_at
      from said cross join lateral (select (return_date + 2 + time '10:00') at time zone house_zone() as asked_at) sent`.execute(
    tx,
  )
}
