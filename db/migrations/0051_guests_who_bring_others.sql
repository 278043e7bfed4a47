-- A guest may come with others, who are not named: one row takes as many seats as it has people. A traveler comes alone.
alter table session_attendances add column people smallint not null default 1
  constraint session_attendances_people check (people between 1 and 10 and (people = 1 or traveler_id is null));
