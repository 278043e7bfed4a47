-- A request may be paid at a provider: then it names no account. Its token is the address of a page where whoever has it pays what the booking
-- owes now, and learns nothing else; it is in the mail, and staff copy it.
alter table payment_requests
  drop constraint payment_requests_via_check,
  add constraint payment_requests_via_check check (via in ('bank_transfer', 'virtual_account', 'ecpay', 'newebpay')),
  alter column bank_name drop not null,
  alter column bank_code drop not null,
  alter column account_number drop not null,
  add constraint payment_requests_payee check (via in ('ecpay', 'newebpay') or num_nulls(bank_name, bank_code, account_number) = 0),
  add column pay_token varchar(32) not null default replace(gen_random_uuid()::text, '-', '');
create unique index payment_requests_pay_token on payment_requests (pay_token);
create or replace trigger audit after insert or delete or update of status, due_on on payment_requests
  for each row execute function audit('told_at', 'pay_token');

-- What was asked for when a try to pay began.
alter table provider_trades add column payment_request_id integer references payment_requests on delete set null;
create index provider_trades_request on provider_trades (payment_request_id, id);
