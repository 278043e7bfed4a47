-- Besides by card, a customer pays to a number of the provider: a virtual account for a transfer, or a code for a convenience store. What a provider
-- takes at once by each way is data, as its contract says, and so is whether it takes it at all.
alter table payment_providers
  add column takes_atm boolean not null default true,
  add column atm_least integer not null default 11 check (atm_least > 0),
  add column atm_most integer not null default 49999,
  add constraint payment_providers_atm check (atm_most > atm_least),
  add column takes_cvs boolean not null default false,
  add column cvs_least integer not null default 33 check (cvs_least > 0),
  add column cvs_most integer not null default 6000,
  add constraint payment_providers_cvs check (cvs_most > cvs_least);

-- The number that the provider gave for a trade, and until when it takes money. A code of a convenience store has no bank.
alter table provider_trades
  add column method varchar(10) not null default 'card' check (method in ('card', 'atm', 'cvs')),
  add column bank_code varchar(10),
  add column number varchar(40),
  add column pays_until timestamptz;
