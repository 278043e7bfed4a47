-- Somebody telephones, asks at a talk or writes by the site before there is a booking: who it is, what is wished, who of sales calls again and
-- when. A booking that is made of it keeps its number.
create sequence enquiry_numbers;
create table enquiries (
  id                     integer generated always as identity primary key,
  enquiry_number         varchar(20) not null default 'EQ' || lpad(nextval('enquiry_numbers')::text, 7, '0') constraint enquiries_number unique,
  name                   varchar(100) not null,
  phone                  varchar(30),
  email                  varchar(254),
  line_id                varchar(50),
  wish                   varchar(2000),
  area_id                integer references geographical_areas,
  country_id             integer references countries,
  package_id             integer references packages,
  planned_trip_id        integer references planned_trips,
  travel_from            date,
  travel_to              date,
  people                 smallint check (people between 1 and 999),
  budget                 integer check (budget > 0),
  source                 varchar(20) not null check (source in ('phone', 'talk', 'site', 'line', 'walk_in', 'recommendation', 'other')),
  marketing_source       varchar(30),
  locale                 varchar(5) not null default 'zh-TW',
  sales_user_id          integer references users,
  branch_id              integer references branches,
  follow_up_on           date not null default today(),
  status                 varchar(20) not null default 'new' check (status in ('new', 'in_touch', 'quoted', 'won', 'lost')),
  lost_reason            varchar(20) check (lost_reason in ('price', 'dates', 'full', 'elsewhere', 'not_travelling', 'unreached', 'other')),
  lost_note              varchar(500),
  ended_at               timestamptz,
  -- The guest of a talk that it was made of.
  session_attendance_id  integer references session_attendances on delete set null,
  privacy_consent_at     timestamptz,
  created_by             integer references users,
  version                integer not null default 1,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now(),
  constraint enquiries_reach check (num_nonnulls(phone, email, line_id) > 0 or name = '•••'),
  constraint enquiries_period check (travel_to >= travel_from),
  constraint enquiries_lost check ((status = 'lost') = (lost_reason is not null)),
  constraint enquiries_end check ((status in ('won', 'lost')) = (ended_at is not null))
);
create index enquiries_created on enquiries (created_at, id);
create index enquiries_name on enquiries (name, id);
create index enquiries_follow_up on enquiries (follow_up_on, id);
create index enquiries_status on enquiries (status, follow_up_on, id);
create index enquiries_sales on enquiries (sales_user_id, status, follow_up_on, id);
create index enquiries_source on enquiries (source, created_at, id);
create index enquiries_area on enquiries (area_id, created_at, id);
create index enquiries_country on enquiries (country_id, created_at, id);
create index enquiries_package on enquiries (package_id, created_at, id);
create index enquiries_trip on enquiries (planned_trip_id, created_at, id);
create index enquiries_branch on enquiries (branch_id, created_at, id);
create index enquiries_travel on enquiries (travel_from, travel_to, id);
create index enquiries_travel_end on enquiries (travel_to, travel_from, id);
create index enquiries_creator on enquiries (created_by) where created_by is not null;
create unique index enquiries_guest on enquiries (session_attendance_id) where session_attendance_id is not null;
-- Another enquiry of the same telephone or mail address is told, and an erasure finds those of a person.
create index enquiries_phone on enquiries (phone_key(phone)) where phone is not null;
create index enquiries_email on enquiries (lower(email)) where email is not null;
create index enquiries_ended on enquiries (ended_at) where name <> '•••';
-- src/modules/search-parts.ts names the same texts.
create index enquiries_found on enquiries using gin
  (search_parts(array[enquiry_number, name, email, line_id]::text[], array[phone]::text[]));
select keep_named('enquiries', '{admin, sales}', 'sales_user_id');
select keep_record('enquiries');

-- What was said, and by whom: rows are added and never changed. Without an author the service has written it.
create table enquiry_notes (
  id          integer generated always as identity primary key,
  enquiry_id  integer not null references enquiries on delete cascade,
  written_by  integer references users,
  words       varchar(2000) not null,
  created_at  timestamptz not null default now()
);
create index enquiry_notes_enquiry on enquiry_notes (enquiry_id, id);
create index enquiry_notes_author on enquiry_notes (written_by) where written_by is not null;
