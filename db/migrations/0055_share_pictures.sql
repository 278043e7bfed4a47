-- The picture that other programs show beside a link to a trip or a package, in each language. A job draws it again when `mark`, which follows
-- from what it says, has changed.
create table share_pictures (
  id               integer generated always as identity primary key,
  planned_trip_id  integer references planned_trips on delete cascade,
  package_id       integer references packages on delete cascade,
  locale           varchar(5) not null check (locale in ('zh-TW', 'en')),
  mark             varchar(12) not null,
  picture          bytea not null,
  unique (planned_trip_id, locale),
  unique (package_id, locale),
  check (num_nonnulls(planned_trip_id, package_id) = 1)
);
-- A JPEG cannot be compressed any more.
alter table share_pictures alter column picture set storage external;
