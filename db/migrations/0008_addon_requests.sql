-- Extras that travelers ask for, and the conversation about each.

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
  -- What a type says about its extras.
  is_refundable          boolean not null default false,
  is_sold_on_the_road    boolean not null default false,
  details_schema         jsonb not null default '[]',
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

-- `created_by` is null where the contact of a booking asks by its link.
create table addon_requests (
  id                    integer generated always as identity primary key,
  request_number        varchar(20) not null default 'AR' || lpad(nextval('addon_request_numbers')::text, 7, '0') constraint addon_requests_number unique,
  type_id               integer not null references addon_request_types,
  traveler_id           integer not null references travelers,
  booking_id            integer not null references bookings,
  planned_trip_id       integer not null references planned_trips,
  quantity              integer not null default 1 check (quantity between 1 and 999),
  details               jsonb not null default '{}',
  needed_by             date,
  priority              varchar(10) not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  status                varchar(20) not null
                        check (status in ('pending_approval', 'open', 'inquiring', 'quoted', 'offered', 'negotiating', 'accepted', 'rejected',
                                          'confirmed', 'completed', 'cancelled')),
  status_since          timestamptz not null default now(),
  -- Until when the next turn is due, so that the list can be sorted by it.
  due                   timestamptz,
  department            varchar(20) not null check (department in ('ticketing', 'line_control', 'op')),
  assignee_id           integer references users,
  sales_user_id         integer references users,
  created_by            integer references users,
  -- The pricing type that the request was made with.
  created_pricing_type  varchar(30) not null default 'fixed_price' check (created_pricing_type in ('free', 'fixed_price', 'quotation_required')),
  estimated_cost        numeric(12, 2) check (estimated_cost >= 0),
  quoted_price          numeric(12, 2) check (quoted_price >= 0),
  quoted_until          timestamptz,
  final_cost            numeric(12, 2) check (final_cost >= 0),
  currency              varchar(3) not null,
  offer_id              integer,
  customer_response     varchar(20) check (customer_response in ('pending', 'accepted', 'rejected', 'negotiating')),
  response_deadline     timestamptz,
  cancel_reason         varchar(2000),
  completed_at          timestamptz,
  -- What a customer may know of the changes: internal steps do not count.
  public_status         varchar(20) not null,
  public_version        integer not null default 1,
  public_updated_at     timestamptz not null default now(),
  public_cancel_reason  varchar(2000),
  version               integer not null default 1,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now(),
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
create index addon_requests_due on addon_requests (due, id);
-- Null comes last in both directions, so a descending order of a column that may be null has an index of its own.
create index addon_requests_due_last on addon_requests (due desc nulls last, id desc);
create index addon_requests_needed_last on addon_requests (needed_by desc nulls last, id desc);
create index addon_requests_deadline_last on addon_requests (response_deadline desc nulls last, id desc);
-- The most urgent first.
create index addon_requests_urgency on addon_requests (array_position('{urgent,high,normal,low}'::text[], priority::text), id);
create index addon_requests_number_search on addon_requests using gin (request_number gin_trgm_ops);
select keep_named('addon_requests', '{admin, sales}', 'sales_user_id');
select keep_record('addon_requests');

-- Written by the database, so that no path of a request can forget it.
create function keep_created_pricing() returns trigger language plpgsql as $$
begin
  select pricing_type into new.created_pricing_type from addon_request_types where id = new.type_id;
  return new;
end $$;
create trigger keep_created_pricing before insert on addon_requests for each row execute function keep_created_pricing();

-- An offer is due with the customer's deadline, a turn of the department when its time for processing is over.
create function due_of(of addon_requests) returns timestamptz language sql stable as $$
  select case when (of).status = 'offered' then (of).response_deadline
              when (of).status in ('open', 'inquiring', 'confirmed') then (of).status_since + t.processing_time_hours * interval '1 hour' end
    from addon_request_types t where t.id = (of).type_id
$$;
create function keep_due() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or (new.status, new.status_since, new.response_deadline) is distinct from (old.status, old.status_since, old.response_deadline) then
    new.due = due_of(new);
  end if;
  return new;
end $$;
create trigger keep_due before insert or update on addon_requests for each row execute function keep_due();

-- The conversation. Entries are added, never edited or removed; only an offer receives its answer. It is its own log. What a person wrote is
-- in `message`; what the system says is kept as what happened (`event`) and with what (`params`), and is put into words when it is read.
create table addon_communications (
  id                          integer generated always as identity primary key,
  addon_request_id            integer not null references addon_requests,
  user_id                     integer references users,
  sender_type                 varchar(20) not null check (sender_type in ('sales', 'department', 'customer', 'system')),
  -- The party in whose name the author wrote.
  on_behalf_of                varchar(20) check (on_behalf_of in ('sales', 'department', 'customer')),
  message_type                varchar(20) not null
                              check (message_type in ('inquiry', 'quote', 'confirmation', 'rejection', 'modification', 'approval', 'completion',
                                                      'cancellation', 'note')),
  message                     varchar(5000),
  event                       varchar(60),
  params                      jsonb,
  quoted_price                numeric(12, 2) check (quoted_price >= 0),
  customer_response           varchar(20) check (customer_response in ('pending', 'accepted', 'rejected', 'negotiating')),
  is_internal                 boolean not null,
  requires_customer_response  boolean not null default false,
  customer_response_deadline  timestamptz,
  answered_at                 timestamptz,
  created_at                  timestamptz not null default now(),
  constraint addon_communications_said check ((message is null) = (event is not null)),
  constraint addon_communications_answer check ((customer_response is not null) = requires_customer_response),
  constraint addon_communications_answered check ((answered_at is not null) = coalesce(customer_response <> 'pending', false)),
  -- What a customer is asked, it can see, and it has a price.
  constraint addon_communications_offer check (not requires_customer_response or (not is_internal and quoted_price is not null)),
  -- The system speaks for nobody; a customer who answers by the link of a mail may have no account.
  constraint addon_communications_sender check (case sender_type when 'system' then user_id is null when 'customer' then true else user_id is not null end)
);
create index addon_communications_request on addon_communications (addon_request_id, id);
create index addon_communications_user on addon_communications (user_id);

-- A request names its open offer, which is an entry of its conversation.
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

-- A customer sees the ids of public entries, and must not learn from their distance how many internal ones lie between. So
-- each entry uses up a random number of ids after its own, mostly few and at most 256. Later entries keep higher ids.
create function skip_entry_ids() returns trigger language plpgsql as $$
begin
  perform nextval('addon_communications_id_seq') from generate_series(1, floor(power(257, random()))::integer);
  return new;
end $$;
create trigger skip_entry_ids before insert on addon_communications for each row execute function skip_entry_ids();

-- A sentence with `{name}` in the place of each parameter. What a parameter contains is never read as a placeholder.
create function in_words(template text, params jsonb) returns text language sql immutable parallel safe
return (
  select string_agg(case when n % 2 = 1 then part else coalesce(params ->> part, '') end, '' order by n)
    from regexp_split_to_table(template, '[{}]') with ordinality as split (part, n)
);

-- Every process hears which requests changed, so that open pages can be refreshed. What is internal is announced to staff alone. In SQL, the
-- function was planned anew for each entry before PostgreSQL 18, which took longer than everything else in the insert.
create function announce_request(request integer, is_public boolean) returns void language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object('type', 'addon_request', 'id', r.id, 'version', r.version,
           'customer', case when is_public then b.customer_user_id end, 'customer_version', r.public_version)::text)
    from addon_requests r join bookings b on b.id = r.booking_id where r.id = request;
