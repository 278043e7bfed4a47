-- An account that becomes the account of a leader profile is that person.
create function follow_profile() returns trigger language plpgsql as $$
begin
  update person_records own set person_id = leader.person_id from person_records leader
   where own.user_id = new.id and leader.tour_leader_id = new.tour_leader_id and own.person_id <> leader.person_id;
  return null;
end $$;
create trigger follow_profile after update of tour_leader_id on users
  for each row when (new.tour_leader_id is distinct from old.tour_leader_id) execute function follow_profile();
