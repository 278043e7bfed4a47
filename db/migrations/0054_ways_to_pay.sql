-- The ways to pay that a registration offers. Cards need a contract with a bank, so a house says that it takes them.
alter table site add column payment_methods text[] not null default '{bankTransfer,cash}'
  check (payment_methods <@ array['creditCard', 'bankTransfer', 'cash']);
