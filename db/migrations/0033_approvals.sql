-- What a colleague asks others to approve, of every kind: src/modules/approvals/kinds.ts says what each kind does when it is approved.
-- `params` is what was asked, `facts` the account of the booking when it was asked. A birth date is sealed with the key of its traveler.
create table approvals (
  id            integer generated always as identity primary key,
  kind          varchar(30) not null,
  booking_id    integer not null references bookings,
  params        jsonb not null,
  birth_date    personal,
  person_key    uuid references person_keys,
  facts         jsonb not null default '{}',
  reason        varchar(500) not null,
  currency      varchar(3) not null,
  price_before  numeric(16, 2) not null,
  price_after   numeric(16, 2) not null,
  status        varchar(20) not null default 'waiting' check (status in ('waiting', 'approved', 'declined', 'withdrawn')),
  asked_by      integer not null references users,
  decided_by    integer references users,
  decided_at    timestamptz,
  note          varchar(500),
  version       integer not null default 1,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now()
);
create index approvals_booking on approvals (booking_id, id);
create index approvals_status on approvals (status, created_at, id);
create index approvals_kind on approvals (kind, created_at, id);
create index approvals_created on approvals (created_at, id);
create index approvals_asked_by on approvals (asked_by, id);
create index approvals_decided_by on approvals (decided_by);
create index approvals_person_key on approvals (person_key);
select keep_record('approvals');
