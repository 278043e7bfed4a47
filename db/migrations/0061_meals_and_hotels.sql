-- Meals and hotels as an itinerary is written in the trade: what a meal is, a second hotel, and "or similar".
alter table package_segments
  add column breakfast_text varchar(200), add column lunch_text varchar(200), add column dinner_text varchar(200),
  add column other_hotel_name varchar(200),
  add column or_similar boolean not null default false;
alter table planned_trip_segments
  add column breakfast_text varchar(200), add column lunch_text varchar(200), add column dinner_text varchar(200),
  add column other_hotel_name varchar(200),
  add column or_similar boolean not null default false;
