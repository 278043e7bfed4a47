-- The enquiry that a booking was made of, so that its source still counts.
alter table bookings add column enquiry_id integer references enquiries;
create index bookings_enquiry on bookings (enquiry_id, created_at, id);
