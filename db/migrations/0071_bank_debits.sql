-- Money that went out by a bank and may be a refund: its amount is that of an order when the file is read. No other business of the account is
-- kept. A debit confirms one order and an order is confirmed by one debit. To whom it went is not copied into the audit.
create table bank_debits (
  id               integer generated always as identity primary key,
  statement_id     integer not null references bank_statements,
  booked_on        date not null,
  amount           numeric(12, 2) not null check (amount > 0),
  currency         varchar(3) not null,
  payee_text       varchar(500),
  last_five        varchar(5),
  fingerprint      varchar(64) not null unique,
  state            varchar(10) not null default 'new' check (state in ('new', 'confirmed', 'ignored')),
  refund_order_id  integer references refund_orders constraint bank_debits_order unique,
  reason           varchar(500),
  decided_by       integer references users,
  decided_at       timestamptz,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  constraint bank_debits_confirmed check ((state = 'confirmed') = (refund_order_id is not null))
);
create index bank_debits_statement on bank_debits (statement_id, id);
create index bank_debits_state on bank_debits (state, booked_on, id);
create index bank_debits_booked on bank_debits (booked_on, id);
create index bank_debits_created on bank_debits (created_at, id);
create index bank_debits_payees on bank_debits (created_at) where coalesce(payee_text, last_five) is not null;
create index bank_debits_decider on bank_debits (decided_by);
select keep_record('bank_debits', 'payee_text', 'last_five');

-- A refund by bank that is in no file this many days later is looked for.
alter table house add column refund_seen_days integer not null default 5 check (refund_seen_days between 1 and 60);
create function is_not_in_bank(o refund_orders) returns boolean language sql stable as $$
  select o.status = 'paid' and not exists (select from bank_debits d where d.refund_order_id = o.id)
    and exists (select from booking_payments p cross join house h where p.id = o.payment_id and p.method = 'bankTransfer'
      and (p.received_at at time zone house_zone())::date + h.refund_seen_days <= (select max(s.to_day) from bank_statements s
        join bank_file_mappings m on m.id = s.mapping_id where m.columns ?| array['debit', 'amount']))
$$;
