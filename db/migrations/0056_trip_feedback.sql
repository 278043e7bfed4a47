-- The questions to who has returned, as the house words them, and what each booking answers. A row is there when the booking was asked, or has answered.
alter table house add column feedback_questions jsonb not null default '{
  "trip": {"question": "整趟旅程您滿意嗎？", "question_en": "How was the whole trip?"},
  "leader": {"question": "領隊的照顧與說明如何？", "question_en": "How was your tour leader?"},
  "hotels": {"question": "住宿如何？", "question_en": "How were the hotels?"},
  "meals": {"question": "餐食如何？", "question_en": "How were the meals?"},
  "again": {"question": "您願意再跟我們出去玩嗎？", "question_en": "Would you travel with us again?"}
}';

create table trip_feedback (
  id            integer generated always as identity primary key,
  booking_id    integer not null constraint trip_feedback_booking unique references bookings on delete cascade,
  trip_score    smallint check (trip_score between 1 and 5),
  leader_score  smallint check (leader_score between 1 and 5),
  hotels_score  smallint check (hotels_score between 1 and 5),
  meals_score   smallint check (meals_score between 1 and 5),
  again_score   smallint check (again_score between 1 and 5),
  remarks       varchar(2000),
  asked_at      timestamptz,
  answered_at   timestamptz,
  version       integer not null default 1,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
create index trip_feedback_answered on trip_feedback (answered_at, id);
create index trip_feedback_created on trip_feedback (created_at, id);
select keep_record('trip_feedback');
