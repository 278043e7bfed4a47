-- Until which day of the odd month that follows the platform voids an electronic receipt. The authority sets the day, and may change it.
alter table house add column receipts_voidable_until_day integer not null default 15 check (receipts_voidable_until_day between 1 and 28);

create function receipt_voidable_until(issued date) returns date language sql stable as $$
  select (date_trunc('month', issued) + (1 + extract(month from issued)::integer % 2) * interval '1 month')::date
       + coalesce((select receipts_voidable_until_day from house), 15) - 1
$$;
