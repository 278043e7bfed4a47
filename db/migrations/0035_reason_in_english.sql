-- Why the agency cancelled a trip or a booking, for customers who read English. Without it they read the cause alone.
alter table planned_trips add column cancel_reason_en varchar(2000);
alter table bookings add column cancel_reason_en varchar(2000);
