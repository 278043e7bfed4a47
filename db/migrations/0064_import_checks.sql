-- A large file is checked by a job.
alter table imports drop constraint imports_status_check,
  add constraint imports_status_check check (status in ('checking', 'checked', 'running', 'done', 'failed', 'undone'));
