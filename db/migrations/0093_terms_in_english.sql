-- What a package promises, in English too. Trips copy these texts into their terms, as they copy the Chinese ones.
select close_idle_connections();
alter table packages
  add column inclusions_en text[] not null default '{}',
  add column exclusions_en text[] not null default '{}',
  add column important_notes_en varchar(10000);

-- The English keys within a meeting point, an insurance and the bank account, which answers always have. Nobody changed a trip by this, so no version counts it.
alter table planned_trips disable trigger user;
update planned_trips set assembly = '{"place_en": null, "contact_en": null}' || assembly where assembly is not null;
alter table planned_trips enable trigger user;
alter table house disable trigger user;
update house set liability_insurance = '{"insurer_en": null}' || liability_insurance,
                 performance_insurance = '{"insurer_en": null}' || performance_insurance,
                 bank = '{"name_en": null, "account_name_en": null}' || bank;
alter table house enable trigger user;
