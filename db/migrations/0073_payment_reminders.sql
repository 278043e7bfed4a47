-- On which days customers are reminded of a payment: so many days before (negative) or after its last day. An agency changes them as it likes.
create table payment_reminders (
  id          integer generated always as identity primary key,
  purpose     varchar(10) not null check (purpose in ('deposit', 'balance', 'extra', 'other')),
  days        integer not null constraint payment_reminders_days check (days between -90 and 90),
  is_active   boolean not null default true,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  constraint payment_reminders_once unique (purpose, days)
);
create index payment_reminders_created on payment_reminders (created_at, id);
select keep_record('payment_reminders');

insert into payment_reminders (purpose, days)
select purpose, days from unnest(array['deposit', 'balance', 'extra', 'other']) with ordinality as p (purpose, nth), unnest(array[-7, -3, 0, 3]) days
 order by nth, days;

-- That a customer was reminded, written with the mail, so that a day has one reminder, however many processes and people send them. `days` is that
-- of the rule; without it, `sent_by` has sent it by hand.
create table payment_reminders_sent (
  id          integer generated always as identity primary key,
  booking_id  integer not null references bookings on delete cascade,
  day         date not null,
  purpose     varchar(10) not null,
  days        integer,
  due_on      date not null,
  amount      numeric(12, 2) not null,
  currency    varchar(3) not null,
  sent_by     integer references users,
  created_at  timestamptz not null default now(),
  unique (booking_id, day)
);
create index payment_reminders_sent_created on payment_reminders_sent (created_at);
create index payment_reminders_sent_by on payment_reminders_sent (sent_by) where sent_by is not null;

-- Until when a customer is not reminded, and why. What colleagues write about a customer is not copied into the audit.
create table payment_silences (
  id          integer generated always as identity primary key,
  booking_id  integer not null unique references bookings on delete cascade,
  until       date not null,
  reason      varchar(500) not null,
  set_by      integer references users,
  version     integer not null default 1,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now()
);
create index payment_silences_until on payment_silences (until);
create index payment_silences_setter on payment_silences (set_by);
select keep_record('payment_silences', 'reason');

-- Whoever has the booking open hears of it.
create trigger announce_change after insert or update on payment_silences for each row execute function announce_payment_report();
create trigger announce_change after insert on payment_reminders_sent for each row execute function announce_payment_report();
