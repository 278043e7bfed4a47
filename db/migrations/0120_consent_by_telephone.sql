-- Staff book people who telephone: how the consent to keep their data was given, or that it was not given yet.
select close_idle_connections();
alter table bookings add column privacy_consent_how varchar(10) check (privacy_consent_how in ('online', 'phone', 'paper', 'in_person'));
