-- How the files of a bank are read: asked once, and known from then on by the headings. `form` is a fingerprint of these.
create table bank_file_mappings (
  id          integer generated always as identity primary key,
  name        varchar(100) not null,
  form        varchar(64) not null unique,
  columns     jsonb not null,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
select keep_record('bank_file_mappings');

-- A file of a bank that was read. The file itself is not kept; its lines are.
create table bank_statements (
  id                    integer generated always as identity primary key,
  receiving_account_id  integer references receiving_accounts,
  mapping_id            integer not null references bank_file_mappings,
  file_name             varchar(255) not null,
  from_day              date not null,
  to_day                date not null,
  lines_new             integer not null,
  unchanged             integer not null,
  read_by               integer references users,
  version               integer not null default 1,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now()
);
create index bank_statements_created on bank_statements (created_at, id);
create index bank_statements_account on bank_statements (receiving_account_id);
create index bank_statements_mapping on bank_statements (mapping_id);
create index bank_statements_reader on bank_statements (read_by);
select keep_record('bank_statements');

-- Money that came in. `fingerprint` tells a line from all others of the account, also if it stands in two files. Who paid is not copied into the audit.
create table bank_lines (
  id               integer generated always as identity primary key,
  statement_id     integer not null references bank_statements,
  booked_on        date not null,
  amount           numeric(12, 2) not null check (amount > 0),
  currency         varchar(3) not null,
  payer_text       varchar(500),
  virtual_account  varchar(40),
  last_five        varchar(5),
  fingerprint      varchar(64) not null unique,
  state            varchar(10) not null default 'new' check (state in ('new', 'matched', 'ignored')),
  reason           varchar(500),
  decided_by       integer references users,
  decided_at       timestamptz,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
create index bank_lines_statement on bank_lines (statement_id, id);
create index bank_lines_state on bank_lines (state, booked_on, id);
create index bank_lines_booked on bank_lines (booked_on, id);
create index bank_lines_created on bank_lines (created_at, id);
create index bank_lines_payers on bank_lines (created_at) where coalesce(payer_text, virtual_account, last_five) is not null;
create index bank_lines_decider on bank_lines (decided_by);
select keep_record('bank_lines', 'payer_text', 'last_five');

-- The payments that a line became; a company pays several bookings at once.
create table bank_line_payments (
  payment_id    integer primary key references booking_payments on delete cascade,
  bank_line_id  integer not null references bank_lines on delete cascade
);
create index bank_line_payments_line on bank_line_payments (bank_line_id);

alter table booking_payments add column source varchar(10) not null default 'staff' check (source in ('staff', 'bank'));

-- Nothing becomes a payment without a person, unless the agency says so.
alter table house add column book_matched varchar(10) not null default 'ask' check (book_matched in ('ask', 'at_once'));
