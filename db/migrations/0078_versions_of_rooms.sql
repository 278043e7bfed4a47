-- The rooms of a stay have a version of their own, so that two who arrange them at the same time do not overwrite each other, and
-- whoever changes the hotel or the days of the stay refuses neither of them. Its increments are no change of the stay.
alter table planned_trip_stays add column rooms_version integer not null default 1;
drop trigger touch on planned_trip_stays;
create trigger touch before update on planned_trip_stays for each row when (old.rooms_version = new.rooms_version)
  execute function touch();
drop trigger audit on planned_trip_stays;
create trigger audit after insert or delete on planned_trip_stays for each row execute function audit();
create trigger audit_change after update on planned_trip_stays for each row when (old.rooms_version = new.rooms_version)
  execute function audit();
