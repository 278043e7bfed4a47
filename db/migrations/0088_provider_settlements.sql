-- What the provider keeps of a payment, as far as its notice or its answer tells.
alter table provider_trades add column fee numeric(12, 2) check (fee >= 0);

-- A lump that a provider has paid out: what its payments come to, less what it has kept. It is the money of one line of a bank.
create table provider_settlements (
  id            integer generated always as identity primary key,
  provider      varchar(10) not null references payment_providers (provider) check (provider in ('ecpay', 'newebpay')),
  settled_on    date not null,
  currency      varchar(3) not null,
  gross         numeric(12, 2) not null,
  fee           numeric(12, 2) not null check (fee >= 0),
  net           numeric(12, 2) not null check (net > 0),
  bank_line_id  integer not null constraint provider_settlements_line unique references bank_lines,
  settled_by    integer not null references users,
  version       integer not null default 1,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  check (net = gross - fee)
);
create index provider_settlements_day on provider_settlements (settled_on, id);
create index provider_settlements_created on provider_settlements (created_at, id);
create index provider_settlements_provider on provider_settlements (provider, settled_on);
create index provider_settlements_person on provider_settlements (settled_by);
select keep_record('provider_settlements');
select keep_months_of('provider_settlements', 'settled_on', 'provider', 'gross', 'fee', 'net');

-- The payments of a settlement, each with its share of the fee. What was given back, and a payment that was taken back after it had been settled
-- (`is_correction`), stand in it with a negative amount. Each is in one settlement.
create table provider_settlement_payments (
  settlement_id  integer not null references provider_settlements on delete cascade,
  payment_id     integer not null references booking_payments,
  is_correction  boolean not null,
  amount         numeric(12, 2) not null,
  fee            numeric(12, 2) not null,
  constraint provider_settlement_payments_once primary key (payment_id, is_correction)
);
create index provider_settlement_payments_settlement on provider_settlement_payments (settlement_id);

-- The one gate of settlements: at the end of a transaction a settlement is what its payments come to, less the fee, and what its line of the bank
-- says; the line is no payment besides, and a payment stands in it with the amount with which it counts.
create function keep_settlement() returns trigger language plpgsql as $$
declare its record;
begin
  for its in
    select s.gross, s.fee, s.net, s.currency, l.amount as came, l.state, l.currency as line_currency,
           (select sum(i.amount) from provider_settlement_payments i where i.settlement_id = s.id) as payments,
           (select sum(i.fee) from provider_settlement_payments i where i.settlement_id = s.id) as kept,
           exists (select from bank_line_payments x join booking_payments p on p.id = x.payment_id
             where x.bank_line_id = l.id and p.voided_at is null) as is_paid,
           exists (select from provider_settlement_payments i join booking_payments p on p.id = i.payment_id
             where i.settlement_id = s.id and (p.source <> s.provider
               or i.amount <> case when (p.kind = 'payment') <> i.is_correction then p.amount else -p.amount end
               or p.is_corrected is false and (i.is_correction or p.voided_at is not null))) as is_other
      from provider_settlements s join bank_lines l on l.id = s.bank_line_id
     where case tg_table_name
             when 'provider_settlements' then s.id = (to_jsonb(new) ->> 'id')::integer
             when 'provider_settlement_payments' then s.id = (to_jsonb(coalesce(new, old)) ->> 'settlement_id')::integer
             when 'bank_lines' then l.id = (to_jsonb(new) ->> 'id')::integer
             else l.id = (to_jsonb(new) ->> 'bank_line_id')::integer end
  loop
    if its.payments is distinct from its.gross or its.kept is distinct from its.fee or its.net <> its.came or its.currency <> its.line_currency
      or its.state <> 'matched' or its.is_paid or its.is_other then
      raise exception 'a settlement is not what came in by the bank' using errcode = '23514', constraint = 'settlement_is_what_came';
    end if;
  end loop;
  return null;
end $$;
create constraint trigger keep_settlement after insert or update on provider_settlements
  deferrable initially deferred for each row execute function keep_settlement();
create constraint trigger keep_settlement after insert or update or delete on provider_settlement_payments
  deferrable initially deferred for each row execute function keep_settlement();
create constraint trigger keep_settlement after update of state, amount, currency on bank_lines
  deferrable initially deferred for each row execute function keep_settlement();
create constraint trigger keep_settlement after insert on bank_line_payments
  deferrable initially deferred for each row execute function keep_settlement();

-- A payment that the provider has paid out stays on its day when it is voided, and the void counts against it on the day of the void.
create or replace function correct_locked_payment() returns trigger language plpgsql as $$
begin
  new.is_corrected = is_in_locked_month((new.received_at at time zone house_zone())::date)
    or exists (select from provider_settlement_payments i where i.payment_id = new.id and not i.is_correction);
  return new;
end $$;

create index booking_payments_of_providers on booking_payments (received_at, id) where source in ('ecpay', 'newebpay');
