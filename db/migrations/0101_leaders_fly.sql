-- The leader is in the lists for airlines, embassies and borders, which ask for a nationality and for who issued the passport.
select close_idle_connections();
alter table tour_leaders
  add column nationality varchar(2),
  add column passport_country varchar(2);
