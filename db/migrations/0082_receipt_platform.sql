-- The platform that issues electronic 代收轉付收據. It is off until a receipt was issued and voided in its test environment with the keys of the house.
create table receipt_platform (
  id              integer primary key default 1 constraint receipt_platform_is_one check (id = 1),
  environment     varchar(10) not null default 'test' check (environment in ('test', 'production')),
  fallback_email  varchar(254),
  is_on           boolean not null default false,
  version         integer not null default 1,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  constraint receipt_platform_fallback check (not is_on or fallback_email is not null)
);
insert into receipt_platform default values;
select keep_record('receipt_platform');

-- The keys of an environment, sealed. `proved_at` is when a receipt was issued and voided with exactly these keys.
create table receipt_platform_keys (
  id            integer generated always as identity primary key,
  environment   varchar(10) not null unique check (environment in ('test', 'production')),
  merchant_ubn  varchar(8) not null,
  sealed        bytea not null,
  proved_at     timestamptz,
  version       integer not null default 1,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
select keep_record('receipt_platform_keys', 'sealed');

create table receipt_trials (
  id            integer primary key default 1 constraint receipt_trials_is_one check (id = 1),
  order_no      varchar(30) not null,
  step          varchar(10) not null check (step in ('asked', 'issued', 'voided', 'refused', 'silent')),
  number        varchar(10),
  error         varchar(500),
  started_by    integer references users,
  started_at    timestamptz not null default now()
);
create index receipt_trials_starter on receipt_trials (started_by);

-- How many numbers of receipts are left, as the platform has told with the last one that it issued.
create table receipt_numbers_left (
  environment  varchar(10) primary key check (environment in ('test', 'production')),
  surplus      integer not null,
  told_at      timestamptz not null default now()
);
