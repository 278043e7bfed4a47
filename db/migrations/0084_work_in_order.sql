-- Add-on requests by priority, the most urgent first, and the deadlines of all trips by day.
create index addon_requests_urgency on addon_requests (array_position('{urgent,high,normal,low}'::text[], priority::text), id);
create index trip_deadlines_by_day on trip_deadlines (due_on, id);
create index trip_deadlines_open on trip_deadlines (due_on, id) where done_at is null;
create index trip_deadlines_owner on trip_deadlines (owner, due_on, id);
create index trip_deadlines_created on trip_deadlines (created_at, id);
