-- What was written about an expense, an advance or an account may lose a name of an erased person after the account is closed: the gate
-- keeps what the account counts.
create or replace function keep_leader_account() returns trigger language plpgsql as $$
declare
  texts text[] := '{description, no_voucher_reason, reason, note, version, updated_at}';
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  became jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if tg_op = 'UPDATE' and was - texts = became - texts then
    return null;
  end if;
  if tg_table_name = 'leader_accounts' then
    if (became ->> 'is_closed')::boolean and exists (select from trip_expenses e where e.planned_trip_id = (became ->> 'planned_trip_id')::integer
        and e.tour_leader_id = (became ->> 'tour_leader_id')::integer and e.status in ('entered', 'questioned')) then
      raise exception 'an expense of the account waits' using errcode = '23514', constraint = 'leader_account_waits';
    end if;
  elsif (tg_table_name <> 'trip_expenses' or coalesce(became ->> 'status', was ->> 'status') = 'approved') and exists (
      select from leader_accounts a where a.is_closed and a.planned_trip_id = (coalesce(became, was) ->> 'planned_trip_id')::integer
         and a.tour_leader_id = (coalesce(became, was) ->> 'tour_leader_id')::integer) then
    raise exception 'the account is closed' using errcode = '23514', constraint = 'leader_account_closed';
  end if;
  return null;
end $$;
