-- Foreign keys are not checked while the rows are written; 11_after.sql checks them all at once.
set session_replication_role = replica;
set synchronous_commit = off;
set work_mem = '128MB';
set maintenance_work_mem = '512MB';
select setseed(0.42);

-- Building an index once is faster than maintaining it row by row.
create temporary table kept_indexes on commit preserve rows as
select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition
  from pg_index join pg_class t on t.oid = indrelid
 where not indisunique and not indisexclusion and t.relnamespace = 'public'::regnamespace
   and t.relname in ('planned_trips', 'bookings', 'booking_price_lines', 'booking_payments', 'travelers', 'addon_requests', 'addon_communications', 'addon_communication_reads', 'notifications');
do $$
declare kept record;
begin
  for kept in select name from kept_indexes loop execute format('drop index %s', kept.name); end loop;
end $$;
