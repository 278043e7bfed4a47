-- Whether visitors may register without a mail address. Sales call them then, and confirm the contact.
alter table site add column telephone_only boolean not null default false;
