-- How often a worker has started the import. Only the newest attempt may write.
alter table imports add column attempt integer not null default 0;
