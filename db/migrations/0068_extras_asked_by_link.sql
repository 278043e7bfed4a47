-- An extra that the contact of a booking asks for by its link is created by nobody's account.
alter table addon_requests alter column created_by drop not null;
