-- A customer sees the ids of public entries, and must not learn from their distance how many internal ones lie between. So
-- each entry uses up a random number of ids after its own, mostly few and at most 256. Later entries keep higher ids.
create function skip_entry_ids() returns trigger language plpgsql as $$
begin
  perform nextval('addon_communications_id_seq') from generate_series(1, floor(power(257, random()))::integer);
  return new;
end $$;
create trigger skip_entry_ids before insert on addon_communications for each row execute function skip_entry_ids();
