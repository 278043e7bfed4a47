-- Trips are listed by the weekday on which they depart.
create index planned_trips_weekday on planned_trips ((extract(isodow from departure_date)), id);
