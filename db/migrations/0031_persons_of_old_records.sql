-- Those who were there before. The indexes are built once, after them.
select give_missing_persons();
create index persons_search on persons using gin (sought gin_trgm_ops);
create index persons_clues on persons using gin (clues);
create index persons_name on persons (name, id);
create index persons_created on persons (created_at, id);
create index persons_updated on persons (updated_at, id);
create index persons_merged on persons (merged_into) where merged_into is not null;
analyze persons, person_records;
