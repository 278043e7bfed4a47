-- The sites of the agency whose pages may show the open departures in a frame, as origins: `https://www.example.com.tw`.
alter table site add column hosts text[] not null default '{}' check (cardinality(hosts) <= 10);
