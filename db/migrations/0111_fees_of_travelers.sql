-- The fee of a cancelled traveler names the traveler, so that it is taken back when the traveler is.
select close_idle_connections();
alter table booking_price_lines add column traveler_id integer references travelers;
create index booking_price_lines_traveler on booking_price_lines (traveler_id) where traveler_id is not null;
