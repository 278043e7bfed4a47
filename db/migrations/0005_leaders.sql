-- Tour leaders: their profiles and papers, where they lead best, and what takes their time.

-- One number for every leader that is not given one, never used twice. A number that the office has given itself is skipped.
create sequence tour_leader_numbers;
create function next_leader_number() returns text language plpgsql volatile as $$
declare
  number text;
begin
  loop
    number := 'TL' || lpad(nextval('tour_leader_numbers')::text, 5, '0');
    exit when not exists (select from tour_leaders where leader_number = number);
  end loop;
  return number;
end $$;

create table tour_leaders (
  id                   integer generated always as identity primary key,
  person_key           uuid not null references person_keys,
  leader_number        varchar(30) not null default next_leader_number() constraint tour_leaders_number unique,
  name                 varchar(100) not null,
  name_en              varchar(100),
  gender               varchar(10) check (gender in ('female', 'male', 'other')),
  birth_date           personal,
  nationality          varchar(2),
  national_id          personal,
  mobile               varchar(30),
  mobile_overseas      varchar(30),
  email                varchar(254),
  line_id              varchar(50),
  address              personal,
  emergency_contact    jsonb,
  employment_type      varchar(20) not null default 'freelance' check (employment_type in ('staff', 'contract', 'freelance')),
  joined_on            date,
  left_on              date,
  grade                varchar(20) not null default 'junior' check (grade in ('trainee', 'junior', 'senior', 'expert')),
  languages            jsonb not null default '[]',
  licenses             jsonb not null default '[]',
  passport_number      personal,
  passport_expires_on  date,
  passport_country     varchar(2),

  -- Equal where the sealed values are equal, and telling nothing else.
  passport_mark        bytea,
  identity_mark        bytea,
  birth_mark           bytea,

  daily_fee            numeric(12, 2) check (daily_fee >= 0),
  currency             varchar(3) not null default house_currency(),
  min_rest_days        integer not null default 1 check (min_rest_days between 0 and 30),
  status               varchar(20) not null default 'active' check (status in ('active', 'on_leave', 'inactive')),
  notes                varchar(2000),
  version              integer not null default 1,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  constraint tour_leaders_span check (left_on >= joined_on)
);
create index tour_leaders_person on tour_leaders (person_key);
create index tour_leaders_name on tour_leaders (name, id);
create index tour_leaders_search on tour_leaders using gin (leader_number gin_trgm_ops, name gin_trgm_ops, name_en gin_trgm_ops, mobile gin_trgm_ops);
create index tour_leaders_passport_mark on tour_leaders (passport_mark) where passport_mark is not null;
select keep_record('tour_leaders', 'passport_mark', 'identity_mark', 'birth_mark');

-- An account shows one profile, and a profile belongs to one account. Leaders come after accounts, because much of theirs names accounts.
alter table users add constraint users_leader_profile foreign key (tour_leader_id) references tour_leaders;
create unique index users_leader on users (tour_leader_id);

create table leader_files (
  id              integer generated always as identity primary key,
  tour_leader_id  integer not null references tour_leaders,
  file_id         integer not null constraint leader_files_file unique references files,
  kind            varchar(20) not null check (kind in ('photo', 'license', 'passport', 'visa', 'id_card', 'contract', 'certificate')),
  expires_on      date,
  version         integer not null default 1,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now()
);
create index leader_files_leader on leader_files (tour_leader_id, kind, id);
select keep_record('leader_files');

-- Which paper, with which date, somebody was told of already.
create table leader_paper_notices (
  tour_leader_id  integer not null references tour_leaders,
  paper           varchar(100) not null,
  expires_on      date not null,
  created_at      timestamptz not null default now(),
  primary key (tour_leader_id, paper, expires_on)
);
create index leader_paper_notices_age on leader_paper_notices (created_at);

