-- Cheques that customers have handed in. A cheque is no payment until it has cleared: then each of its parts becomes one. Whose account it is drawn
-- on is not copied into the audit.
create table cheques (
  id                    integer generated always as identity primary key,
  number                varchar(20) not null,
  drawer_bank             varchar(60) not null,
  drawer                varchar(100),
  amount                numeric(12, 2) not null constraint cheques_amount check (amount > 0),
  currency              varchar(3) not null,
  due_on                date not null,
  status                varchar(10) not null default 'received' check (status in ('received', 'deposited', 'cleared', 'bounced', 'returned')),
  received_by           integer not null references users,
  receiving_account_id  integer references receiving_accounts,
  deposited_on          date,
  cleared_on            date,
  reason                varchar(500),
  note                  varchar(500),
  decided_by            integer references users,
  version               integer not null default 1,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now(),
  constraint cheques_cleared check ((status = 'cleared') = (cleared_on is not null)),
  constraint cheques_bounced check (status <> 'bounced' or reason is not null)
);
create unique index cheques_number on cheques (drawer_bank, number) where status <> 'returned';
create index cheques_status on cheques (status, due_on, id);
create index cheques_due on cheques (due_on, id);
create index cheques_created on cheques (created_at, id);
create index cheques_receiver on cheques (received_by, id);
create index cheques_account on cheques (receiving_account_id) where receiving_account_id is not null;
create index cheques_decider on cheques (decided_by) where decided_by is not null;
create index cheques_drawers on cheques (due_on) where drawer is not null;
select keep_record('cheques', 'drawer');

-- What a cheque pays of which booking, and the payment that it became. A payment is that of one part, so that no cheque is counted twice.
create table cheque_parts (
  cheque_id   integer not null references cheques on delete cascade,
  booking_id  integer not null references bookings,
  amount      numeric(12, 2) not null check (amount > 0),
  payment_id  integer references booking_payments constraint cheque_parts_payment unique,
  primary key (cheque_id, booking_id)
);
create index cheque_parts_booking on cheque_parts (booking_id);

-- The one gate of cheques: at the end of a transaction a cheque that has cleared is paid with all of its parts, by payments that count; one whose
-- payment was voided waits for that part, and any other cheque is paid with none.
create function keep_cheque() returns trigger language plpgsql as $$
declare its record;
begin
  select c.status, c.amount, sum(p.amount) as parts, count(*) filter (where q.id is null) as unpaid, count(q.id) as paid into its
    from cheques c join cheque_parts p on p.cheque_id = c.id
    left join booking_payments q on q.id = p.payment_id and q.booking_id = p.booking_id and q.amount = p.amount and q.voided_at is null
   where c.id = coalesce((to_jsonb(new) ->> 'cheque_id')::integer, (to_jsonb(new) ->> 'id')::integer) group by c.id;
  if its.status = 'cleared' and its.unpaid > 0 or its.status = 'deposited' and its.unpaid = 0
    or its.status in ('received', 'bounced', 'returned') and its.paid > 0 or its.amount <> its.parts then
    raise exception 'a cheque is not paid as its status says' using errcode = '23514', constraint = 'cheque_counts_once';
  end if;
  return null;
end $$;
create constraint trigger keep_cheque after insert or update on cheques deferrable initially deferred for each row execute function keep_cheque();
create constraint trigger keep_cheque after insert or update on cheque_parts deferrable initially deferred for each row execute function keep_cheque();

-- What cheques promise of a booking, until some days after the last of them is due.
create function promised_by_cheques(of_booking integer) returns numeric language sql stable as $$
  select coalesce(sum(p.amount), 0) from cheque_parts p join cheques c on c.id = p.cheque_id
   where p.booking_id = of_booking and p.payment_id is null and c.status in ('received', 'deposited') and c.due_on + 3 >= today()
$$;

alter table booking_payments drop constraint booking_payments_source_check,
  add constraint booking_payments_source_check check (source in ('staff', 'bank', 'cheque', 'ecpay', 'newebpay'));
