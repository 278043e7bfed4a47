-- Seminars and briefings: their sessions, who comes, and the calendar of leaders with everything in it.

create table seminars (
  id                  integer generated always as identity primary key,
  kind                varchar(20) not null check (kind in ('pre_departure', 'product_talk', 'leader_training')),
  title               varchar(200) not null,
  title_en            varchar(200),
  area_id             integer references geographical_areas,
  host_user_id        integer references users,
  briefing_leader_id  integer references tour_leaders,
  is_public           boolean not null default false,
  status              varchar(10) not null default 'open' check (status in ('draft', 'open', 'done', 'cancelled')),
  notes               varchar(2000),
  version             integer not null default 1,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now()
);
create index seminars_created on seminars (created_at, id);
create index seminars_title on seminars (title, id);
create index seminars_kind on seminars (kind, created_at, id);
create index seminars_status on seminars (status, created_at, id);
create index seminars_area on seminars (area_id, created_at, id);
create index seminars_host on seminars (host_user_id, created_at, id);
create index seminars_briefing_leader on seminars (briefing_leader_id, created_at, id);
create index seminars_public on seminars (is_public, created_at, id);
create index seminars_search on seminars using gin (title gin_trgm_ops);
create index seminars_search_en on seminars using gin (title_en gin_trgm_ops);
select keep_named('seminars', '{admin, sales, department}', 'host_user_id');
select keep_record('seminars');

create table seminar_trips (
  seminar_id       integer not null references seminars on delete cascade,
  planned_trip_id  integer not null references planned_trips,
  primary key (seminar_id, planned_trip_id)
);
select keep_link('seminar_trips', 'seminars', 'seminar_id', 'planned_trip_id');

create table seminar_sessions (
  id          integer generated always as identity primary key,
  seminar_id  integer not null references seminars,
  starts_at   timestamptz not null,
  ends_at     timestamptz not null,
  timezone    varchar(60) not null,
  venue       varchar(200),
  address     varchar(300),
  online_url  varchar(500),
  capacity    integer check (capacity between 1 and 100000),
  status      varchar(10) not null default 'draft' check (status in ('draft', 'open', 'done', 'cancelled')),
  notes       varchar(2000),
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  constraint seminar_sessions_span check (ends_at > starts_at)
);
-- The same talk does not begin twice at once in one place.
create unique index seminar_sessions_place on seminar_sessions (seminar_id, starts_at, venue) nulls not distinct where status <> 'cancelled';
create index seminar_sessions_seminar on seminar_sessions (seminar_id, starts_at, id);
create index seminar_sessions_starts on seminar_sessions (starts_at, id);
create index seminar_sessions_status on seminar_sessions (status, starts_at, id);
create index seminar_sessions_created on seminar_sessions (created_at, id);
create index seminar_sessions_search on seminar_sessions using gin (venue gin_trgm_ops);
select keep_record('seminar_sessions');

-- Who comes: a traveler of ours, or a guest.
create table session_attendances (
  id                  integer generated always as identity primary key,
  session_id          integer not null references seminar_sessions,
  traveler_id         integer references travelers,
  guest_name          varchar(100),
  guest_phone         varchar(30),
  guest_email         varchar(254),
  guest_locale        varchar(10) check (guest_locale ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  status              varchar(20) not null default 'registered' check (status in ('invited', 'registered', 'attended', 'absent')),
  source              varchar(10) not null default 'staff' check (source in ('public', 'staff')),
  privacy_consent_at  timestamptz,
  checked_in_at       timestamptz,
  notes               varchar(2000),
  version             integer not null default 1,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  constraint session_attendances_who check ((traveler_id is null) <> (guest_name is null)),
  constraint session_attendances_consent check (source = 'staff' or privacy_consent_at is not null),
  constraint session_attendances_checked_in check ((status = 'attended') = (checked_in_at is not null)),
  constraint session_attendances_traveler unique (session_id, traveler_id)
);
-- One guest, one place: known by name and by mail, or else by telephone.
create unique index session_attendances_guest on session_attendances
  (session_id, lower(guest_name), coalesce(lower(guest_email), regexp_replace(guest_phone, '\D', '', 'g'))) where traveler_id is null;
create index session_attendances_session on session_attendances (session_id, id);
create index session_attendances_status on session_attendances (session_id, status);
create index session_attendances_of_traveler on session_attendances (traveler_id);
-- Retention finds guests whose names are still there by an index.
create index session_attendances_named on session_attendances (session_id) where traveler_id is null and guest_name <> '•••';
select keep_record('session_attendances');

-- Every process hears which attendances of a session changed, so that two phones at its door show the same list.
create function announce_attendance() returns trigger language plpgsql as $$
declare
  it session_attendances := coalesce(new, old);
begin
  perform pg_notify('changes', json_build_object('type', 'session_attendance', 'id', it.id, 'version', it.version, 'leaders', (
    select json_build_array(m.briefing_leader_id, t.assigned_leader_id, t.briefing_leader_id)
      from seminar_sessions s join seminars m on m.id = s.seminar_id
      left join travelers v on v.id = it.traveler_id
      left join bookings b on b.id = v.booking_id
      left join planned_trips t on t.id = b.planned_trip_id
     where s.id = it.session_id))::text);
  return null;
end $$;
create trigger announce_change after insert or update or delete on session_attendances
  for each row execute function announce_attendance();

-- The calendar of the leaders with what its entries are: days, names and places. `name` is what the trip or the briefing is called.
create view leader_blocks as
select c.id, c.tour_leader_id, c.kind, c.subject_type, c.subject_id, c.during, c.rest_days, c.is_firm, c.is_override, c.override_reason,
       c.updated_at, lower(c.during)::date as starts_on, (upper(c.during) - interval '1 microsecond')::date as ends_on,
       c.starts_at, c.ends_at, p.serial, coalesce(p.name, m.title)::text as name, coalesce(p.name_en, m.title_en)::text as name_en, u.type,
       coalesce(p.area_id, m.area_id) as area_id, a.name as place, a.name_en as place_en
  from leader_calendar c
  left join planned_trips p on p.id = case c.subject_type when 'planned_trip' then c.subject_id end
  left join seminar_sessions s on s.id = case c.subject_type when 'seminar_session' then c.subject_id end
  left join seminars m on m.id = s.seminar_id
  left join geographical_areas a on a.id = coalesce(p.area_id, m.area_id)
  left join leader_unavailabilities u on u.id = case c.subject_type when 'leader_unavailability' then c.subject_id end;
