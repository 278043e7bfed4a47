-- A paper of a traveler: asked for, handed in, looked at. Its picture goes some time after the trip, the row stays.
create table traveler_documents (
  id             integer generated always as identity primary key,
  traveler_id    integer not null references travelers,
  kind           varchar(20) not null check (kind in ('passport', 'visa', 'id', 'photo', 'insurance', 'consent', 'other')),
  number         personal,
  expires_on     date,
  status         varchar(10) not null default 'missing' check (status in ('missing', 'received', 'verified', 'rejected', 'expired')),
  file_id        integer constraint traveler_documents_file unique references files,
  reject_reason  varchar(500),
  verified_by    integer references users,
  verified_at    timestamptz,
  purged_at      timestamptz,
  notes          varchar(2000),
  -- That of the traveler, where something here is sealed with it.
  person_key     uuid references person_keys,
  version        integer not null default 1,
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  constraint traveler_documents_rejected check ((status = 'rejected') = (reject_reason is not null)),
  constraint traveler_documents_verified check ((verified_by is null) = (verified_at is null))
);
create index traveler_documents_traveler on traveler_documents (traveler_id, kind, id);
create index traveler_documents_kind on traveler_documents (kind, id);
create index traveler_documents_status on traveler_documents (status, id);
create index traveler_documents_expires on traveler_documents (expires_on, id);
create index traveler_documents_created on traveler_documents (created_at, id);
create index traveler_documents_person on traveler_documents (person_key) where person_key is not null;
create index traveler_documents_verifier on traveler_documents (verified_by) where verified_by is not null;
select keep_record('traveler_documents');

-- A wish without a price.
create table traveler_requests (
  id                 integer generated always as identity primary key,
  traveler_id        integer not null references travelers,
  kind               varchar(20) not null check (kind in ('meal', 'seat', 'room', 'medical', 'mobility', 'celebration', 'other')),
  detail             varchar(2000) not null,
  status             varchar(20) not null default 'open' check (status in ('open', 'acknowledged', 'passed_on', 'confirmed', 'declined')),
  visible_to_leader  boolean not null default false,
  version            integer not null default 1,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now()
);
create index traveler_requests_traveler on traveler_requests (traveler_id, id);
create index traveler_requests_kind on traveler_requests (kind, id);
create index traveler_requests_status on traveler_requests (status, id);
create index traveler_requests_leader on traveler_requests (visible_to_leader, id);
create index traveler_requests_created on traveler_requests (created_at, id);
select keep_record('traveler_requests');

-- What was told of a traveler already, so that it is told once for as long as it stands in the way.
create table traveler_check_notices (
  traveler_id  integer not null references travelers on delete cascade,
  "check"      varchar(40) not null,
  created_at   timestamptz not null default now(),
  primary key (traveler_id, "check")
);
