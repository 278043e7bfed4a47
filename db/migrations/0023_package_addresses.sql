-- The address of a package on the public site, and a line below its name. Without an address of its own it is found by its code.
alter table packages
  add column slug varchar(80),
  add column subtitle varchar(200),
  add column subtitle_en varchar(200);
create unique index packages_slug on packages (slug);
