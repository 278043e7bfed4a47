-- A payment by card that the bank of the customer has taken back: the day on which the provider took it off. The payment stays on its day, and its
-- void counts against it on the day of the void.
alter table booking_payments add column charged_back_on date;
create index booking_payments_charged_back on booking_payments (charged_back_on) where charged_back_on is not null;

create or replace function correct_locked_payment() returns trigger language plpgsql as $$
begin
  new.is_corrected = is_in_locked_month((new.received_at at time zone house_zone())::date) or new.charged_back_on is not null
    or exists (select from provider_settlement_payments i where i.payment_id = new.id and not i.is_correction);
  return new;
end $$;
