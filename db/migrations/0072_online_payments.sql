-- A try to pay at a provider is of a booking, or a test payment of the office. The payment that came of it is recorded once.
alter table provider_trades
  add column booking_id integer references bookings on delete cascade,
  add column payment_id integer unique references booking_payments on delete set null;
create index provider_trades_booking on provider_trades (booking_id, id);
create unique index provider_trades_number on provider_trades (provider, environment, provider_no);

alter table booking_payments
  drop constraint booking_payments_source_check, add constraint booking_payments_source_check check (source in ('staff', 'bank', 'ecpay', 'newebpay'));

-- What a provider takes at once by card, as its contract says. A larger amount is paid in parts.
alter table payment_providers
  add column card_least integer not null default 5 check (card_least > 0),
  add column card_most integer not null default 199999,
  add constraint payment_providers_card check (card_most > card_least);
