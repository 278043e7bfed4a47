-- A message of a webhook is queued after it is committed, by whoever hears of it. The release before queues its own.
select close_idle_connections();
alter table webhook_deliveries add column is_queued boolean not null default true;
create index webhook_deliveries_unqueued on webhook_deliveries (id) where not is_queued;

create function announce_message() returns trigger language plpgsql as $$
begin
  perform pg_notify('webhook_deliveries', '');
  return null;
end $$;
create trigger announced after insert on webhook_deliveries for each row when (not new.is_queued) execute function announce_message();
