-- Receipts and departure notices that left by mail are kept too, byte for byte; one mail may carry several. `parts` holds a fingerprint of
-- each part of a departure notice, so that what has changed since it was sent is known without keeping its facts.
alter table booking_papers add column payment_id integer references booking_payments, add column parts jsonb;
alter table booking_papers drop constraint booking_papers_kind_check,
  add constraint booking_papers_kind_check check (kind in ('quotation', 'confirmation', 'receipt', 'departure_notice'));
create index booking_papers_payment on booking_papers (payment_id) where payment_id is not null;
