-- Signed notices that made no payment wait until somebody has looked at them and said what became of it.
alter table payment_notices
  add column seen_by integer references users,
  add column seen_at timestamptz,
  add column remark varchar(500),
  add constraint payment_notices_seen check ((seen_at is null) = (remark is null));
create index payment_notices_seer on payment_notices (seen_by) where seen_by is not null;
create index payment_notices_order on payment_notices (created_at, id);
create index payment_notices_outcome on payment_notices (outcome, created_at, id);
create index payment_notices_to_see on payment_notices (id)
  where seen_at is null and outcome in ('other_amount', 'other_merchant', 'unknown', 'simulated');
