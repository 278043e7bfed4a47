-- Bookings whose contact may turn out to have an account.
create index bookings_without_account on bookings (lower(contact_email)) where customer_user_id is null;
