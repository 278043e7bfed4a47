-- The providers through which customers pay by card or to a number of the provider. They are off until their keys are entered and proved.
create table payment_providers (
  id           integer generated always as identity primary key,
  provider     varchar(10) not null unique check (provider in ('ecpay', 'newebpay')),
  environment  varchar(10) not null default 'test' check (environment in ('test', 'production')),
  is_on        boolean not null default false,
  version      integer not null default 1,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now()
);
insert into payment_providers (provider) values ('ecpay'), ('newebpay');
select keep_record('payment_providers');

-- The keys of an environment, sealed. `proved_at` is when a payment with exactly these keys was heard of from the provider.
create table payment_provider_keys (
  id           integer generated always as identity primary key,
  provider     varchar(10) not null references payment_providers (provider),
  environment  varchar(10) not null check (environment in ('test', 'production')),
  name         varchar(30) not null unique generated always as (provider || ' ' || environment) stored,
  merchant_id  varchar(20) not null,
  sealed       bytea not null,
  proved_at    timestamptz,
  version      integer not null default 1,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now()
);
create index payment_provider_keys_provider on payment_provider_keys (provider, environment);
select keep_record('payment_provider_keys', 'sealed');

-- One try to pay at a provider. Its number is known there for ever, so each try has one of its own.
create table provider_trades (
  id           integer generated always as identity primary key,
  trade_no     varchar(20) not null unique,
  provider     varchar(10) not null references payment_providers (provider),
  environment  varchar(10) not null check (environment in ('test', 'production')),
  merchant_id  varchar(20) not null,
  amount       numeric(12, 2) not null check (amount > 0),
  status       varchar(10) not null default 'started' check (status in ('started', 'paid', 'failed')),
  provider_no  varchar(40),
  token_hash   bytea unique,
  expires_at   timestamptz not null,
  started_by   integer references users,
  created_at   timestamptz not null default now(),
  check (status <> 'paid' or provider_no is not null)
);
create index provider_trades_provider on provider_trades (provider);
create index provider_trades_starter on provider_trades (started_by);
create index provider_trades_end on provider_trades (expires_at);

-- What a provider has told us, or somebody who pretends to be it. Of a notice only the fields that are needed are kept, never all of it.
create table payment_notices (
  id           integer generated always as identity primary key,
  provider     varchar(10) not null references payment_providers (provider),
  is_genuine   boolean not null,
  outcome      varchar(20) not null,
  trade_id     integer references provider_trades on delete set null,
  body         jsonb not null,
  created_at   timestamptz not null default now()
);
create index payment_notices_provider on payment_notices (provider, id);
create index payment_notices_trade on payment_notices (trade_id);
create index payment_notices_created on payment_notices (created_at);
