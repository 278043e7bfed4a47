-- 代收轉付收據: what the agency gives for money that it passes on, on paper or at the platform. What a receipt says is kept as tax papers are,
-- beyond the erasure of a person; to whom it was issued is not copied into the audit.
create function receipt_items_fit(of_items jsonb, of_amount integer) returns boolean language sql immutable as $$
  select jsonb_typeof(of_items) = 'array' and jsonb_array_length(of_items) between 1 and 7
     and (select bool_and((item ->> 'count')::integer * (item ->> 'price')::integer = (item ->> 'amount')::integer)
                 and sum((item ->> 'amount')::integer) = of_amount from jsonb_array_elements(of_items) item)
$$;

create table legal_receipts (
  id             integer generated always as identity primary key,
  medium         varchar(10) not null check (medium in ('electronic', 'paper')),
  number         varchar(10) constraint legal_receipts_number check (number ~ '^[A-Z][0-9]{8}$'),
  buyer_kind     varchar(10) not null check (buyer_kind in ('person', 'company')),
  buyer_name     varchar(50) not null,
  buyer_ubn      varchar(8),
  buyer_email    varchar(254),
  buyer_address  varchar(200),
  amount         integer not null constraint legal_receipts_amount check (amount between 1 and 99999999),
  items          jsonb not null,
  comment        varchar(50),
  seller_name    varchar(50) not null,
  status         varchar(20) not null check (status in ('queued', 'issued', 'refused', 'void_waiting', 'void')),
  order_no       varchar(30) constraint legal_receipts_order_no unique,
  tries          integer not null default 0,
  platform       jsonb,
  error          varchar(500),
  issued_on      date,
  issued_by      integer references users,
  void_reason    varchar(500),
  voided_by      integer references users,
  voided_at      timestamptz,
  version        integer not null default 1,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  constraint legal_receipts_items check (receipt_items_fit(items, amount)),
  constraint legal_receipts_issued check (status in ('queued', 'refused') or number is not null and issued_on is not null),
  constraint legal_receipts_paper check (medium = 'electronic' or status in ('issued', 'void')),
  constraint legal_receipts_company check (buyer_kind = 'person' or buyer_ubn is not null or buyer_name = '•••'),
  constraint legal_receipts_void check (status not in ('void_waiting', 'void') or void_reason is not null)
);
create unique index legal_receipts_numbers on legal_receipts (number) where number is not null;
create index legal_receipts_status on legal_receipts (status, id);
create index legal_receipts_issued_on on legal_receipts (issued_on, id);
create index legal_receipts_created on legal_receipts (created_at, id);
create index legal_receipts_ubn on legal_receipts (buyer_ubn, id) where buyer_ubn is not null;
create index legal_receipts_buyers on legal_receipts (issued_on) where buyer_name <> '•••';
create index legal_receipts_issuer on legal_receipts (issued_by) where issued_by is not null;
create index legal_receipts_voider on legal_receipts (voided_by) where voided_by is not null;
select keep_record('legal_receipts', 'buyer_name', 'buyer_ubn', 'buyer_email', 'buyer_address', 'comment');

-- How much of a receipt is of which booking: one receipt may join several bookings of a company. `planned_trip_id` is the trip that it names.
create table legal_receipt_bookings (
  legal_receipt_id  integer not null references legal_receipts,
  booking_id        integer not null references bookings,
  planned_trip_id   integer not null references planned_trips,
  amount            integer not null check (amount > 0),
  primary key (legal_receipt_id, booking_id)
);
create index legal_receipt_bookings_booking on legal_receipt_bookings (booking_id);
create index legal_receipt_bookings_trip on legal_receipt_bookings (planned_trip_id);

-- 折讓: a part of a receipt that is given back, of one of its bookings. It counts once the buyer has confirmed it.
create table legal_receipt_allowances (
  id                integer generated always as identity primary key,
  legal_receipt_id  integer not null references legal_receipts,
  booking_id        integer not null,
  amount            integer not null constraint legal_receipt_allowances_amount check (amount > 0),
  items             jsonb not null,
  status            varchar(10) not null check (status in ('waiting', 'confirmed', 'cancelled', 'refused')),
  reason            varchar(500) not null,
  platform_no       varchar(20),
  error             varchar(500),
  asked_by          integer references users,
  decided_by        integer references users,
  confirmed_on      date,
  version           integer not null default 1,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  constraint legal_receipt_allowances_part foreign key (legal_receipt_id, booking_id) references legal_receipt_bookings,
  constraint legal_receipt_allowances_items check (receipt_items_fit(items, amount)),
  constraint legal_receipt_allowances_confirmed check ((status = 'confirmed') = (confirmed_on is not null))
);
create index legal_receipt_allowances_receipt on legal_receipt_allowances (legal_receipt_id, booking_id);
create index legal_receipt_allowances_booking on legal_receipt_allowances (booking_id);
create index legal_receipt_allowances_status on legal_receipt_allowances (status, id);
create index legal_receipt_allowances_asker on legal_receipt_allowances (asked_by) where asked_by is not null;
create index legal_receipt_allowances_decider on legal_receipt_allowances (decided_by) where decided_by is not null;
select keep_record('legal_receipt_allowances');

-- Who wants which title for the receipts of a booking.
create table receipt_buyers (
  id          integer generated always as identity primary key,
  booking_id  integer not null references bookings,
  kind        varchar(10) not null check (kind in ('person', 'company')),
  name        varchar(50) not null,
  ubn         varchar(8),
  email       varchar(254),
  address     varchar(200),
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  constraint receipt_buyers_company check ((kind = 'company') = (ubn is not null))
);
create index receipt_buyers_booking on receipt_buyers (booking_id, id);
select keep_record('receipt_buyers', 'name', 'ubn', 'email', 'address');

