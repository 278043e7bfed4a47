-- Whoever is on a trip twice is found by the marks of passport, identity number and birth date. The first two have their index.
create index travelers_birth_mark on travelers (birth_mark) where birth_mark is not null;
