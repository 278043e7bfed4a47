-- How the spreadsheets of a house are read. A sheet is recognized by its form, a fingerprint of its headings: which kind of records it holds,
-- which heading is which column, and what words of the house mean. Without a kind such a sheet is left out.
create table import_forms (
  id          integer generated always as identity primary key,
  form        varchar(64) not null unique,
  sheet       varchar(255) not null,
  kind        varchar(30),
  columns     jsonb not null,
  words       jsonb not null,
  mapped_by   integer references users,
  used_at     timestamptz not null default now(),
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create index import_forms_used on import_forms (used_at);
create index import_forms_mapper on import_forms (mapped_by) where mapped_by is not null;
create trigger touch before update on import_forms for each row execute function touch();
create trigger audit after insert or delete or update of kind, columns, words on import_forms for each row execute function audit();

-- How this file is read. It may name people, so it goes with the file and stands in no audit.
alter table imports add column mapping jsonb;
create or replace trigger audit after insert on imports for each row execute function audit('file', 'report', 'mapping');
create or replace trigger audit_status after update of status on imports for each row when (old.status <> new.status)
  execute function audit('file', 'report', 'mapping');
