-- Whether a change request puts another person in the place of a traveler. A corrected name keeps the papers of the traveler; another
-- person must not get them.
alter table change_requests add column is_other_person boolean not null default false;
