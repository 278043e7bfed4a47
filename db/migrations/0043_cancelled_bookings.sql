-- How a booking and its requests stood before it was cancelled, so that a mistake can be taken back. Until `undo_until` whoever cancelled
-- can undo it, its seats stay kept, and nobody is told; null once everybody is told.
create table cancelled_bookings (
  booking_id       integer primary key references bookings on delete cascade,
  status           varchar(20) not null,
  offered_at       timestamptz,
  hold_expires_at  timestamptz,
  undo_until       timestamptz
);
create index cancelled_bookings_undo on cancelled_bookings (undo_until) where undo_until is not null;
create table cancelled_requests (
  addon_request_id  integer primary key references addon_requests on delete cascade,
  booking_id        integer not null references bookings on delete cascade,
  status            varchar(20) not null,
  public_status     varchar(20) not null
);
create index cancelled_requests_booking on cancelled_requests (booking_id);

alter table bookings add column restore_reason varchar(2000);

-- Takes back what a cancellation of a moment ago has done to the amounts that are owed back: they are what they were before. What was paid
-- back meanwhile stays.
create function take_back_obligations(of_booking integer, since timestamptz) returns void language sql as $$
  with gone as (
    delete from obligation_settlements s using booking_obligations o
     where s.obligation_id = o.id and o.booking_id = of_booking and s.created_at = since and s.payment_id is null
    returning s.obligation_id, s.amount)
  update booking_obligations o set open_amount = o.open_amount + g.amount
    from (select obligation_id, sum(amount) as amount from gone group by obligation_id) g where o.id = g.obligation_id;
  delete from booking_obligations o
   where o.booking_id = of_booking and o.created_at = since and o.cause = 'cancellation'
     and not exists (select from obligation_settlements s where s.obligation_id = o.id);
$$;
