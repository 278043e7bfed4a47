-- What waits for a person is read from its row, without a job for each.
select close_idle_connections();

-- Until when a process has the rows of a mail to itself. Null: nobody sends it now; if it is `taken`, a job tries it again.
alter table deliveries add column leased_until timestamptz;
create index deliveries_open on deliveries (id) where state in ('waiting', 'taken');

create function announce_deliveries() returns trigger language plpgsql as $$
begin
  perform pg_notify('deliveries', '');
  return null;
end $$;
create trigger announced after insert on deliveries for each row when (new.state = 'waiting') execute function announce_deliveries();
