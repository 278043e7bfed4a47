-- The newest bookings of whoever is in charge of them; of an account without any, the whole list was read.
create index bookings_sales_created on bookings (sales_user_id, created_at, id);
