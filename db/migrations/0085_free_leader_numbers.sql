-- A number that the office has given itself is skipped by the automatic ones.
create function next_leader_number() returns text language plpgsql volatile as $$
declare
  number text;
begin
  loop
    number := 'TL' || lpad(nextval('tour_leader_numbers')::text, 5, '0');
    exit when not exists (select from tour_leaders where leader_number = number);
  end loop;
  return number;
end $$;
alter table tour_leaders alter column leader_number set default next_leader_number();