end $$;
create function announce_change() returns trigger language plpgsql as $$
begin
  perform announce_request(new.id, tg_op = 'INSERT' or new.public_version <> old.public_version);
  return null;
end $$;
create function announce_entry() returns trigger language plpgsql as $$
begin
  perform announce_request(new.addon_request_id, not new.is_internal);
  return null;
end $$;
create trigger announce_change after insert or update on addon_requests for each row execute function announce_change();
create trigger announce_entry after insert on addon_communications for each row execute function announce_entry();

create table addon_communication_reads (
  communication_id  integer not null references addon_communications,
  user_id           integer not null references users on delete cascade,
  read_at           timestamptz not null default now(),
  primary key (user_id, communication_id)
);
create index addon_communication_reads_back on addon_communication_reads (communication_id);

-- Each reminder of an offer's deadline goes out once, whoever sends it.
create table addon_reminders (
  communication_id  integer not null references addon_communications,
  kind              varchar(10) not null check (kind in ('soon', 'passed')),
  created_at        timestamptz not null default now(),
  primary key (communication_id, kind)
);
create index addon_reminders_age on addon_reminders (created_at);

-- A file that somebody sent to refer to. Until it is referred to, it is its uploader's alone.
create table attachments (
  id           integer generated always as identity primary key,
  file_id      integer not null constraint attachments_file unique references files,
  uploaded_by  integer not null references users,
  version      integer not null default 1,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now()
);
create index attachments_uploader on attachments (uploaded_by, id);
select keep_record('attachments');

-- What refers to it: whoever sees the one sees the other.
create table attachment_uses (
  attachment_id  integer not null references attachments,
  subject_type   varchar(40) not null,
  subject_id     integer not null,
  created_at     timestamptz not null default now(),
  primary key (attachment_id, subject_type, subject_id)
);
create index attachment_uses_subject on attachment_uses (subject_type, subject_id);
