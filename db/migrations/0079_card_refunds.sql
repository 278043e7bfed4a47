-- A refund of an approved order that goes back to the card, by the provider that took the money. What stood at the provider before anything was sent
-- is kept, so that after an answer that was lost nothing is sent twice.
create table card_refunds (
  id               integer generated always as identity primary key,
  refund_order_id  integer not null references refund_orders on delete cascade,
  trade_id         integer not null references provider_trades on delete cascade,
  amount           numeric(12, 2) not null check (amount > 0),
  status           varchar(10) not null default 'asked' check (status in ('asked', 'sent', 'paid', 'failed', 'unclear')),
  left_before      numeric(12, 2),
  mark_before      varchar(1000),
  hindrance        varchar(20) check (hindrance in
                     ('too_early', 'too_much', 'whole_only', 'balance_too_small', 'too_old', 'refused', 'no_answer', 'not_recorded')),
  code             varchar(40),
  message          varchar(500),
  tries            integer not null default 0,
  asked_by         integer not null references users,
  version          integer not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  constraint card_refunds_sent check (status <> 'sent' or mark_before is not null)
);
create unique index card_refunds_of_order on card_refunds (refund_order_id) where status in ('asked', 'sent', 'unclear');
create unique index card_refunds_of_trade on card_refunds (trade_id) where status in ('asked', 'sent', 'unclear');
create index card_refunds_order on card_refunds (refund_order_id, id);
create index card_refunds_trade on card_refunds (trade_id);
create index card_refunds_asker on card_refunds (asked_by);
select keep_record('card_refunds', 'left_before', 'mark_before', 'tries');

-- The one gate: while an order may be going back to the card it is paid by no other way, is not refused, and comes into no bank file.
create function keep_card_refund() returns trigger language plpgsql as $$
begin
  if exists (select from card_refunds c where c.refund_order_id = new.id and c.status in ('asked', 'sent', 'unclear')) then
    raise exception 'the order may be going back to the card' using errcode = '23514', constraint = 'refund_order_on_card';
  end if;
  return new;
end $$;
create trigger keep_card_refund before update of status, in_file_at on refund_orders for each row execute function keep_card_refund();
