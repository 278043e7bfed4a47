-- What a colleague asks others to approve, of every kind: src/modules/approvals/kinds.ts says what each kind does when it is approved.
-- `params` is what was asked, `facts` the account of the booking when it was asked. A birth date is sealed with the key of its traveler.
create table approvals (
  id            integer generated always as identity primary key,
  kind          varchar(30) not null,
  booking_id    integer not null references bookings,
  params        jsonb not null,
  birth_date    personal,
  person_key    uuid references person_keys,
  facts         jsonb not null default '{}',
  reason        varchar(500) not null,
  currency      varchar(3) not null,
  price_before  numeric(16, 2) not null,
  price_after   numeric(16, 2) not null,
  status        varchar(20) not null default 'waiting' check (status in ('waiting', 'approved', 'declined', 'withdrawn')),
  asked_by      integer not null references users,
  decided_by    integer references users,
  decided_at    timestamptz,
  note          varchar(500),
  version       integer not null default 1,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
create index approvals_booking on approvals (booking_id, id);
create index approvals_status on approvals (status, created_at, id);
create index approvals_kind on approvals (kind, created_at, id);
create index approvals_created on approvals (created_at, id);
create index approvals_asked_by on approvals (asked_by, id);
create index approvals_decided_by on approvals (decided_by);
create index approvals_person_key on approvals (person_key);
select keep_record('approvals');

-- What was given up of a price beside discounts: a fee of the terms that is not charged, a fare that was lowered after the confirmation.
-- What nobody approved counts as a discount. The gate of bookings writes it: src/modules/bookings/gate.ts.
create table booking_concessions (
  id           integer generated always as identity primary key,
  booking_id   integer not null references bookings,
  amount       numeric(16, 2) not null check (amount > 0),
  reason       varchar(2000),
  approved_by  integer references users,
  created_by   integer references users,
  created_at   timestamptz not null default now()
);
create index booking_concessions_booking on booking_concessions (booking_id, id);
create index booking_concessions_approver on booking_concessions (approved_by);
create index booking_concessions_creator on booking_concessions (created_by);

-- What the gate compares before and after a transaction. `fares` is the price of the trip for those who travel.
create function account_of(of_booking integer) returns json language sql stable as $$
  select json_build_object('id', b.id, 'number', b.booking_number, 'status', b.status, 'planned_trip_id', b.planned_trip_id,
    'trip_status', (select t.status from planned_trips t where t.id = b.planned_trip_id), 'currency', b.currency,
    'total', b.total, 'penalty', coalesce(b.penalty, 0), 'cause', b.cancel_cause,
    'fares', l.fares, 'fees', l.fees, 'discounts', l.discounts, 'conceded', c.unapproved, 'conceded_in_all', c.in_all,
    'travel', (select coalesce(json_agg(v.id), '[]') from travelers v where v.booking_id = b.id and v.status = 'active'),
    'left', (select coalesce(json_agg(v.id), '[]') from travelers v where v.booking_id = b.id and v.status = 'cancelled'))
    from bookings b,
    lateral (select
        coalesce(sum(at_rate(amount, rate)) filter (where kind not in ('addon', 'surcharge', 'discount', 'cancellation')), 0) as fares,
        coalesce(sum(at_rate(amount, rate)) filter (where kind = 'cancellation'), 0) as fees,
        coalesce(-sum(at_rate(amount, rate)) filter (where kind = 'discount' and override_reason is null), 0) as discounts
      from booking_price_lines where booking_id = b.id) l,
    lateral (select coalesce(sum(amount) filter (where approved_by is null), 0) as unapproved, coalesce(sum(amount), 0) as in_all
      from booking_concessions where booking_id = b.id) c
   where b.id = of_booking
$$;

-- Tells the connection, before the first change of what a booking costs, the account as it was at the begin of the transaction: once for each
-- booking, whatever follows. Only transactions of people are told, and only of this release: the release before does not set `guidon.gated`.
create function tell_account() returns trigger language plpgsql as $$
declare
  changed constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  booking constant integer := changed ->> tg_argv[0];
  told constant text := coalesce(current_setting('guidon.told', true), '');
begin
  if position(format('/%s/', booking) in told) = 0 then
    perform set_config('guidon.told', told || format('/%s/', booking), true);
    raise notice 'account' using detail = account_of(booking)::text;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger tell_account before insert or update or delete on booking_price_lines for each row
  when (current_setting('guidon.gated', true) = 'on') execute function tell_account('booking_id');
create trigger tell_account before insert on booking_concessions for each row
  when (current_setting('guidon.gated', true) = 'on') execute function tell_account('booking_id');
create trigger tell_account before update of status, planned_trip_id, cancel_cause on bookings for each row
  when (current_setting('guidon.gated', true) = 'on') execute function tell_account('id');
create trigger tell_account before update of status, passenger_type, bed, bed_type, roommate_group, ticket_handling on travelers
  for each row when (current_setting('guidon.gated', true) = 'on') execute function tell_account('booking_id');
create trigger tell_account_of_removal before delete on travelers for each row
  when (current_setting('guidon.gated', true) = 'on') execute function tell_account('booking_id');
