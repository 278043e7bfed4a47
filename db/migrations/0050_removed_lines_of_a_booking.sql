-- An erasure finds what the audit says of removed lines and reductions of a booking, because only the audit still has their reasons.
create index audit_removed_of_booking on audit ((changes -> 'booking_id' ->> 0))
  where action = 'removed' and table_name in ('booking_price_lines', 'booking_concessions');
