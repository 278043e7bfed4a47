-- What a customer wants to change of a traveler whose booking is confirmed: sales accept or decline it. The birth date is sealed with
-- the key of the traveler's person. There is one open request for a traveler; what is asked later is added to it.
create table change_requests (
  id                     integer generated always as identity primary key,
  traveler_id            integer not null references travelers on delete cascade,
  fields                 text[] not null check (fields <> '{}' and fields <@ array['name', 'surname_en', 'given_name_en', 'birth_date', 'bed', 'bed_type', 'roommate_group']),
  name                   varchar(100),
  surname_en             varchar(60),
  given_name_en          varchar(60),
  birth_date             personal,
  bed                    boolean,
  bed_type               varchar(30),
  roommate_group         varchar(30),
  name_before            varchar(100),
  surname_en_before      varchar(60),
  given_name_en_before   varchar(60),
  bed_before             boolean,
  bed_type_before        varchar(30),
  roommate_group_before  varchar(30),
  passenger_type_before  varchar(10) check (passenger_type_before in ('adult', 'child', 'infant')),
  passenger_type_after   varchar(10) check (passenger_type_after in ('adult', 'child', 'infant')),
  currency               varchar(3) not null,
  price_before           numeric(12,2) not null,
  price_after            numeric(12,2) not null,
  status                 varchar(20) not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn')),
  decided_at             timestamptz,
  decided_by             integer references users,
  decline_reason         varchar(500),
  person_key             uuid references person_keys,
  version                integer not null default 1,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now()
);
create unique index change_requests_open on change_requests (traveler_id) where status = 'open';
create index change_requests_traveler on change_requests (traveler_id, id);
create index change_requests_status on change_requests (status, id);
create index change_requests_created on change_requests (created_at, id);
create index change_requests_decided_by on change_requests (decided_by);
create index change_requests_person_key on change_requests (person_key);
select keep_record('change_requests');