-- What receipts say of a booking: `standing` is what was issued or is about to be, without what was given back; of it `going_back` is what was asked
-- to be given back, and the platform or the buyer has not answered yet.
create function receipts_of(of_booking integer, out standing integer, out going_back integer) language sql stable as $$
  select coalesce(sum(p.amount - back.confirmed), 0)::integer,
         coalesce(sum(case r.status when 'void_waiting' then p.amount - back.confirmed else back.waiting end), 0)::integer
    from legal_receipt_bookings p join legal_receipts r on r.id = p.legal_receipt_id,
    lateral (select coalesce(sum(a.amount) filter (where a.status = 'confirmed'), 0) as confirmed,
                    coalesce(sum(a.amount) filter (where a.status = 'waiting'), 0) as waiting
               from legal_receipt_allowances a where a.legal_receipt_id = p.legal_receipt_id and a.booking_id = p.booking_id) back
   where p.booking_id = of_booking and r.status in ('queued', 'issued', 'void_waiting')
$$;

-- How much may stand: what was paid and not paid back. Receipts are in the currency of Taiwan.
create function receiptable(of_booking integer) returns numeric language sql stable as $$
  select case when currency = 'TWD' then greatest(paid, 0) else 0 end from bookings where id = of_booking
$$;

-- The one gate of receipts. Money goes back once it was asked to give the receipt back; a new receipt is issued only for what no other one stands for.
-- Those who change one booking at once wait for each other here, and each statement sees what the other has committed.
create function keep_receipts_of(of_booking integer, is_new boolean) returns void language plpgsql as $$
declare
  its record;
  most numeric;
begin
  perform from bookings where id = of_booking for no key update;
  select * into its from receipts_of(of_booking);
  -- A booking that was removed meanwhile has none.
  most := coalesce(receiptable(of_booking), its.standing);
  if its.standing - (case when is_new then 0 else its.going_back end) <= most then return; end if;
  raise exception 'receipts are above what was paid' using errcode = '23514', constraint = 'receipts_within_payments', detail = (
    select json_build_object('booking_id', b.id, 'number', b.booking_number, 'currency', b.currency, 'most', most, 'standing', its.standing,
             'going_back', its.going_back, 'receipts', (
               select json_agg(json_build_object('id', r.id, 'number', r.number, 'amount', p.amount) order by r.id)
                 from legal_receipt_bookings p join legal_receipts r on r.id = p.legal_receipt_id
                where p.booking_id = b.id and r.status in ('queued', 'issued')))
      from bookings b where b.id = of_booking);
end $$;

-- The parts of a receipt come to its amount; an allowance is of a receipt that stands, and no more than its part.
create function keep_receipt_whole(of_receipt integer) returns void language plpgsql as $$
begin
  if exists (select from legal_receipts r where r.id = of_receipt
      and r.amount <> (select coalesce(sum(p.amount), 0) from legal_receipt_bookings p where p.legal_receipt_id = r.id)) then
    raise exception 'the parts of a receipt are not its amount' using errcode = '23514', constraint = 'receipt_is_whole';
  end if;
  if exists (select from legal_receipt_bookings p join legal_receipts r on r.id = p.legal_receipt_id,
      lateral (select coalesce(sum(a.amount), 0) as back from legal_receipt_allowances a
                where a.legal_receipt_id = p.legal_receipt_id and a.booking_id = p.booking_id and a.status in ('waiting', 'confirmed')) given
      where r.id = of_receipt and given.back > case when r.status = 'issued' then p.amount else 0 end) then
    raise exception 'an allowance is above its receipt' using errcode = '23514', constraint = 'allowance_within_receipt';
  end if;
end $$;

create function keep_legal_receipt() returns trigger language plpgsql as $$
declare of_booking integer;
begin
  perform keep_receipt_whole(new.id);
  for of_booking in select booking_id from legal_receipt_bookings where legal_receipt_id = new.id order by booking_id loop
    perform keep_receipts_of(of_booking, (tg_op = 'INSERT' or old.status in ('refused', 'void')) and new.status in ('queued', 'issued'));
  end loop;
  return null;
end $$;
create constraint trigger keep_receipts after insert or update of status, amount on legal_receipts deferrable initially deferred
  for each row execute function keep_legal_receipt();

create function keep_receipt_part() returns trigger language plpgsql as $$
declare its record := case when tg_op = 'DELETE' then old else new end;
begin
  perform keep_receipt_whole(its.legal_receipt_id);
  perform keep_receipts_of(its.booking_id, false);
  return null;
end $$;
create constraint trigger keep_receipts after insert or update or delete on legal_receipt_bookings deferrable initially deferred
  for each row execute function keep_receipt_part();
create constraint trigger keep_receipts after insert or update or delete on legal_receipt_allowances deferrable initially deferred
  for each row execute function keep_receipt_part();

create function keep_receipts_of_booking() returns trigger language plpgsql as $$
begin
  perform keep_receipts_of(new.id, false);
  return null;
end $$;
create constraint trigger keep_receipts after update on bookings deferrable initially deferred
  for each row when (new.paid < old.paid or new.currency <> old.currency) execute function keep_receipts_of_booking();

-- Whoever has the booking open hears of a receipt.
create function announce_receipt() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object('type', 'booking', 'id', b.id, 'version', b.version)::text)
    from legal_receipt_bookings p join bookings b on b.id = p.booking_id where p.legal_receipt_id = new.id;
  return null;
end $$;
create trigger announce_change after update on legal_receipts for each row execute function announce_receipt();

alter table house
  add column sales_issue_receipts boolean not null default false,
  add column receipts_kept_years integer not null default 10 check (receipts_kept_years between 5 and 30);
