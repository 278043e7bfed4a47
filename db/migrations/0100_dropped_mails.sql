-- `dropped`: when its turn came, its person had no address any more, or the account was suspended.
alter table deliveries drop constraint deliveries_state_check,
  add constraint deliveries_state_check check (state in ('waiting', 'taken', 'sent', 'unproved', 'dropped'));
