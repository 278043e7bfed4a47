-- What the platform of electronic receipts is told, an act a row. A row that is `sending` was given to the platform, and its answer has not come:
-- then the platform is asked what became of it before anything is sent again. Nobody takes it before `next_at`.
create table receipt_sendings (
  id                integer generated always as identity primary key,
  legal_receipt_id  integer not null references legal_receipts,
  allowance_id      integer references legal_receipt_allowances,
  act               varchar(10) not null check (act in ('issue', 'void', 'allow', 'confirm', 'cancel', 'look', 'mail')),
  is_confirmed      boolean not null default false,
  environment       varchar(10) check (environment in ('test', 'production')),
  state             varchar(10) not null default 'waiting' check (state in ('waiting', 'sending', 'done', 'refused')),
  attempts          integer not null default 0,
  asked_by          integer references users,
  next_at           timestamptz not null default now(),
  sent_at           timestamptz,
  created_at        timestamptz not null default now()
);
create unique index receipt_sendings_open on receipt_sendings (legal_receipt_id, act, coalesce(allowance_id, 0)) where state in ('waiting', 'sending');
create index receipt_sendings_due on receipt_sendings (next_at, id) where state in ('waiting', 'sending');
create index receipt_sendings_receipt on receipt_sendings (legal_receipt_id, id);
create index receipt_sendings_allowance on receipt_sendings (allowance_id) where allowance_id is not null;
create index receipt_sendings_asker on receipt_sendings (asked_by) where asked_by is not null;
