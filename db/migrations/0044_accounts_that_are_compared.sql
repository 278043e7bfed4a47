-- What the gate of bookings compares also: surcharges that nobody approved, all discounts, and by which age, bed and ticket those who left
-- were charged.
create or replace function account_of(of_booking integer) returns json language sql stable as $$
  select json_build_object('id', b.id, 'number', b.booking_number, 'status', b.status, 'planned_trip_id', b.planned_trip_id,
    'trip_status', (select t.status from planned_trips t where t.id = b.planned_trip_id), 'currency', b.currency,
    'total', b.total, 'penalty', coalesce(b.penalty, 0), 'cause', b.cancel_cause,
    'fares', l.fares, 'fees', l.fees, 'discounts', l.discounts, 'discounts_in_all', l.discounts_in_all, 'surcharges', l.surcharges,
    'conceded', c.unapproved, 'conceded_in_all', c.in_all,
    'travel', (select coalesce(json_agg(v.id), '[]') from travelers v where v.booking_id = b.id and v.status = 'active'),
    'left', (select coalesce(json_agg(v.id), '[]') from travelers v where v.booking_id = b.id and v.status = 'cancelled'),
    'charged_as', (select coalesce(json_object_agg(v.id, json_build_array(coalesce(v.passenger_type, 'adult'), v.bed, v.bed_type, v.roommate_group, v.ticket_handling)), '{}')
       from travelers v where v.booking_id = b.id and v.status = 'cancelled'))
    from bookings b,
    lateral (select
        coalesce(sum(at_rate(amount, rate)) filter (where kind not in ('addon', 'surcharge', 'discount', 'cancellation')), 0) as fares,
        coalesce(sum(at_rate(amount, rate)) filter (where kind = 'cancellation'), 0) as fees,
        coalesce(-sum(at_rate(amount, rate)) filter (where kind = 'discount' and override_reason is null), 0) as discounts,
        coalesce(-sum(at_rate(amount, rate)) filter (where kind = 'discount'), 0) as discounts_in_all,
        coalesce(sum(at_rate(amount, rate)) filter (where kind = 'surcharge' and override_reason is null), 0) as surcharges
      from booking_price_lines where booking_id = b.id) l,
    lateral (select coalesce(sum(amount) filter (where approved_by is null), 0) as unapproved, coalesce(sum(amount), 0) as in_all
      from booking_concessions where booking_id = b.id) c
   where b.id = of_booking
$$;

-- Locks the booking before its account is told: of two transactions that change it, the second tells what the first has left.
create or replace function tell_account() returns trigger language plpgsql as $$
declare
  changed constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  booking constant integer := changed ->> tg_argv[0];
  told constant text := coalesce(current_setting('guidon.told', true), '');
begin
  if position(format('/%s/', booking) in told) = 0 then
    perform from bookings where id = booking for no key update;
    perform set_config('guidon.told', told || format('/%s/', booking), true);
    raise notice 'account' using detail = account_of(booking)::text;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

-- What lowered a price, as the kind of approval that it needs above the limit (src/modules/approvals/kinds.ts), and its place in the history.
alter table booking_concessions add column act varchar(30);
create trigger audit after insert or delete on booking_concessions for each row execute function audit();
