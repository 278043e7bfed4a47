-- What the system says is kept as what happened (`event`) and with what (`params`), and put into words when it is read.
-- The columns with text are still written: the release before reads them, and imports have nothing else.
-- `on_behalf_of` is the party in whose name the author of an entry wrote.
select close_idle_connections();
alter table addon_communications
  add column event varchar(60),
  add column params jsonb,
  add column on_behalf_of varchar(20) check (on_behalf_of in ('sales', 'department', 'customer'));
alter table notifications add column params jsonb;

-- A sentence with `{name}` in the place of each parameter. What a parameter contains is never read as a placeholder.
create function in_words(template text, params jsonb) returns text language sql immutable parallel safe
return (
  select string_agg(case when n % 2 = 1 then part else coalesce(params ->> part, '') end, '' order by n)
    from regexp_split_to_table(template, '[{}]') with ordinality as split (part, n)
);

-- Languages are data: which ones have words is known to the code.
alter table users drop constraint users_locale_check, add constraint users_locale_check
  check (locale ~ '^[a-z]{2}(-[A-Z]{2})?$');
alter table bookings drop constraint bookings_locale_check, add constraint bookings_locale_check
  check (locale ~ '^[a-z]{2}(-[A-Z]{2})?$');
alter table leader_feeds drop constraint leader_feeds_locale_check, add constraint leader_feeds_locale_check
  check (locale ~ '^[a-z]{2}(-[A-Z]{2})?$');
alter table session_attendances drop constraint session_attendances_guest_locale_check, add constraint session_attendances_guest_locale_check
  check (guest_locale ~ '^[a-z]{2}(-[A-Z]{2})?$');
