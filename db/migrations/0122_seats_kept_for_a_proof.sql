-- A waitlisted party whose turn it is and whose mailbox is not proved: until when its seats are kept for it, once.
select close_idle_connections();
alter table bookings add column proof_until timestamptz;
create index bookings_proof on bookings (planned_trip_id, proof_until) where proof_until is not null;
