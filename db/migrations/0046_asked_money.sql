-- Why something was recorded that the service had asked about, such as a reference that stands on another booking; null if nothing was asked.
alter table booking_payments add column confirm_reason varchar(500);
alter table booking_price_lines add column confirm_reason varchar(500);
alter table trip_costs add column confirm_reason varchar(500);
alter table exchange_rates add column confirm_reason varchar(500);
create index booking_payments_same_reference on booking_payments (reference) where voided_at is null;
create index trip_costs_invoice on trip_costs (lower(invoice_number), lower(supplier));
