create table addon_categories (
  id          integer generated always as identity primary key,
  name        varchar(100) not null constraint addon_categories_name unique,
  name_en     varchar(100),
  department  varchar(20) not null check (department in ('ticketing', 'line_control', 'op')),
  notes       varchar(2000),
  is_active   boolean not null default true,
  sort_order  integer not null default 0,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
select keep_record('addon_categories');

create table addon_request_types (
  id                     integer generated always as identity primary key,
  category_id            integer not null references addon_categories,
  name                   varchar(100) not null,
  name_en                varchar(100),
  type_code              varchar(50) not null constraint addon_request_types_code unique,
  pricing_type           varchar(30) not null default 'fixed_price' check (pricing_type in ('free', 'fixed_price', 'quotation_required')),
  base_cost              numeric(12, 2) check (base_cost >= 0),
  cost_currency          varchar(3) not null default house_currency(),
  requires_approval      boolean not null default false,
  processing_time_hours  integer not null default 24 check (processing_time_hours between 0 and 8760),
  is_active              boolean not null default true,
  sort_order             integer not null default 0,
  description            varchar(2000),
  description_en         varchar(2000),
  customer_visible       boolean not null default true,
  version                integer not null default 1,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now()
);
create index addon_request_types_pricing on addon_request_types (pricing_type);
create index addon_request_types_category on addon_request_types (category_id, sort_order, id);
select keep_record('addon_request_types');

-- One number for every request, never used twice.
create sequence addon_request_numbers;

create table addon_requests (
  id                 integer generated always as identity primary key,
  request_number     varchar(20) not null default 'AR' || lpad(nextval('addon_request_numbers')::text, 7, '0') constraint addon_requests_number unique,
  type_id            integer not null references addon_request_types,
  traveler_id        integer not null references travelers,
  booking_id         integer not null references bookings,
  planned_trip_id    integer not null references planned_trips,
  quantity           integer not null default 1 check (quantity between 1 and 999),
  details            jsonb not null default '{}',
  needed_by          date,
  priority           varchar(10) not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  status             varchar(20) not null
                     check (status in ('pending_approval', 'open', 'inquiring', 'quoted', 'offered', 'negotiating', 'accepted', 'rejected', 'confirmed', 'completed', 'cancelled')),
  status_since       timestamptz not null default now(),
  department         varchar(20) not null check (department in ('ticketing', 'line_control', 'op')),
  assignee_id        integer references users,
  sales_user_id      integer references users,
  created_by         integer not null references users,
  estimated_cost     numeric(12, 2) check (estimated_cost >= 0),
  quoted_price       numeric(12, 2) check (quoted_price >= 0),
  quoted_until       timestamptz,
  final_cost         numeric(12, 2) check (final_cost >= 0),
  currency           varchar(3) not null,
  offer_id           integer,
  customer_response  varchar(20) check (customer_response in ('pending', 'accepted', 'rejected', 'negotiating')),
  response_deadline  timestamptz,
  cancel_reason      varchar(2000),
  completed_at       timestamptz,
  -- What a customer may know of the changes: internal steps do not count.
  public_status         varchar(20) not null,
  public_version        integer not null default 1,
  public_updated_at     timestamptz not null default now(),
  public_cancel_reason  varchar(2000),
  version            integer not null default 1,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  constraint addon_requests_end check ((status = 'completed') = (completed_at is not null)),
  constraint addon_requests_reason check (status <> 'cancelled' or cancel_reason is not null)
);
create index addon_requests_created on addon_requests (created_at, id);
create index addon_requests_response on addon_requests (customer_response, created_at, id);
create index addon_requests_status on addon_requests (status, created_at, id);
create index addon_requests_department on addon_requests (department, status, created_at, id);
create index addon_requests_sales on addon_requests (sales_user_id, status, created_at, id);
create index addon_requests_assignee on addon_requests (assignee_id, created_at, id);
create index addon_requests_type on addon_requests (type_id, created_at, id);
create index addon_requests_traveler on addon_requests (traveler_id, created_at, id);
create index addon_requests_booking on addon_requests (booking_id, created_at, id);
create index addon_requests_trip on addon_requests (planned_trip_id, created_at, id);
create index addon_requests_creator on addon_requests (created_by);
create index addon_requests_needed on addon_requests (needed_by, id);
create index addon_requests_priority on addon_requests (priority, created_at, id);
create index addon_requests_awaiting on addon_requests (response_deadline, offer_id) where status = 'offered';
create index addon_requests_deadline on addon_requests (response_deadline, id);
create index addon_requests_number_search on addon_requests using gin (request_number gin_trgm_ops);
select keep_named('addon_requests', '{admin, sales}', 'sales_user_id');
select keep_record('addon_requests');

-- The conversation. Entries are added, never edited or removed; only an offer receives its answer. It is its own log.
create table addon_communications (
  id                          integer generated always as identity primary key,
  addon_request_id            integer not null references addon_requests,
  user_id                     integer references users,
  sender_type                 varchar(20) not null check (sender_type in ('sales', 'department', 'customer', 'system')),
  message_type                varchar(20) not null
                              check (message_type in ('inquiry', 'quote', 'confirmation', 'rejection', 'modification', 'approval', 'completion', 'cancellation', 'note')),
  message                     varchar(5000) not null,
  quoted_price                numeric(12, 2) check (quoted_price >= 0),
  customer_response           varchar(20) check (customer_response in ('pending', 'accepted', 'rejected', 'negotiating')),
  is_internal                 boolean not null,
  requires_customer_response  boolean not null default false,
  customer_response_deadline  timestamptz,
  answered_at                 timestamptz,
  created_at                  timestamptz not null default now(),
  constraint addon_communications_answer check ((customer_response is not null) = requires_customer_response),
  constraint addon_communications_answered check ((answered_at is not null) = coalesce(customer_response <> 'pending', false)),
  -- What a customer is asked, it can see, and it has a price.
  constraint addon_communications_offer check (not requires_customer_response or (not is_internal and quoted_price is not null)),
  -- The system speaks for nobody; a customer who answers by the link of a mail may have no account.
  constraint addon_communications_sender check (case sender_type when 'system' then user_id is null when 'customer' then true else user_id is not null end)
);
create index addon_communications_request on addon_communications (addon_request_id, id);
create index addon_communications_user on addon_communications (user_id);
alter table addon_requests add constraint addon_requests_offer foreign key (offer_id) references addon_communications;
create index addon_requests_offer on addon_requests (offer_id);

create function keep_as_written() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.customer_response in ('accepted', 'rejected')
    or to_jsonb(old) - '{customer_response,answered_at}'::text[] <> to_jsonb(new) - '{customer_response,answered_at}'::text[] then
    raise exception 'entries of a conversation are never edited or removed' using constraint = 'addon_communications_kept', errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_as_written before update or delete on addon_communications for each row execute function keep_as_written();

create table addon_communication_reads (
  communication_id  integer not null references addon_communications,
  user_id           integer not null references users on delete cascade,
  read_at           timestamptz not null default now(),
  primary key (user_id, communication_id)
);
create index addon_communication_reads_back on addon_communication_reads (communication_id);

-- The links in mails: each opens one offer, for whoever holds it.
create table addon_offer_links (
  token_hash        bytea primary key,
  communication_id  integer not null references addon_communications,
  expires_at        timestamptz not null,
  created_at        timestamptz not null default now()
);
create index addon_offer_links_offer on addon_offer_links (communication_id);

-- Each reminder of an offer's deadline goes out once, whoever sends it.
create table addon_reminders (
  communication_id  integer not null references addon_communications,
  kind              varchar(10) not null check (kind in ('soon', 'passed')),
  created_at        timestamptz not null default now(),
  primary key (communication_id, kind)
);

-- What a booking is charged. An add-on posts its line once.
create table booking_price_lines (
  id                integer generated always as identity primary key,
  booking_id        integer not null references bookings,
  kind              varchar(30) not null
                    check (kind in ('adult', 'child_with_bed', 'child_no_bed', 'infant', 'single_supplement', 'addon', 'surcharge', 'discount', 'cancellation')),
  description       varchar(200) not null,
  quantity          integer not null default 1 check (quantity > 0),
  unit_price        numeric(14, 2) not null,
  amount            numeric(14, 2) not null,
  currency          varchar(3) not null,
  source            varchar(60) not null,
  addon_request_id  integer references addon_requests constraint booking_price_lines_addon unique,
  created_at        timestamptz not null default now()
);
create index booking_price_lines_booking on booking_price_lines (booking_id, id);
