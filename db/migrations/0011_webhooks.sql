-- Another system that is told what happens here. Without events of its own choice it is told of all.
create table webhooks (
  id               integer generated always as identity primary key,
  name             varchar(100) not null,
  url              varchar(500) not null,
  events           varchar(60)[] not null default '{}',
  is_active        boolean not null default true,
  disabled_reason  varchar(20) check (disabled_reason in ('gone', 'failing')),
  disabled_at      timestamptz,
  notes            varchar(2000),
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  constraint webhooks_disabled check ((disabled_reason is null) = (disabled_at is null) and not (is_active and disabled_at is not null))
);
select keep_record('webhooks');

-- What its messages are signed with, sealed. While one takes the place of another, both sign.
create table webhook_secrets (
  id          integer generated always as identity primary key,
  webhook_id  integer not null references webhooks on delete cascade,
  sealed      bytea not null,
  expires_at  timestamptz,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create index webhook_secrets_webhook on webhook_secrets (webhook_id, id);
select keep_record('webhook_secrets', 'sealed');

-- A message to one of them, written with the change it speaks of. `tried_since` is when this round of tries began.
create table webhook_deliveries (
  id            integer generated always as identity primary key,
  webhook_id    integer not null references webhooks on delete cascade,
  message_id    uuid not null default gen_random_uuid() unique,
  event         varchar(60) not null,
  data          jsonb not null,
  status        varchar(20) not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  tries         integer not null default 0,
  tried_since   timestamptz not null default now(),
  next_try_at   timestamptz default now(),
  delivered_at  timestamptz,
  created_at    timestamptz not null default now(),
  constraint webhook_deliveries_next check ((status = 'pending') = (next_try_at is not null))
);
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_delivered on webhook_deliveries (webhook_id, delivered_at);
create index webhook_deliveries_status on webhook_deliveries (webhook_id, status, id);
create index webhook_deliveries_waiting on webhook_deliveries (next_try_at) where status = 'pending';
create index webhook_deliveries_age on webhook_deliveries (created_at);

-- The delivery log: each try, and what came of it.
create table webhook_attempts (
  id           integer generated always as identity primary key,
  delivery_id  integer not null references webhook_deliveries on delete cascade,
  status       integer,
  fault        varchar(20),
  answer       varchar(500) not null default '',
  ms           integer not null,
  created_at   timestamptz not null default now()
);
create index webhook_attempts_delivery on webhook_attempts (delivery_id, id);
