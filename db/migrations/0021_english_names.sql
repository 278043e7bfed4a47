-- What customers and partners read in English, and what airlines and the office ask of travelers.
-- Release 1.0.0 reads whole rows of trips.
select close_idle_connections();
alter table planned_trips add column name_en varchar(200);
alter table booking_price_lines add column description_en varchar(200);
alter table travelers
  add column passport_country varchar(30),
  add column language varchar(5),
  add column emergency_name varchar(100),
  add column emergency_phone varchar(30),
  add column emergency_relation varchar(50);
