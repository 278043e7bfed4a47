-- The runs of the retention job: when, and how many rows each rule deleted. `guidon doctor` and /metrics show the last one.
create table retention_runs (
  id        integer generated always as identity primary key,
  began_at  timestamptz not null default now(),
  ended_at  timestamptz,
  deleted   jsonb not null default '{}',
  failed    text[] not null default '{}'
);
create index retention_runs_age on retention_runs (began_at);

-- Each rule finds expired rows by an index, however many live rows there are.
create index tokens_end on tokens (expires_at);
create index tokens_use on tokens (last_used_at) where idle_for is not null;
create index one_time_links_end on one_time_links (coalesce(used_at, expires_at));
create index addon_offer_links_end on addon_offer_links (expires_at);
create index booking_links_end on booking_links (expires_at);
create index webhook_secrets_end on webhook_secrets (expires_at) where expires_at is not null;
create index notifications_age on notifications (created_at);
create index files_deleted on files (deleted_at) where deleted_at is not null;
create index file_reads_age on file_reads (created_at);
create index personal_data_reads_age on personal_data_reads (created_at);
create index traveler_documents_pictures on traveler_documents (traveler_id) where file_id is not null;