create table leader_regional_priorities (
  id              integer generated always as identity primary key,
  tour_leader_id  integer not null references tour_leaders,
  area_id         integer references geographical_areas,
  region_id       integer references regions,
  priority        integer not null check (priority between 1 and 999),
  proficiency     varchar(20) not null default 'qualified' check (proficiency in ('learning', 'qualified', 'expert')),
  notes           varchar(2000),
  version         integer not null default 1,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  constraint leader_regional_priorities_place check (num_nonnulls(area_id, region_id) = 1),
  constraint leader_regional_priorities_area unique (tour_leader_id, area_id),
  constraint leader_regional_priorities_region unique (tour_leader_id, region_id)
);
create index leader_regional_priorities_by_area on leader_regional_priorities (area_id, priority, id);
create index leader_regional_priorities_by_region on leader_regional_priorities (region_id, priority, id);
create index leader_regional_priorities_order on leader_regional_priorities (priority, id);
select keep_record('leader_regional_priorities');

create table leader_country_priorities (
  id                integer generated always as identity primary key,
  tour_leader_id    integer not null references tour_leaders,
  country_id        integer not null references countries,
  priority          integer not null check (priority between 1 and 999),
  proficiency       varchar(20) not null default 'qualified' check (proficiency in ('learning', 'qualified', 'expert')),
  visa_valid_until  date,
  notes             varchar(2000),
  version           integer not null default 1,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  constraint leader_country_priorities_country unique (tour_leader_id, country_id)
);
create index leader_country_priorities_by_country on leader_country_priorities (country_id, priority, id);
create index leader_country_priorities_order on leader_country_priorities (priority, id);
select keep_record('leader_country_priorities');

-- What counts for a leader in a country: the rule for the country itself; without one, the best among its areas and regions.
create view leader_country_ranks as
select distinct on (tour_leader_id, country_id) tour_leader_id, country_id, by, priority, proficiency, visa_valid_until
  from (
    select tour_leader_id, country_id, 'country' as by, priority, proficiency, visa_valid_until from leader_country_priorities
    union all
    select p.tour_leader_id, c.country_id, 'region', p.priority, p.proficiency, null
      from leader_regional_priorities p join geographical_area_countries c on c.area_id = p.area_id
    union all
    select p.tour_leader_id, city.country_id, 'region', p.priority, p.proficiency, null
      from leader_regional_priorities p join geographical_area_cities c on c.area_id = p.area_id join cities city on city.id = c.city_id
    union all
    select p.tour_leader_id, r.country_id, 'region', p.priority, p.proficiency, null
      from leader_regional_priorities p join regions r on r.id = p.region_id
  ) rules
 order by tour_leader_id, country_id, by, priority, proficiency;

create table leader_unavailabilities (
  id              integer generated always as identity primary key,
  tour_leader_id  integer not null references tour_leaders,
  type            varchar(20) not null check (type in ('annual_leave', 'sick', 'personal', 'training', 'external_trip', 'other')),
  starts_on       date not null,
  ends_on         date not null,
  firmness        varchar(20) not null default 'hard' check (firmness in ('hard', 'tentative')),
  reason          varchar(500),
  status          varchar(20) not null check (status in ('requested', 'approved', 'rejected', 'cancelled')),
  requested_by    integer references users,
  decided_by      integer references users,
  decided_at      timestamptz,
  decision_note   varchar(500),
  version         integer not null default 1,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  constraint leader_unavailabilities_span check (ends_on >= starts_on),
  constraint leader_unavailabilities_length check (ends_on - starts_on < 730)
);
create index leader_unavailabilities_leader on leader_unavailabilities (tour_leader_id, starts_on, id);
create index leader_unavailabilities_start on leader_unavailabilities (starts_on, id);
create index leader_unavailabilities_end on leader_unavailabilities (ends_on, id);
create index leader_unavailabilities_status on leader_unavailabilities (status, starts_on, id);
create index leader_unavailabilities_firmness on leader_unavailabilities (firmness, starts_on, id);
create index leader_unavailabilities_type on leader_unavailabilities (type, starts_on, id);
create index leader_unavailabilities_created on leader_unavailabilities (created_at, id);
create index leader_unavailabilities_requested on leader_unavailabilities (requested_by);
create index leader_unavailabilities_decided on leader_unavailabilities (decided_by);
select keep_record('leader_unavailabilities');

-- The days of rest that lie behind a trip, and those on both sides of it.
create function with_rest_behind(during tsrange, rest_days integer) returns tsrange language sql immutable parallel safe as $$
  select tsrange(lower(during), upper(during) + rest_days * interval '1 day')
