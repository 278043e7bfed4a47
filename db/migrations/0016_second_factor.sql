-- A second factor of an account. The only kind now is TOTP: its secret is sealed, and `last_counter` is the time step of the
-- last accepted code, so that no code is accepted twice. Sign-in asks for it once it is confirmed.
create table second_factors (
  id            integer generated always as identity primary key,
  user_id       integer not null references users on delete cascade,
  kind          varchar(20) not null check (kind in ('totp')),
  sealed        bytea not null,
  last_counter  integer not null default 0,
  confirmed_at  timestamptz,
  version       integer not null default 1,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
create unique index second_factors_user on second_factors (user_id, kind);
select keep_record('second_factors', 'sealed', 'last_counter');

-- What somebody signs in with who lost the device. A code is deleted when it is used.
create table recovery_codes (
  id          integer generated always as identity primary key,
  user_id     integer not null references users on delete cascade,
  code_hash   bytea not null,
  created_at  timestamptz not null default now()
);
create unique index recovery_codes_user on recovery_codes (user_id, code_hash);

-- Somebody gave the right password, or followed the link of a mail, and has yet to show the second factor.
create table sign_in_challenges (
  token_hash   bytea primary key,
  user_id      integer not null references users on delete cascade,
  device_name  varchar(100),
  expires_at   timestamptz not null,
  created_at   timestamptz not null default now()
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
create index sign_in_challenges_age on sign_in_challenges (expires_at);
