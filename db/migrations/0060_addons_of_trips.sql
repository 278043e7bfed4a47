-- On which trips a type is offered to customers: without countries everywhere, without months all year, for trips of any length.
alter table addon_request_types
  add column first_month smallint check (first_month between 1 and 12),
  add column last_month smallint check (last_month between 1 and 12),
  add column min_days smallint check (min_days between 1 and 366),
  add column most_per_person integer not null default 9 check (most_per_person between 1 and 999);

create table addon_type_countries (
  type_id     integer not null references addon_request_types on delete cascade,
  country_id  integer not null references countries,
  primary key (type_id, country_id)
);
select keep_link('addon_type_countries', 'addon_request_types', 'type_id', 'country_id');