$$;
create function with_rest_around(during tsrange, rest_days integer) returns tsrange language sql immutable parallel safe as $$
  select tsrange(lower(during) - rest_days * interval '1 day', upper(during) + rest_days * interval '1 day')
$$;

-- Everything that takes a leader's time, in the local time of the house. Two entries of one leader never take the same
-- time, and rest lies between two trips and between a trip and days off; a briefing may fall into rest. What is only
-- asked for or tentative takes no time yet, and neither does what was arranged against the rules, with a reason.
create table leader_calendar (
  id               integer generated always as identity primary key,
  tour_leader_id   integer not null references tour_leaders,
  kind             varchar(20) not null check (kind in ('trip', 'briefing', 'unavailability')),
  subject_type     varchar(30) not null,
  subject_id       integer not null,
  during           tsrange not null check (not isempty(during)),
  starts_at        timestamptz,
  ends_at          timestamptz,
  rest_days        integer not null default 0 check (rest_days between 0 and 30),
  is_firm          boolean not null,
  is_override      boolean not null default false,
  override_reason  varchar(500),
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  constraint leader_calendar_subject unique (kind, subject_type, subject_id),
  constraint leader_calendar_rest_of_trips check (kind = 'trip' or rest_days = 0),
  constraint leader_calendar_reason check (is_override = (override_reason is not null)),
  constraint leader_calendar_free exclude using gist (tour_leader_id with =, during with &&)
    where (is_firm and not is_override),
  constraint leader_calendar_between_trips exclude using gist (tour_leader_id with =, with_rest_behind(during, rest_days) with &&)
    where (is_firm and not is_override and kind = 'trip'),
  constraint leader_calendar_beside_leave exclude using gist (tour_leader_id with =, kind with <>, with_rest_around(during, rest_days) with &&)
    where (is_firm and not is_override and kind <> 'briefing')
);
create index leader_calendar_leader on leader_calendar using gist (tour_leader_id, during);
create index leader_calendar_during on leader_calendar using gist (during);
select keep_record('leader_calendar');

-- What the three constraints refuse, as a question about any two entries of one leader: how they clash, or null.
create function leader_clash(kind text, during tsrange, rest_days integer, other_kind text, other tsrange, other_rest_days integer)
  returns text language sql immutable parallel safe as $$
  select case
    when during && other then 'overlap'
    when 'briefing' in (kind, other_kind) then null
    when kind = other_kind and with_rest_behind(during, rest_days) && with_rest_behind(other, other_rest_days) then 'rest'
    when kind <> other_kind and with_rest_around(during, rest_days) && with_rest_around(other, other_rest_days) then 'rest'
  end
$$;

-- Trips to come whose leader or briefing leader has another block then. Only leaders with an overridden block can be in conflict.
create function trips_in_conflict() returns setof integer language sql stable as $$
  select c.subject_id from leader_calendar c
   where c.subject_type = 'planned_trip' and c.during && tsrange(local_time(), null) and c.tour_leader_id in (
     select o.tour_leader_id from leader_calendar o where o.is_override and o.during && tsrange(local_time(), null))
     and exists (
       select from leader_calendar b
        where b.tour_leader_id = c.tour_leader_id and b.id <> c.id and b.is_firm and b.during && with_rest_around(c.during, 30)
          and leader_clash(c.kind, c.during, c.rest_days, b.kind, b.during, b.rest_days) is not null)
$$;

-- A secret address under which a calendar program finds a leader's calendar, or that of an area; known only by its hash.
create table leader_feeds (
  id              integer generated always as identity primary key,
  tour_leader_id  integer constraint leader_feeds_leader unique references tour_leaders on delete cascade,
  area_id         integer constraint leader_feeds_area unique references geographical_areas on delete cascade,
  token_hash      bytea not null constraint leader_feeds_token unique,
  locale          varchar(10) not null check (locale ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  created_by      integer not null references users,
  created_at      timestamptz not null default now(),
  constraint leader_feeds_of check (num_nonnulls(tour_leader_id, area_id) = 1)
);
create index leader_feeds_creator on leader_feeds (created_by);
