-- The age on the day of departure. Birth dates are encrypted, so it is stored beside the passenger type.
alter table travelers add column age smallint;
