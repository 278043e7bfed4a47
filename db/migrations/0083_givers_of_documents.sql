-- The link that a document was handed in with, so that no other link shows it: that of the booking, also where nothing is said, that
-- of the traveler, or one of a former contact. Release 1.0.0 reads whole rows of documents.
select close_idle_connections();
alter table traveler_documents add column given_by varchar(10) check (given_by in ('booking', 'traveler', 'former'));
