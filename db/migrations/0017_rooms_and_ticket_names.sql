-- The leader sleeps in a room of a stay too; the room stays when another leader is assigned.
alter table stay_rooms add column has_leader boolean not null default false;

-- A name as tickets write it, TSAI/CHIAYING: without hyphens and spaces, by which it is found however its parts are joined.
create function ticket_name(surname text, given text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(coalesce(surname, '') || coalesce(given, ''), '[^A-Za-z]', '', 'g'))
$$;
create index travelers_ticket_name on travelers (ticket_name(surname_en, given_name_en) text_pattern_ops);
