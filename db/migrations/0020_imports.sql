-- Imports of files: what the house had before, from spreadsheets.

-- `file` is the uploaded file, sealed with the master key; it goes after the run. `report` says what became of every line that was refused.
create table imports (
  id           integer generated always as identity primary key,
  kind         varchar(30),
  file_name    varchar(255) not null,
  file         bytea,
  options      jsonb not null default '{}',
  status       varchar(10) not null default 'checked' check (status in ('checked', 'running', 'done', 'failed', 'undone')),
  is_rehearsed boolean not null default false,
  rows         integer not null default 0,
  created      integer not null default 0,
  unchanged    integer not null default 0,
  refused      integer not null default 0,
  done_rows    integer not null default 0,
  report       jsonb,
  imported_by  integer references users,
  finished_at  timestamptz,
  version      integer not null default 1,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now()
);
-- One import writes at a time.
create unique index imports_running on imports ((true)) where status = 'running';
create index imports_importer on imports (imported_by);
create index imports_created on imports (created_at, id);
create index imports_updated on imports (updated_at, id);
create trigger touch before update on imports for each row execute function touch();
-- The counts of a running import change too often to be audited.
create trigger audit after insert on imports for each row execute function audit('file', 'report');
create trigger audit_status after update of status on imports for each row when (old.status <> new.status)
  execute function audit('file', 'report');

create function announce_import() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object('type', 'import', 'id', new.id, 'version', new.version)::text);
  return null;
end $$;
create trigger announce_change after insert or update on imports for each row execute function announce_import();

-- By what another system, or the file of an import, knows a record, so that a second import recognizes it. A value that would tell who a
-- person is, is a fingerprint. `record_version` is that of the record when its import had ended: an undo removes what nobody has changed since. `invited_at` is
-- when the person of an account was invited.
create table external_refs (
  id              integer generated always as identity primary key,
  table_name      varchar(60) not null,
  record_id       integer not null,
  system          varchar(40) not null default 'import',
  value           varchar(200) not null,
  import_id       integer references imports,
  record_version  integer,
  invited_at      timestamptz,
  created_at      timestamptz not null default now(),
  constraint external_refs_value unique (table_name, system, value)
);
create index external_refs_record on external_refs (table_name, record_id);
create index external_refs_import on external_refs (import_id, id) where import_id is not null;

-- Who downloaded lines of a file with what they say of people.
create table import_reads (
  id          bigint generated always as identity primary key,
  import_id   integer not null references imports,
  actor_id    integer not null,
  rows        integer not null,
  request_id  text,
  created_at  timestamptz not null default now()
);
create index import_reads_import on import_reads (import_id);
create index import_reads_age on import_reads (created_at);

alter table bookings drop constraint bookings_source_check, add constraint bookings_source_check check (source in ('public', 'staff', 'import'));
