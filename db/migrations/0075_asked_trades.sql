-- A provider is asked for payments of which no notice has come: when it was asked last, and how often it has answered.
alter table provider_trades add column asked_at timestamptz, add column answers integer not null default 0;
create index provider_trades_unheard on provider_trades (created_at) where status <> 'paid';
