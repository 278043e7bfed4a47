-- How often the party of a draft has changed its size. The links of single people are made for one size and end with it.
alter table registration_drafts add column party_number integer not null default 0;
