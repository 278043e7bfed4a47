-- The session that was made of the briefing times of a trip: it moves with them, and whoever travels is invited.
alter table seminar_sessions add column planned_trip_id integer references planned_trips;
create index seminar_sessions_trip on seminar_sessions (planned_trip_id) where planned_trip_id is not null;
